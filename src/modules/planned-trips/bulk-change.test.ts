import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const [op, sales] = [as('op'), as('sales')]
const { book, enter, trip } = await fixtures(home)
const planned = (departure_date: string, status = 'open') =>
  trip(departure_date, `${departure_date.slice(0, 8)}${Number(departure_date.slice(8)) + 4}`, { status, capacity: 20 })
const change = (body: object, caller = op) => caller.post('/planned-trips/bulk/change', body)
type Line = { planned_trip_id: number; status: string; faults: string[] }
const lines = (data: Line[]) => data.map(({ planned_trip_id, status }) => [planned_trip_id, status])
const trips = (...wanted: number[]) =>
  db.selectFrom('planned_trips').selectAll().where('id', 'in', wanted).orderBy('departure_date').execute()

test('people, seats and visibility of many trips are set at once, and what they have already is left', async () => {
  const [one, two] = [await planned('2083-03-10'), await planned('2083-03-17')]
  await op.put(`/planned-trips/${two}`, { op_user_id: ids.op, capacity: 24, is_public: false })
  const wanted = { ids: [two, one], change: { op_user_id: ids.op, capacity: 24, is_public: false } }
  const tried = await change({ ...wanted, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(lines(tried.data), [
    [one, 'would_change'],
    [two, 'unchanged'],
  ])
  assert.deepEqual(tried.body.meta, { dry_run: true, created: 0, changed: 0 })
  assert.notEqual((await trips(one))[0]?.capacity, 24)
  const done = await change(wanted)
  assert.deepEqual(lines(done.data), [
    [one, 'changed'],
    [two, 'unchanged'],
  ])
  assert.deepEqual(done.body.meta, { dry_run: false, created: 0, changed: 1 })
  assert.deepEqual(
    (await trips(one, two)).map(({ op_user_id, capacity, is_public }) => [op_user_id, capacity, is_public]),
    [
      [ids.op, 24, false],
      [ids.op, 24, false],
    ],
  )
})

test('if one trip cannot be changed, none is, and each line says why', async () => {
  const [free, full] = [await planned('2083-04-10'), await planned('2083-04-17')]
  const booking = await book(full, null, 'confirmed')
  await enter(booking, '王小美')
  await enter(booking, '李大同')
  const wanted = { ids: [free, full, 999_999], change: { capacity: 1 } }
  const tried = await change({ ...wanted, dry_run: true })
  assert.deepEqual(
    tried.data.map(({ status, serial, faults }: Line & { serial: string | null }) => [
      status,
      serial !== null,
      faults[0],
    ]),
    [
      ['would_change', true, undefined],
      ['refused', true, 'Seats: 2 seats taken already.'],
      ['refused', false, 'There is no such record, or you may not know of it.'],
    ],
  )
  const refused = await change(wanted)
  assert.equal(refused.status, 422)
  assert.equal(refused.body.message, '2 of them cannot be changed, so nothing was changed; see what is said of each.')
  assert.deepEqual(lines(refused.body.rows), [
    [free, 'would_change'],
    [full, 'refused'],
    [999_999, 'refused'],
  ])
  assert.notEqual((await trips(free))[0]?.capacity, 1)
})

test('prices are added to those a trip has, and null takes all of them away', async () => {
  const id = await planned('2083-05-10')
  await change({ ids: [id], change: { price: { adult: 40_000 } } })
  await change({ ids: [id], change: { price: { infant: 9_000 } } })
  assert.deepEqual((await trips(id))[0]?.price_overrides, { adult: 40_000, infant: 9_000 })
  assert.deepEqual(lines((await change({ ids: [id], change: { price: { adult: 40_000 } } })).data), [[id, 'unchanged']])
  await change({ ids: [id], change: { price: null } })
  assert.equal((await trips(id))[0]?.price_overrides, null)
})

test('deadlines are so many days before each departure; a trip without one gets it', async () => {
  const [one, two] = [await planned('2083-06-10'), await planned('2083-06-20')]
  const dueOf = async (id: number) => {
    const { data } = await op.get(`/planned-trips/${id}/deadlines`)
    const found = data.find(({ key }: { key: string }) => key === 'visa')
    return found && [found.due_on, found.owner, found.done_at !== null]
  }
  const made = await op.post(`/planned-trips/${one}/deadlines`, { key: 'visa', due_on: '2083-06-01', owner: 'op' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const deadlines = [{ key: 'visa', days_before: 20, owner: 'sales' }]
  assert.deepEqual(lines((await change({ ids: [one, two], change: { deadlines } })).data), [
    [one, 'changed'],
    [two, 'changed'],
  ])
  assert.deepEqual(await dueOf(one), ['2083-05-21', 'sales', false])
  assert.deepEqual(await dueOf(two), ['2083-05-31', 'sales', false])
  const done = await change({ ids: [one], change: { deadlines: [{ key: 'visa', done: true }] } })
  assert.deepEqual(lines(done.data), [[one, 'changed']])
  assert.deepEqual(await dueOf(one), ['2083-05-21', 'sales', true])
})

test('a status is set by the steps of a trip, for those that a filter finds', async () => {
  const [one, two] = [await planned('2083-07-10', 'draft'), await planned('2083-07-17', 'draft')]
  await planned('2083-08-10', 'draft')
  const filter = { status: ['draft'], from: '2083-07-01', to: '2083-07-31' }
  const opened = await change({ filter, change: { status: 'open' } })
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  assert.deepEqual(lines(opened.data), [
    [one, 'changed'],
    [two, 'changed'],
  ])
  const refused = await change({ ids: [one], change: { status: 'settled' } })
  assert.equal(refused.status, 422)
  assert.match(refused.body.rows[0].faults[0], /is not possible while the status is “Open for booking”/)
  const history = await op.get(`/planned-trips/${one}/status-history`)
  assert.deepEqual(
    history.data.map(({ to_status }: { to_status: string }) => to_status),
    ['open'],
  )
})

test('who and what a call is about has to be said', async () => {
  const status = async (body: object, caller = op) => (await change(body, caller)).status
  assert.equal(await status({ change: { capacity: 9 } }), 422)
  assert.equal(await status({ ids: [1], filter: { status: ['open'] }, change: { capacity: 9 } }), 422)
  assert.equal(await status({ filter: {}, change: { capacity: 9 } }), 422)
  assert.equal(await status({ ids: [1], change: {} }), 422)
  assert.equal(await status({ ids: [1], change: { departure_date: '2083-01-01' } }), 422)
  assert.equal(await status({ ids: [1], change: { capacity: 9 } }, sales), 403)
})

test('the briefings of many trips are set by the days before each departure; who is confirmed is invited', async () => {
  const [one, two] = [await planned('2083-08-10'), await planned('2083-08-17')]
  const booking = await book(two, null, 'confirmed')
  const traveler = await enter(booking, '王小美')
  const briefing = { days_before: 7, starts: '19:00', ends: '21:00' }
  const backwards = await change({ ids: [one], change: { briefing: { ...briefing, ends: '18:00' } } })
  assert.deepEqual([backwards.status, Object.keys(backwards.body.errors)], [422, ['change.briefing.ends']])
  const wanted = { ids: [one, two], change: { briefing } }
  const done = await change(wanted)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.deepEqual(done.body.meta, { dry_run: false, created: 0, changed: 2 })
  const sessions = () =>
    db
      .selectFrom('seminar_sessions as s')
      .leftJoin('session_attendances as a', 'a.session_id', 's.id')
      .select(['s.planned_trip_id', 's.starts_at', 'a.traveler_id', 'a.status'])
      .where('s.planned_trip_id', 'in', [one, two])
      .orderBy('s.planned_trip_id')
      .execute()
  const at = (day: string) => Date.parse(`2083-08-${day}T19:00+08:00`)
  const shown = async () =>
    (await sessions()).map(({ starts_at, planned_trip_id, traveler_id, status }) => [
      ...[planned_trip_id, Date.parse(starts_at)],
      ...[traveler_id, status],
    ])
  assert.deepEqual(await shown(), [
    [one, at('03'), null, null],
    [two, at('10'), traveler.id, 'invited'],
  ])
  const again = await change(wanted)
  assert.deepEqual(lines(again.data), [
    [one, 'unchanged'],
    [two, 'unchanged'],
  ])
  await change({ ids: [one], change: { briefing: { ...briefing, days_before: 6 } } })
  assert.deepEqual((await shown())[0], [one, at('04'), null, null], 'the session that is there moves')
})
