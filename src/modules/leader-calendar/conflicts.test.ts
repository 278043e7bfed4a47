import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import type { Clash } from './calendar.ts'

const home = await house()
const { as, db, ids } = home
const { leader, trip, assign, north } = await fixtures(home)
const office = as('line_control')

const off = (tour_leader_id: number, starts_on: string, ends_on: string, more: object = {}) =>
  office.post('/leader-unavailabilities', { tour_leader_id, type: 'annual_leave', starts_on, ends_on, ...more })
const told = (conflicts: Clash[]) =>
  conflicts.map(({ kind, title, starts_on, ends_on, clash, blocks }) => [
    kind,
    title,
    starts_on,
    ends_on,
    clash,
    blocks,
  ])

test("days off block a leader's calendar and can be read", async () => {
  const mei = await leader('美玲')
  const made = await off(mei, '2083-03-01', '2083-03-05', { reason: '家庭旅遊' })
  assert.equal(made.status, 201)
  const { id, created_at, updated_at, decided_at, tour_leader, ...fields } = made.data
  assert.deepEqual(fields, {
    tour_leader_id: mei,
    type: 'annual_leave',
    starts_on: '2083-03-01',
    ends_on: '2083-03-05',
    firmness: 'hard',
    reason: '家庭旅遊',
    status: 'approved',
    requested_by: ids.line_control,
    decided_by: ids.line_control,
    decision_note: null,
    is_override: false,
    override_reason: null,
    conflicts: [],
    version: 1,
  })
  assert.deepEqual([tour_leader.id, tour_leader.name], [mei, '美玲'])
  assert.deepEqual((await as('sales').get(`/leader-unavailabilities/${id}`)).data, made.data)
})

test('a refusal lists every conflict: the record, the time, the place and the kind of conflict', async () => {
  const mei = await leader('怡君', { min_rest_days: 2 })
  const first = await trip('2083-04-01', '2083-04-05', { area_id: north })
  const second = await trip('2083-04-12', '2083-04-15')
  assert.equal((await assign(first, mei)).status, 200)
  assert.equal((await assign(second, mei)).status, 200)
  const leave = await off(mei, '2083-04-08', '2083-04-09')
  assert.equal(leave.status, 201)

  const refused = await off(mei, '2083-04-05', '2083-04-11')
  assert.deepEqual([refused.status, refused.body.code], [409, 'leader_conflict'])
  const [trips, days] = [refused.body.conflicts[0], refused.body.conflicts[1]]
  assert.deepEqual(
    told(refused.body.conflicts).map((row) => [row[0], row[2], row[3], row[4]]),
    [
      ['trip', '2083-04-01', '2083-04-05', 'overlap'],
      ['unavailability', '2083-04-08', '2083-04-09', 'overlap'],
      ['trip', '2083-04-12', '2083-04-15', 'rest'],
    ],
  )
  assert.deepEqual(
    [trips.subject, trips.place, trips.place_en],
    [{ type: 'planned_trip', id: first }, '東北亞', 'Northeast Asia'],
  )
  assert.deepEqual([days.title, days.title_en, days.subject.id], ['特休', 'Annual leave', leave.data.id])
  const { rows } = {
    rows: await db.selectFrom('leader_unavailabilities').select('id').where('tour_leader_id', '=', mei).execute(),
  }
  assert.equal(rows.length, 1, 'nothing of what was refused is kept')
})

// The trip is from the 10th to the 14th, with two rest days. Each row is a block beside it and the expected conflict.
const beside: [what: 'trip' | 'off', from: string, to: string, clash: 'overlap' | 'rest' | undefined][] = [
  ['trip', '2083-05-17', '2083-05-20', undefined],
  ['trip', '2083-05-16', '2083-05-20', 'rest'],
  ['trip', '2083-05-15', '2083-05-20', 'rest'],
  ['trip', '2083-05-14', '2083-05-20', 'overlap'],
  ['trip', '2083-05-03', '2083-05-07', undefined],
  ['trip', '2083-05-03', '2083-05-08', 'rest'],
  ['trip', '2083-05-03', '2083-05-10', 'overlap'],
  ['trip', '2083-05-11', '2083-05-12', 'overlap'],
  ['off', '2083-05-17', '2083-05-18', undefined],
  ['off', '2083-05-16', '2083-05-18', 'rest'],
  ['off', '2083-05-01', '2083-05-07', undefined],
  ['off', '2083-05-01', '2083-05-08', 'rest'],
  ['off', '2083-05-01', '2083-05-31', 'overlap'],
]
for (const [what, from, to, clash] of beside)
  test(`next to a trip with two days of rest, ${what} ${from} to ${to}: ${clash ?? 'free'}`, async () => {
    const mei = await leader('雅婷', { min_rest_days: 2 })
    await assign(await trip('2083-05-10', '2083-05-14'), mei)
    const answer = what === 'off' ? await off(mei, from, to) : await assign(await trip(from, to), mei)
    assert.deepEqual(
      [answer.status, answer.body.conflicts?.[0]?.clash],
      [clash ? 409 : what === 'off' ? 201 : 200, clash],
    )
    const check = await as('sales').post('/leader-unavailabilities/check', {
      tour_leader_id: mei,
      starts_on: from,
      ends_on: to,
    })
    if (what === 'off' && clash) assert.deepEqual([check.data.is_free, check.data.conflicts[0].clash], [false, clash])
  })

test('a dry run reports conflicts and writes nothing', async () => {
  const mei = await leader('淑芬')
  await assign(await trip('2083-06-01', '2083-06-03'), mei)
  const check = await office.post('/leader-unavailabilities/check', {
    tour_leader_id: mei,
    starts_on: '2083-06-03',
    ends_on: '2083-06-05',
  })
  assert.deepEqual([check.status, check.data.is_free, check.data.conflicts.length], [200, false, 1])
  const free = await office.post('/leader-unavailabilities/check', {
    tour_leader_id: mei,
    starts_on: '2083-06-05',
    ends_on: '2083-06-06',
  })
  assert.deepEqual(free.data, { is_free: true, conflicts: [] })
  const wrong = await office.post('/leader-unavailabilities/check', {
    tour_leader_id: mei,
    starts_on: '2083-06-05',
    ends_on: '2083-06-04',
  })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['ends_on']])
  assert.deepEqual((await office.get(`/leader-unavailabilities?tour_leader_id=${mei}`)).data, [])
})

test('an override needs a reason, is recorded, and is still shown as a conflict', async () => {
  const mei = await leader('家豪')
  const lead = await trip('2083-07-01', '2083-07-05')
  await assign(lead, mei)
  const silent = await off(mei, '2083-07-05', '2083-07-07', { override: true })
  assert.deepEqual([silent.status, Object.keys(silent.body.errors)], [422, ['reason']])
  const forced = await off(mei, '2083-07-05', '2083-07-07', { override: true, reason: '手術' })
  assert.deepEqual([forced.status, forced.data.is_override, forced.data.override_reason], [201, true, '手術'])
  assert.deepEqual(
    told(forced.data.conflicts).map((row) => [row[0], row[4]]),
    [['trip', 'overlap']],
  )
  const leaders = await as('sales').get(`/planned-trips/${lead}/leader-history`)
  assert.equal(leaders.data.length, 1)
  const kept = await db
    .selectFrom('leader_calendar')
    .select('id')
    .where('subject_type', '=', 'leader_unavailability')
    .where('subject_id', '=', forced.data.id)
    .executeTakeFirstOrThrow()
  const audit = await as('admin').get(`/audit?table_name=leader_calendar&record_id=${kept.id}`)
  assert.deepEqual([audit.data[0].actor_id, audit.data[0].changes.override_reason], [ids.line_control, [null, '手術']])

  const onTop = await off(mei, '2083-07-07', '2083-07-09')
  assert.deepEqual(
    [onTop.status, told(onTop.body.conflicts).map((row) => row[2])],
    [409, ['2083-07-05']],
    'what was overridden still takes its time',
  )
  const needless = await off(mei, '2083-08-01', '2083-08-02', { override: true, reason: '以防萬一' })
  assert.deepEqual(
    [needless.status, needless.body.errors],
    [422, { override: ['There is no conflict to override: send it without the override.'] }],
  )
  assert.equal((await off(mei, '2083-08-01', '2083-08-02', { reason: '以防萬一' })).status, 201)
})

test('tentative and requested days off cause a warning and do not block', async () => {
  const mei = await leader('宗翰')
  const maybe = await off(mei, '2083-09-01', '2083-09-10', { firmness: 'tentative' })
  assert.equal(maybe.status, 201)
  const assigned = await assign(await trip('2083-09-05', '2083-09-08'), mei)
  assert.equal(assigned.status, 200)
  assert.deepEqual(told(assigned.data.conflicts), [
    ['unavailability', '特休', '2083-09-01', '2083-09-10', 'overlap', false],
  ])
  const firm = await office.put(`/leader-unavailabilities/${maybe.data.id}`, { firmness: 'hard' })
  assert.deepEqual([firm.status, firm.body.code], [409, 'leader_conflict'])
  const shorter = await office.put(`/leader-unavailabilities/${maybe.data.id}`, {
    firmness: 'hard',
    ends_on: '2083-09-03',
  })
  assert.deepEqual([shorter.status, shorter.data.ends_on, shorter.data.version], [200, '2083-09-03', 2])
})

test('cancelled or removed days off free the calendar', async () => {
  const mei = await leader('詠晴')
  const [one, two] = [await off(mei, '2083-10-01', '2083-10-02'), await off(mei, '2083-10-03', '2083-10-04')]
  assert.equal((await off(mei, '2083-10-02', '2083-10-03')).body.conflicts.length, 2)
  assert.equal((await office.post(`/leader-unavailabilities/${one.data.id}/cancel`, {})).data.status, 'cancelled')
  assert.equal((await office.delete(`/leader-unavailabilities/${two.data.id}`)).status, 200)
  assert.equal((await off(mei, '2083-10-02', '2083-10-03')).status, 201)
  const again = await office.post(`/leader-unavailabilities/${one.data.id}/cancel`, {})
  assert.deepEqual([again.status, again.body.code], [409, 'step_not_possible'])
})

test('a new number of rest days applies to future trips, and is refused if they are too close', async () => {
  const mei = await leader('冠宇')
  const [one, two] = [await trip('2083-11-01', '2083-11-05'), await trip('2083-11-07', '2083-11-09')]
  await assign(one, mei)
  assert.equal((await assign(two, mei)).status, 200)
  const refused = await office.put(`/tour-leaders/${mei}`, { min_rest_days: 2 })
  assert.deepEqual([refused.status, refused.body.conflicts.map((b: Clash) => b.subject.id)], [409, [one, two]])
  assert.equal((await office.put(`/tour-leaders/${mei}`, { min_rest_days: 0 })).status, 200)
  assert.equal((await assign(await trip('2083-11-06', '2083-11-06'), mei)).status, 200)
})

test('invalid fields are refused by name', async () => {
  const mei = await leader('品妤')
  const cases: [body: object, fields: string[]][] = [
    [{ type: 'annual_leave', starts_on: '2083-12-01', ends_on: '2083-12-02' }, ['tour_leader_id']],
    [{ tour_leader_id: 999999, type: 'sick', starts_on: '2083-12-01', ends_on: '2083-12-02' }, ['tour_leader_id']],
    [{ tour_leader_id: mei, type: 'sick', starts_on: '2083-12-03', ends_on: '2083-12-02' }, ['ends_on']],
    [{ tour_leader_id: mei, type: 'sick', starts_on: '2083-12-03', ends_on: '2093-12-02' }, ['ends_on']],
    [{ tour_leader_id: mei, type: 'holiday', status: 'approved' }, ['ends_on', 'starts_on', 'status', 'type']],
  ]
  for (const [body, fields] of cases) {
    const { status, body: refused } = await office.post('/leader-unavailabilities', body)
    assert.deepEqual([status, Object.keys(refused.errors ?? {}).sort()], [422, fields])
  }
})
