import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { withLine } from '../../../test/fixtures/line-house.ts'
import { house, type Person } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'

const home = await house()
const { as, ids } = home
const { trip, book } = await bookingFixtures(home)
const { line, join } = await withLine(home)
const [admin, sales] = [as('admin'), as('sales')]

type Notice = { event: string; title: string; body: string; subject: { type: string; id: number } }
/** What somebody was told of messages on LINE, the newest first. */
const told = async (person: Person): Promise<Notice[]> =>
  done(await as(person).get('/notifications')).filter(({ event }: Notice) => event === 'line.received')
const toldTimes = async (...people: Person[]) =>
  Object.fromEntries(await Promise.all(people.map(async (each) => [each, (await told(each)).length])))
/** The work of sales on LINE, as one of them sees it. */
const work = async (query = '') => {
  const groups: { key: string; items: { record: { name: string }; words: string; person: { id: number } | null }[] }[] =
    done(await sales.get(`/work${query}`))
  const { items = [] } = groups.find(({ key }) => key === 'line_unread') ?? {}
  return items.map(({ record, words, person }) => [record.name, words, person?.id ?? null])
}
const threadOf = async (name: string) =>
  until(async () => {
    const threads = done(await admin.get('/line/threads'))
    return threads.find((each: { display_name: string; unread: number }) => each.display_name === name && each.unread)
  }, `an unread thread of ${name}`)

test('who writes is told once, until it is read: to whoever answers it, to the salesperson of the next trip, or to all of sales', async () => {
  line.state.names = { Umei: '小美', Unew: '新朋友' }
  const booking = await book((await trip(9)).id, ['王小美'])
  done(await admin.put(`/bookings/${booking.id}`, { sales_user_id: ids.admin }))
  await join('Umei', done(await admin.post(`/bookings/${booking.id}/line-link`)).code)
  assert.deepEqual(await toldTimes('admin', 'sales'), { admin: 0, sales: 0 }, 'a code that links waits for nobody')

  await line.tell(line.says('Umei', '請問集合地點？'))
  const { id } = await threadOf('小美')
  const [{ title, body, subject } = assert.fail('nobody was told')] = await told('admin')
  assert.deepEqual([title, body, subject], ['A new message on LINE', '王小美', { type: 'line_thread', id }])
  await line.tell(line.says('Unew', '還有名額嗎？'))
  await threadOf('新朋友')
  assert.deepEqual(await toldTimes('admin', 'sales', 'ticketing'), { admin: 1, sales: 1, ticketing: 0 })
  assert.deepEqual(await work(), [['新朋友', '還有名額嗎？', null]])
  assert.deepEqual(await work('?whose=team'), [
    ['王小美', '請問集合地點？', ids.admin],
    ['新朋友', '還有名額嗎？', null],
  ])

  await line.tell(line.says('Umei', '是第二航廈嗎？'))
  await until(async () => (await threadOf('小美')).unread === 2, 'the second message')
  assert.deepEqual(await toldTimes('admin'), { admin: 1 })

  done(await admin.put(`/line/threads/${id}/assignee`, { assignee_id: ids.ticketing }))
  done(await as('ticketing').patch(`/line/threads/${id}/read`, {}))
  await line.tell(line.says('Umei', '謝謝'))
  await threadOf('小美')
  assert.deepEqual(await toldTimes('admin', 'sales', 'ticketing'), { admin: 1, sales: 1, ticketing: 1 })
})
