import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { lineTest } from '../../../test/fixtures/line.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [admin, sales] = [as('admin'), as('sales')]

done(await admin.put('/line/channel', lineTest))
await sql`update line_channel set proved_at = now(), is_on = true`.execute(db)
/** A friend, linked to the contact of a booking, who wrote so many minutes ago. */
const friend = async (display_name: string, said: string, { minutes, booking = 0, isRead = false }: Friend) => {
  const { rows } = await sql<{ id: number }>`
    insert into line_friends (line_user_id, display_name, person_record_id, linked_at, last_message_at)
    values (${`U${display_name}`}, ${display_name}, (select id from person_records where booking_id = ${booking}), now(), now() - interval '1 day')
    returning id`.execute(db)
  const [{ id } = assert.fail('no friend')] = rows
  await sql`
    insert into line_messages (line_friend_id, direction, kind, text, state, happened_at, read_at)
    values (${id}, 'in', 'text', ${said}, 'received', now() - ${minutes} * interval '1 minute', ${isRead ? sql`now()` : null})`.execute(
    db,
  )
  return id
}
type Friend = { minutes: number; booking?: number; isRead?: boolean }

const [next, later] = [
  await trip(9, { sales_user_id: ids.sales, departure_date: '2083-11-01' }),
  await trip(9, { sales_user_id: ids.sales }),
]
const booked = await book(next.id, ['王小美'])
const threads = async (query = '') => done(await sales.get(`/line/threads${query}`))
const namesOf = (rows: { display_name: string }[]) => rows.map(({ display_name }) => display_name)

test('what nobody has read stands first, then what is latest, with the next trip and the last words', async () => {
  const old = await friend('小美', '請問集合地點？', { minutes: 30, booking: booked.id })
  await friend('阿明', '謝謝', { minutes: 1, isRead: true })
  await friend('陌生人', '請問還有名額嗎？', { minutes: 20 })
  const rows = await threads()
  assert.deepEqual(namesOf(rows), ['陌生人', '小美', '阿明'])
  assert.deepEqual(namesOf(await threads('?unread=true')), ['陌生人', '小美'])
  const { trip: shown, last_message, is_unread } = rows[1]
  assert.deepEqual(
    [shown.serial, last_message, is_unread],
    [next.serial, { direction: 'in', kind: 'text', text: '請問集合地點？' }, true],
  )
  assert.equal(rows[0].trip, null)
  done(await sales.patch(`/line/threads/${old}/read`, {}))
  assert.deepEqual(namesOf(await threads()), ['陌生人', '阿明', '小美'])
})

test('an open thread shows the bookings of the person, the next trip first, and the quick replies of the house', async () => {
  const other = await book(later.id, ['王小美'])
  const { rows } = await sql<{ person_id: number }>`
    update person_records set person_id = (select person_id from person_records where booking_id = ${booked.id})
     where booking_id = ${other.id} returning person_id`.execute(db)
  assert.equal(rows.length, 1)
  const [{ id }] = (await threads()).filter(({ display_name }: { display_name: string }) => display_name === '小美')
  const quick_replies = ['請問您的團號是？', '已收到，稍後回覆您。']
  done(await admin.put('/line/channel', { quick_replies }))
  const thread = done(await sales.get(`/line/threads/${id}`))
  assert.deepEqual(
    thread.bookings.map((each: { trip: { serial: string } }) => each.trip.serial),
    [next, later].map(({ serial }) => serial),
  )
  const [{ booking_number, status, balance, currency, open_extras }] = thread.bookings
  assert.deepEqual(
    [booking_number, status, currency, open_extras, typeof balance],
    [booked.booking_number, booked.status, 'TWD', 0, 'number'],
  )
  assert.deepEqual(thread.quick_replies, quick_replies)
})

test('there are at most 20 quick replies of 500 letters, and the console knows whether LINE is used', async () => {
  const many = Array.from({ length: 21 }, (_, nth) => `回覆 ${nth}`)
  for (const quick_replies of [many, ['長'.repeat(501)], ['']])
    assert.equal((await admin.put('/line/channel', { quick_replies })).status, 422)
  done(await admin.put('/line/channel', { quick_replies: many.slice(0, 20) }))
  assert.equal(done(await sales.get('/house')).uses_line, true)
  assert.equal(
    (await sales.post('/notifications/presence', { type: 'line_thread', id: 1, doing: 'types' })).status,
    200,
  )
})
