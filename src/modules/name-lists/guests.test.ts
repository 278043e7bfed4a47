import assert from 'node:assert/strict'
import { test } from 'node:test'
import { done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const op = as('op')
const sales = as('sales')
const seminar = done(await op.post('/seminars', { title: '京都講座', kind: 'product_talk' })).id
const { id: session } = done(
  await op.post(`/seminars/${seminar}/sessions`, {
    starts_at: '2087-04-01T19:00',
    ends_at: '2087-04-01T20:00',
    venue: '總公司',
    capacity: 5,
    status: 'open',
  }),
)
const send = (rows: object[], more: object = {}) =>
  sales.post(`/sessions/${session}/attendances/import`, { rows, ...more })
type Line = { result: string; errors: object }
const results = ({ data }: { data: { lines: Line[] } }) => data.lines.map(({ result }) => result)
const count = async () => (await sales.get(`/sessions/${session}/attendances`)).data.length

test('guests of a list are added together or not at all, and who is there already stays', async () => {
  const rows = [
    { guest_name: '王小美', guest_phone: '912345678', people: '2' },
    { guest_name: '林大明', guest_email: 'lin@example.com' },
  ]
  const tried = await send(rows, { dry_run: true })
  assert.deepEqual([tried.status, tried.data?.imported, await count()], [200, false, 0], JSON.stringify(tried.body))
  const written = await send(rows)
  assert.deepEqual([written.data.imported, results(written), await count()], [true, ['created', 'created'], 2])
  const { data } = await sales.get(`/sessions/${session}/attendances?sort=id`)
  assert.deepEqual([data[0].guest_phone, data[0].people, data[1].people], ['0912345678', 2, 1])
  const more = await send([...rows, { guest_name: '陳三', people: '3' }])
  assert.deepEqual([more.data.imported, results(more)], [false, ['unchanged', 'unchanged', 'refused']])
  assert.deepEqual(more.data.lines[2].errors, {
    people: ['The session is full. Choose another session.'],
  })
  const wrong = await send([{ guest_name: '陳三', people: '十' }, { guest_phone: '0911222333' }])
  assert.deepEqual(
    wrong.data.lines.map(({ errors }: Line) => Object.keys(errors)),
    [['people'], ['guest_name']],
  )
  assert.equal(await count(), 2)
  assert.equal((await sales.post('/sessions/99999999/attendances/import', { rows })).status, 404)
})
