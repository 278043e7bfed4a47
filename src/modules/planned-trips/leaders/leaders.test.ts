import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { leader, trip, assign, own } = await fixtures(home)
const office = as('line_control')
const mine = await own()
const brief = (id: number, tour_leader_id: number | null, more: object = {}) =>
  office.put(`/planned-trips/${id}/briefing-leader`, { tour_leader_id, ...more })
const told = async () => {
  const rows = await db
    .selectFrom('notifications')
    .select(['event', 'title'])
    .where('user_id', '=', ids.leader)
    .orderBy('id')
    .execute()
  await db.deleteFrom('notifications').execute()
  return rows.map(({ event, title }) => `${event} ${title}`)
}

test('a leader is assigned, notified and replaced, and the history is kept', async () => {
  const other = await leader('怡君')
  const id = await trip('2027-03-01', '2027-03-05')
  const given = await assign(id, mine)
  assert.deepEqual(
    [given.data.assigned_leader_id, given.data.assigned_leader.name, given.data.version],
    [mine, '陳志明', 2],
  )
  assert.deepEqual(await told(), ['trip-leader.assigned 您已被指派帶團'])
  assert.equal((await assign(id, mine)).data.version, 2, 'the same leader again changes nothing')
  await assign(id, other, { reason: '改派' })
  assert.deepEqual(await told(), ['trip-leader.assigned-released 您不再帶領此團'])
  const none = await assign(id, null)
  assert.deepEqual([none.data.assigned_leader_id, none.data.assigned_leader], [null, null])
  assert.equal((await assign(await trip('2027-03-04', '2027-03-09'), other)).status, 200, 'the time is free again')

  const { data } = await as('sales').get(`/planned-trips/${id}/leader-history`)
  type Kept = {
    duty: string
    leader_name: string | null
    reason: string | null
    is_override: boolean
    changed_by_name: string
  }
  assert.deepEqual(
    data.map((row: Kept) => [row.duty, row.leader_name, row.reason, row.is_override, row.changed_by_name]),
    [
      ['assigned', null, null, false, '線控小張'],
      ['assigned', '怡君', '改派', false, '線控小張'],
      ['assigned', '陳志明', null, false, '線控小張'],
    ],
  )
})

test('a briefing blocks its hours, may fall on rest days, and two a day are possible', async () => {
  const mei = await leader('美玲', { min_rest_days: 3 })
  await assign(await trip('2027-04-10', '2027-04-14'), mei)
  const at = (day: string, from: string, to: string) => ({
    briefing_starts_at: `${day}T${from}:00+08:00`,
    briefing_ends_at: `${day}T${to}:00+08:00`,
  })
  const plan = (day: string, from: string, to: string) => trip('2027-06-01', '2027-06-05', at(day, from, to))
  assert.equal((await brief(await plan('2027-04-16', '19:00', '21:00'), mei)).status, 200)
  assert.equal((await brief(await plan('2027-04-16', '14:00', '16:00'), mei)).status, 200)
  const clash = await brief(await plan('2027-04-16', '15:00', '17:00'), mei)
  assert.deepEqual(
    [
      clash.status,
      clash.body.conflicts.map(({ kind, starts_at }: { kind: string; starts_at: string }) => [kind, starts_at]),
    ],
    [409, [['briefing', '2027-04-16T06:00:00+00:00']]],
  )
  assert.equal((await brief(await plan('2027-04-14', '23:00', '23:30'), mei)).body.conflicts[0].kind, 'trip')
  assert.equal(
    (await brief(await plan('2027-04-15', '00:00', '01:00'), mei)).status,
    200,
    'days begin at midnight where the house is',
  )
  const forced = await brief(await plan('2027-04-13', '19:00', '20:00'), mei, { override: true, reason: '線上說明' })
  assert.deepEqual([forced.status, forced.data.conflicts[0].kind], [200, 'trip'])
  assert.equal((await brief(await trip('2027-08-01', '2027-08-02'), mei)).status, 200, 'without hours it takes none')
})

test('impossible assignments are refused', async () => {
  const gone = await leader('離職', { status: 'inactive' })
  const open = await trip('2027-09-01', '2027-09-02')
  const cases: [body: unknown, fields: string[]][] = [
    [{ tour_leader_id: gone }, ['tour_leader_id']],
    [{ tour_leader_id: 999999 }, ['tour_leader_id']],
    [{}, ['tour_leader_id']],
    [{ tour_leader_id: mine, override: true }, ['reason']],
    [{ tour_leader_id: '1', extra: true }, ['extra', 'tour_leader_id']],
  ]
  for (const [body, fields] of cases) {
    const refused = await office.put(`/planned-trips/${open}/assigned-leader`, body)
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.errors ?? {}).sort()],
      [422, fields],
      JSON.stringify(body),
    )
  }
  const cancelled = await assign(await trip('2027-09-01', '2027-09-02', { status: 'returned' }), mine)
  assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'step_not_possible'])
  const stale = await office.put(
    `/planned-trips/${open}/assigned-leader`,
    { tour_leader_id: mine },
    { 'if-match': '"7"' },
  )
  assert.equal(stale.status, 412)
  assert.equal((await assign(999_999, mine)).status, 404)
  for (const who of ['sales', 'leader', 'customer'] as const)
    assert.equal((await as(who).put(`/planned-trips/${open}/assigned-leader`, { tour_leader_id: mine })).status, 403)
})
