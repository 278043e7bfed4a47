import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const [admin, sales, op, ticketing] = [as('admin'), as('sales'), as('op'), as('ticketing')]
const { trip, book } = await bookingFixtures(home)
const departure_date = daysFromToday(5)
const { id, serial } = await trip(9, { departure_date })
const booking = await book(id, ['王小美'])
done(await sales.post(`/bookings/${booking.id}/confirm`, {}))
done(
  await ticketing.post(`/planned-trips/${id}/flights`, {
    ...{ direction: 'outbound', flight_number: 'BR116', origin: 'TPE', destination: 'CTS' },
    ...{ departs_at: `${departure_date}T09:00`, arrives_at: `${departure_date}T13:30` },
    ...{ departs_timezone: 'Asia/Taipei', arrives_timezone: 'Asia/Tokyo' },
  }),
)

type Reason = { kind: string; count: number; light: string; says: string }
const named = (reasons: Reason[]) => reasons.map(({ kind, count, light }) => `${light} ${kind} ${count}`).sort()
const lacking = [
  'amber balances 1',
  'amber deadlines 2',
  'amber handover 1',
  'amber leader 1',
  'amber passport_name_missing 1',
  'red assembly 1',
  'red birth_date_missing 1',
  'red departure_notices 1',
  'red hotels 2',
  'red passport_missing 1',
  'red rooms 1',
  'red tickets 1',
]
const listed = async (query: string, who = op) =>
  (await who.get(`/planned-trips?${query}`)).data.find((row: { id: number }) => row.id === id)

test('the page, the list, the morning and the next step of a trip name the same faults', async () => {
  const page = done(await op.get(`/planned-trips/${id}/readiness`))
  const withoutDay = (broke: Reason[]) => broke.filter(({ kind }) => kind !== 'day')
  assert.deepEqual([page.light, named(withoutDay(page.broke))], ['red', lacking])
  const step = done(await op.get(`/planned-trips/${id}/preview?status=departed`))
  assert.deepEqual(named(withoutDay(step.broke)), lacking)
  const { readiness } = await listed('with_readiness=true')
  assert.deepEqual([readiness.light, named(readiness.reasons)], ['red', lacking])
  const groups: { key: string; items: { record: { number: string }; reasons: Reason[] }[] }[] = done(
    await admin.get('/work?for=op'),
  )
  const row = groups.find(({ key }) => key === 'readiness_red')?.items.find(({ record }) => record.number === serial)
  assert.deepEqual(named(row?.reasons ?? []), lacking)
  assert.equal(row?.reasons.find(({ kind }) => kind === 'departure_notices')?.says, '行前通知書尚未寄出')
})

test('the list can be filtered by the light; it shows the light only to staff who ask for it', async () => {
  assert.equal((await listed('readiness=red'))?.id, id)
  assert.equal(await listed('readiness=green'), undefined)
  assert.equal((await listed('')).readiness, null)
  assert.equal((await listed('with_readiness=true', as('finance'))).readiness, null)
  const refused = await as('finance').get('/planned-trips?readiness=red')
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['readiness']])
  const later = await trip(9, { departure_date: daysFromToday(60) })
  const rows: { id: number; readiness: unknown }[] = (await op.get('/planned-trips?with_readiness=true')).data
  assert.equal(rows.find((row) => row.id === later.id)?.readiness, null)
})

test('a fault that is corrected is not listed any more: payment, meeting point, notice', async () => {
  const received_at = new Date().toISOString()
  const paid = { amount: booking.total, method: 'cash', received_at }
  done(await as('finance').post(`/bookings/${booking.id}/payments`, paid))
  done(
    await op.put(`/planned-trips/${id}`, { assembly: { at: `${departure_date}T06:30:00+08:00`, place: '桃園機場' } }),
  )
  done(await sales.post(`/planned-trips/${id}/departure-notices`, {}))
  const kinds = (await listed('with_readiness=true')).readiness.reasons.map(({ kind }: Reason) => kind)
  assert.deepEqual(
    ['balances', 'assembly', 'departure_notices'].filter((kind) => kinds.includes(kind)),
    [],
  )
})

test('a trip that is back or was cancelled is not judged', async () => {
  for (const status of ['returned', 'settled', 'cancelled'] as const) {
    await db.updateTable('planned_trips').set({ status }).where('id', '=', id).execute()
    const { light, broke, found } = done(await op.get(`/planned-trips/${id}/readiness`))
    assert.deepEqual([light, broke, found], [null, [], []], status)
  }
})
