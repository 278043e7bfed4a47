import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import { toldWhere } from '../../../test/told.ts'
import { workOf } from '../../../test/works.ts'
import { readFacts, readFactsOfTrips } from '../leader-calendar/candidates.ts'
import { type Candidate, ranked } from '../leader-calendar/ranking.ts'

const home = await house()
const { as, database, db, ids } = home
const other = await home.another()
const { leader, trip, assign, own, create, japan, north } = await fixtures(home)
const [office, colleague] = [as('line_control'), other.as('op')]
const at = '/planned-trips/propose-leaders'

const licensed = { licenses: [{ type: '外語領隊' }], passport_expires_on: '2095-01-01' }
const toJapan = async (from: string, to: string, more: object = {}) => {
  const id = await trip(from, to, { area_id: north, ...more })
  await db.insertInto('trip_countries').values({ planned_trip_id: id, country_id: japan }).execute()
  return id
}
type Row = { planned_trip_id: number; tour_leader_id: number; version: number; score: number; reasons: object[] }
type Proposal = {
  rows: Row[]
  unfilled: { planned_trip_id: number; reasons: { code: string; leaders: number; label: string }[] }[]
  balance: { tour_leader: { id: number }; days_before: number; days_after: number }[]
}
const proposed = async (from: string, to: string, more: object = {}): Promise<Proposal> => {
  const { status, data, body } = await office.post(at, { from, to, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return data
}
const take = (rows: Row[], who = office) => who.post(`${at}/take`, { rows })
const led = async (id: number) => (await office.get(`/planned-trips/${id}`)).data.assigned_leader_id
/** No leader of another test takes part. */
const clear = async () => {
  await db.updateTable('tour_leaders').set({ status: 'inactive' }).execute()
  await db.deleteFrom('notifications').execute()
}

test('a month is proposed with reasons, taken whole, and told as an assignment is', async () => {
  const mine = await own()
  await as('admin').put(`/tour-leaders/${mine}`, licensed)
  const mei = await leader('美玲', { ...licensed, grade: 'expert' })
  await create('/leader-country-priorities', { tour_leader_id: mei, country_id: japan, priority: 1 })
  const [first, second, third] = [
    await toJapan('2083-03-01', '2083-03-05', { op_user_id: ids.op }),
    await toJapan('2083-03-03', '2083-03-07'),
    await toJapan('2083-03-04', '2083-03-08'),
  ]
  await assign(await toJapan('2083-03-20', '2083-03-24'), mine)
  await db.deleteFrom('notifications').execute()
  const { rows, unfilled, balance } = await proposed('2083-03-01', '2083-03-31')
  assert.deepEqual([await led(first), await led(second), await led(third)], [null, null, null])
  assert.equal(rows.length, 2)
  assert.deepEqual(
    unfilled.map(({ reasons }) => reasons.map(({ code, leaders, label }) => [code, leaders, label])),
    [[['needed_elsewhere', 2, '2 位帶其他團']]],
  )
  const days = new Map(
    balance.map(({ tour_leader, days_before, days_after }) => [tour_leader.id, [days_before, days_after]]),
  )
  assert.deepEqual(
    [days.get(mine), days.get(mei)],
    [
      [5, 10],
      [0, 5],
    ],
  )

  const { status, data } = await take(rows)
  assert.equal(status, 200)
  assert.deepEqual(
    data,
    rows.map(({ planned_trip_id, tour_leader_id, version }) => ({
      planned_trip_id,
      tour_leader_id,
      version: version + 1,
    })),
  )
  for (const { planned_trip_id, tour_leader_id, score, reasons } of rows) {
    assert.equal(await led(planned_trip_id), tour_leader_id)
    const { data: candidates } = await office.get(`/planned-trips/${planned_trip_id}/leader-candidates`)
    const now = candidates.find(({ tour_leader }: { tour_leader: { id: number } }) => tour_leader.id === tour_leader_id)
    assert.deepEqual([score, reasons], [now.score, now.reasons], 'the proposal has seen what is now in the calendar')
  }
  const told = await toldWhere(db, sql`n.user_id in (${ids.leader}, ${ids.op}) and n.event like 'trip-leader.%'`)
  const expected = rows.some(({ planned_trip_id }) => planned_trip_id === first)
    ? ['trip-leader.assigned', 'trip-leader.named']
    : ['trip-leader.assigned']
  assert.deepEqual(told.map(({ event }) => event).sort(), expected)
  const history = (await office.get(`/planned-trips/${rows[0]?.planned_trip_id}/leader-history`)).data
  assert.deepEqual([history.length, history[0].is_override, history[0].changed_by_name], [1, false, '線控小張'])
  assert.equal((await proposed('2083-03-01', '2083-03-31')).rows.length, 0, 'the third trip has no free leader')
})

test('a refusal names every row that has changed, and nothing is assigned', async () => {
  await clear()
  const people = [await leader('甲', licensed), await leader('乙', licensed), await leader('丙', licensed)]
  const trips = [
    await toJapan('2083-05-01', '2083-05-05'),
    await toJapan('2083-05-02', '2083-05-06'),
    await toJapan('2083-05-03', '2083-05-07'),
    await toJapan('2083-05-20', '2083-05-24'),
  ]
  const { rows } = await proposed('2083-05-01', '2083-05-31')
  assert.equal(rows.length, 4)
  const [renamed, busy, ended, kept] = trips.map((id) => rows.find(({ planned_trip_id }) => planned_trip_id === id))
  assert.ok(renamed && busy && ended && kept)
  await office.put(`/planned-trips/${renamed.planned_trip_id}`, { notes: '改過' })
  const off = { tour_leader_id: busy.tour_leader_id, type: 'sick', starts_on: '2083-05-04', ends_on: '2083-05-04' }
  assert.equal((await office.post('/leader-unavailabilities', off)).status, 201)
  await as('admin').put(`/tour-leaders/${ended.tour_leader_id}`, { licenses: [] })
  const { status, body } = await take(rows)
  assert.deepEqual([status, body.code], [409, 'proposal_outdated'])
  const named = body.rows.filter(({ planned_trip_id }: Row) => planned_trip_id !== kept.planned_trip_id)
  assert.deepEqual(
    named.map(({ planned_trip_id, code, label }: Row & { code: string; label: string }) => [
      planned_trip_id,
      code,
      label,
    ]),
    [
      [renamed.planned_trip_id, 'stale', '這一團已被更動'],
      [busy.planned_trip_id, 'leader_conflict', '領隊這段期間已有其他安排'],
      [ended.planned_trip_id, 'invalid_input', '執業證未登錄，請改派其他領隊。'],
    ],
  )
  for (const id of trips) assert.equal(await led(id), null)
  const { rows: none } =
    await sql`select from leader_calendar where tour_leader_id = any (${people}) and kind = 'trip'`.execute(db)
  assert.equal(none.length, 0)

  const again = await proposed('2083-05-01', '2083-05-31')
  assert.equal((await take(again.rows.filter(({ planned_trip_id }) => planned_trip_id !== trips[0]))).status, 200)
  assert.equal(await led(trips[0] ?? 0), null, 'a row may be left out')
})

test('of two colleagues who take overlapping proposals at once, one gets all rows and the other none', async () => {
  await clear()
  for (const name of ['丁', '戊', '己']) await leader(name, licensed)
  for (let round = 0; round < 15; round++) {
    const day = (n: number) => new Date(Date.UTC(2086, 0, 1 + round * 40 + n)).toISOString().slice(0, 10)
    const trips = []
    for (const n of [0, 2, 12, 14]) trips.push(await toJapan(day(n), day(n + 4)))
    const { rows } = await proposed(day(0), day(30), { seed: round })
    assert.equal(rows.length, 4)
    const [one, two] = [rows.slice(0, 3), rows.slice(1).reverse()]
    const answers = await Promise.all([take(one, office), take(two, colleague)])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    assert.deepEqual([won?.status, lost?.status, lost?.body.code], [200, 409, 'proposal_outdated'], `round ${round}`)
    assert.deepEqual(
      lost?.body.rows.map(({ planned_trip_id }: Row) => planned_trip_id),
      trips.slice(1, 3),
    )
    const taken = answers[0] === won ? one : two
    for (const { planned_trip_id, tour_leader_id } of rows) {
      const isTaken = taken.some((row) => row.planned_trip_id === planned_trip_id)
      assert.equal(await led(planned_trip_id), isTaken ? tour_leader_id : null)
    }
  }
})

test('trips that are kept, led, called off or over have no part in a proposal', async () => {
  await clear()
  const one = await leader('庚', licensed)
  const kept = await toJapan('2084-01-01', '2084-01-03')
  const wanted = await toJapan('2084-01-10', '2084-01-12')
  await toJapan('2084-01-20', '2084-01-22', { status: 'cancelled' })
  await toJapan('2084-02-01', '2084-02-03')
  await toJapan('2020-01-10', '2020-01-12')
  await assign(await toJapan('2084-01-25', '2084-01-27'), one)
  const { rows, unfilled } = await proposed('2084-01-01', '2084-01-31', { keep_ids: [kept] })
  assert.deepEqual([rows.map(({ planned_trip_id }) => planned_trip_id), unfilled], [[wanted], []])
  assert.deepEqual((await proposed('2020-01-01', '2020-01-31')).rows, [])
})

test('what is not possible is refused, and only those who plan may propose', async () => {
  const refused = async (path: string, body: object) => Object.keys((await office.post(path, body)).body.errors ?? {})
  assert.deepEqual(await refused(at, { from: '2084-01-31', to: '2084-01-01' }), ['to'])
  assert.deepEqual(await refused(at, { from: '2084-01-01', to: '2084-06-01' }), ['to'])
  assert.deepEqual(await refused(at, { from: '2084-01-01', to: '2084-01-31', seed: -1 }), ['seed'])
  const row = { planned_trip_id: 1, tour_leader_id: 1, version: 1 }
  assert.deepEqual(await refused(`${at}/take`, { rows: [] }), ['rows'])
  assert.deepEqual(await refused(`${at}/take`, { rows: [row, row] }), ['rows'])
  const missing = await take([{ ...row, planned_trip_id: 999_999, score: 0, reasons: [] }])
  assert.deepEqual([missing.status, missing.body.rows[0].code], [409, 'not_found'])
  for (const who of ['sales', 'manager', 'finance', 'leader', 'customer'] as const) {
    assert.equal((await as(who).post(at, { from: '2084-01-01', to: '2084-01-31' })).status, 403)
    assert.equal((await as(who).post(`${at}/take`, { rows: [row] })).status, 403)
  }
})

const scored = ({ tour_leader, score, reasons }: Candidate) => [tour_leader.id, score, reasons]

test('the facts about many trips are read by one statement, and are those of each trip alone', async () => {
  await clear()
  const [one, two] = [await leader('辛', licensed), await leader('壬', { ...licensed, min_rest_days: 3 })]
  await create('/leader-regional-priorities', { tour_leader_id: two, area_id: north, priority: 2 })
  await assign(await toJapan('2087-01-01', '2087-01-05'), one)
  await assign(await toJapan('2087-03-08', '2087-03-09'), two)
  const trips = [await toJapan('2087-03-03', '2087-03-06'), await trip('2087-03-07', '2087-03-08', { area_id: north })]
  const read = () => readFactsOfTrips(db, trips)
  assert.equal((await workOf(database, read)).statements, 1)
  const answer = await read()
  for (const { trip, leaders } of answer) {
    const alone = await readFacts(db, trip.id)
    assert.deepEqual(ranked(trip, leaders).map(scored), ranked(alone.trip, alone.leaders).map(scored))
  }
  const known = answer[0]?.leaders.map(({ tour_leader, days_led, gap, earlier_trips, conflicts, area }) => [
    ...[tour_leader.id, days_led, gap, earlier_trips],
    ...[conflicts.map(({ clash }) => clash), area?.priority],
  ])
  assert.deepEqual(known, [
    [two, 2, 1, 0, ['rest'], 2],
    [one, 5, 56, 1, [], undefined],
  ])
})

test('leaders are proposed for chosen trips of any months; days off that wait for an approval are said', async () => {
  await clear()
  const mei = await leader('佳慧', licensed)
  const [spring, autumn, other] = [
    await toJapan('2084-03-01', '2084-03-05'),
    await toJapan('2084-10-01', '2084-10-05'),
    await toJapan('2084-03-20', '2084-03-24'),
  ]
  const off = { tour_leader_id: mei, type: 'annual_leave', starts_on: '2084-10-02', ends_on: '2084-10-03' }
  assert.equal((await office.post('/leader-unavailabilities', { ...off, firmness: 'tentative' })).status, 201)
  const { rows, balance } = (await office.post(at, { ids: [spring, autumn] })).data as Proposal
  assert.deepEqual(
    rows.map(({ planned_trip_id }) => planned_trip_id),
    [spring, autumn],
    `not ${other}`,
  )
  const labels = ((rows[1]?.reasons ?? []) as { label: string }[]).map(({ label }) => label)
  assert.ok(
    labels.some((label) => /^特休 .*（待核准或未確定）$/.test(label)),
    labels.join(),
  )
  assert.deepEqual(
    balance.map(({ days_after }) => days_after),
    [10],
  )
  const faults = async (body: object) => Object.keys((await office.post(at, body)).body.errors)
  assert.deepEqual(await faults({}), ['from'])
  assert.deepEqual(await faults({ from: '2084-03-01' }), ['to'])
  assert.deepEqual(await faults({ ids: [spring], from: '2084-03-01', to: '2084-03-31' }), ['ids'])
})

test('what a taken row only shows may be anything that can be stored', async () => {
  const row = { planned_trip_id: 1, tour_leader_id: 1, version: 1 }
  for (const shown of [{ tour_leader: { a: 'a\0b' } }, { planned_trip: { 'a\0': 1 } }, { reasons: [{ a: '\0' }] }]) {
    const { status, body } = await as('op').post(`${at}/take`, { rows: [{ ...row, ...shown }] })
    const [name = ''] = Object.keys(shown)
    assert.equal(status, 422)
    assert.match(Object.keys(body.errors).join(), new RegExp(`^rows\\.0\\.${name}`))
  }
})
