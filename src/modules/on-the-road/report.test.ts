import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [op, leader, sales] = [as('op'), as('leader'), as('sales')]
const [finance, admin] = [as('finance'), as('admin')]
const profile = done(
  await admin.post('/tour-leaders', {
    name: '李明哲',
    mobile: '0912 000 111',
    user_id: ids.leader,
    licenses: [{ type: '外語領隊執業證' }],
  }),
)
const entry = (more: object) => ({ entry_id: randomUUID(), entered_at: new Date().toISOString(), ...more })
const underWay = async () => {
  const { id, serial } = await trip(9)
  const party = await book(id, ['王小美', '王大明'])
  await sql`update bookings set status = 'confirmed', sales_user_id = ${ids.sales} where planned_trip_id = ${id}`.execute(
    db,
  )
  await sql`update planned_trips set departure_date = today() - 1, return_date = today() + 3, assigned_leader_id = ${profile.id} where id = ${id}`.execute(
    db,
  )
  return { id, serial, at: `/planned-trips/${id}`, travelers: party.travelers as { id: number }[] }
}
const spent = {
  day: daysFromToday(0),
  kind: 'meal',
  amount: 900,
  currency: 'TWD',
  paid_from: 'own',
  voucher_number: 'A-1',
}
const happened = { kind: 'delay', severity: 'low', happened_at: new Date().toISOString(), what: '班機延誤' }
const handedBack = async (at: string) => {
  const found = done(await op.get(`${at}/handovers`)) as { kind: string; handed_back: object | null }[]
  return found.find(({ kind }) => kind === 'leader_to_op')?.handed_back
}

test('everything of a trip on the road is one read, and a part that somebody does not see is null', async () => {
  const { at } = await underWay()
  done(await leader.post(`${at}/day-notes`, entry({ day: daysFromToday(0), text: '晴' })))
  done(await leader.post(`${at}/expenses`, entry(spent)))
  done(await leader.post(`${at}/incidents`, entry(happened)))
  const seen = async (who: typeof op) => {
    const road = done(await who.get(`${at}/on-the-road`)) as Record<string, object[] | null>
    return Object.entries(road).map(([part, rows]) => `${part} ${rows?.length ?? '-'}`)
  }
  const all = ['day_notes 1', 'roll_calls 0', 'incidents 1', 'expenses 1', 'advances 0', 'accounts 1']
  assert.deepEqual([await seen(op), await seen(leader), await seen(as('manager'))], [all, all, all])
  assert.deepEqual(await seen(sales), [
    'day_notes -',
    'roll_calls 0',
    'incidents 1',
    'expenses -',
    'advances -',
    'accounts -',
  ])
  assert.deepEqual(await seen(finance), [
    'day_notes -',
    'roll_calls -',
    'incidents -',
    'expenses 1',
    'advances 0',
    'accounts 1',
  ])
})

test('trips under way say their last sign of life, who was missing, and what waits; who has an open incident is first', async () => {
  const [calm, bad] = [await underWay(), await underWay()]
  const [first] = calm.travelers
  const { created_at } = done(
    await leader.post(
      `${calm.at}/roll-calls`,
      entry({ name: '早上出發', at: new Date().toISOString(), present: [first?.id] }),
    ),
  )
  done(await leader.post(`${calm.at}/expenses`, entry(spent)))
  done(await leader.post(`${bad.at}/incidents`, entry(happened)))
  await sql`update planned_trips set return_date = today() - 1, departure_date = today() - 5 where id = ${bad.id}`.execute(
    db,
  )
  type Row = {
    id: number
    last_entry_at: string
    missing: number
    incidents_open: number
    expenses_waiting: number
    leader_mobile: string
  }
  const rows = done(await op.get('/on-the-road')) as Row[]
  assert.equal(rows.findIndex(({ id }) => id === bad.id) < rows.findIndex(({ id }) => id === calm.id), true)
  const row = rows.find(({ id }) => id === calm.id)
  assert.ok(Date.parse(row?.last_entry_at ?? '') >= Date.parse(created_at))
  assert.deepEqual(
    [row?.missing, row?.incidents_open, row?.expenses_waiting, row?.leader_mobile],
    [1, 0, 1, '0912 000 111'],
  )
  const [, forSales] = await Promise.all([as('admin').get('/on-the-road'), sales.get('/on-the-road')])
  assert.ok((done(forSales) as Row[]).some(({ id }) => id === calm.id))
  assert.equal((await leader.get('/on-the-road')).status, 403)
})

test('what a leader hands back says whether its report is written and its account closed', async () => {
  const { id, at } = await underWay()
  await sql`update planned_trips set status = 'departed' where id = ${id}`.execute(db)
  const { id: expense } = done(await leader.post(`${at}/expenses`, entry(spent)))
  done(await leader.put(`${at}/handover`, { kind: 'leader_to_op', to_user_id: ids.op }))
  assert.deepEqual(await handedBack(at), { has_report: false, accounts_closed: false })
  done(await leader.post(`${at}/day-notes`, entry({ day: daysFromToday(0), text: '晴' })))
  done(await finance.post(`/expenses/${expense}/approve`, {}))
  done(await finance.post(`${at}/leader-account/close`, {}))
  assert.deepEqual(await handedBack(at), { has_report: true, accounts_closed: true })
})

test('the record of a leader names the trips that it led with what was written on each, and nobody else of the leaders reads it', async () => {
  const { id, at, serial } = await underWay()
  done(await leader.post(`${at}/day-notes`, entry({ day: daysFromToday(0), text: '晴' })))
  done(await leader.post(`${at}/expenses`, entry(spent)))
  done(await leader.post(`${at}/incidents`, entry(happened)))
  const record = `/tour-leaders/${profile.id}/on-the-road`
  const led = async (who: typeof op) =>
    done(await who.get(record)).find((trip: { id: number }) => trip.id === id) as Record<string, unknown>
  const seen = await led(op)
  assert.deepEqual(
    [seen.serial, seen.day_notes, seen.roll_calls, seen.expenses, seen.reported_at],
    [serial, 1, 0, 1, null],
  )
  assert.deepEqual(
    (seen.incidents as object[]).map((each) => ({ ...each, id: 0 })),
    [{ id: 0, kind: 'delay', severity: 'low', is_closed: false }],
  )
  assert.ok(seen.last_entry_at)
  assert.deepEqual([(await led(leader)).serial, (await led(sales)).day_notes], [serial, 1])
  const other = done(await admin.post('/tour-leaders', { name: '王接手', licenses: [{ type: '外語領隊執業證' }] }))
  assert.equal((await leader.get(`/tour-leaders/${other.id}/on-the-road`)).status, 404)
  assert.deepEqual(done(await op.get(`/tour-leaders/${other.id}/on-the-road`)), [])
  assert.equal((await finance.get(record)).status, 403)
  assert.equal(seen.is_former, false)
  await sql`update planned_trips set assigned_leader_id = ${other.id} where id = ${id}`.execute(db)
  assert.deepEqual([(await led(op)).is_former, await led(leader)], [true, undefined])
  const [taken] = done(await op.get(`/tour-leaders/${other.id}/on-the-road`))
  assert.deepEqual([taken.id, taken.is_former, taken.day_notes, taken.expenses], [id, false, 0, 0])
  assert.deepEqual([(await led(op)).day_notes, (await led(op)).expenses], [1, 1])
})
