import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import { toldWhere } from '../../../test/told.ts'

const home = await house()
const { as, db, ids } = home
const { leader, trip, assign, own, japan } = await fixtures(home)
const office = as('line_control')
const mine = await own()
const brief = (id: number, tour_leader_id: number | null, more: object = {}) =>
  office.put(`/planned-trips/${id}/briefing-leader`, { tour_leader_id, ...more })
const told = async () => {
  const rows = await toldWhere(db, sql`n.user_id = ${ids.leader}`)
  await db.deleteFrom('notifications').execute()
  return rows.map(({ event, title }) => `${event} ${title}`)
}

test('a leader is assigned, notified and replaced, and the history stays', async () => {
  const other = await leader('怡君')
  const id = await trip('2083-03-01', '2083-03-05')
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
  assert.equal((await assign(await trip('2083-03-04', '2083-03-09'), other)).status, 200, 'the time is free again')

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

test('a briefing blocks its hours, may be on rest days, and two on one day are possible', async () => {
  const mei = await leader('美玲', { min_rest_days: 3 })
  await assign(await trip('2083-04-10', '2083-04-14'), mei)
  const at = (day: string, from: string, to: string) => ({
    briefing_starts_at: `${day}T${from}:00+08:00`,
    briefing_ends_at: `${day}T${to}:00+08:00`,
  })
  const plan = (day: string, from: string, to: string) => trip('2083-06-01', '2083-06-05', at(day, from, to))
  assert.equal((await brief(await plan('2083-04-16', '19:00', '21:00'), mei)).status, 200)
  assert.equal((await brief(await plan('2083-04-16', '14:00', '16:00'), mei)).status, 200)
  const clash = await brief(await plan('2083-04-16', '15:00', '17:00'), mei)
  assert.deepEqual(
    [
      clash.status,
      clash.body.conflicts.map(({ kind, starts_at }: { kind: string; starts_at: string }) => [kind, starts_at]),
    ],
    [409, [['briefing', '2083-04-16T06:00:00+00:00']]],
  )
  assert.equal((await brief(await plan('2083-04-14', '23:00', '23:30'), mei)).body.conflicts[0].kind, 'trip')
  assert.equal(
    (await brief(await plan('2083-04-15', '00:00', '01:00'), mei)).status,
    200,
    'days begin at midnight where the house is',
  )
  const forced = await brief(await plan('2083-04-13', '19:00', '20:00'), mei, { override: true, reason: '線上說明' })
  assert.deepEqual([forced.status, forced.data.conflicts[0].kind], [200, 'trip'])
  assert.equal((await brief(await trip('2083-08-01', '2083-08-02'), mei)).status, 200, 'without hours it takes none')
})

test('impossible assignments are refused', async () => {
  const gone = await leader('離職', { status: 'inactive' })
  const open = await trip('2083-09-01', '2083-09-02')
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
  const cancelled = await assign(await trip('2083-09-01', '2083-09-02', { status: 'returned' }), mine)
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

const hours = (day: string, from: string, to: string) => ({
  briefing_starts_at: `${day}T${from}:00+08:00`,
  briefing_ends_at: `${day}T${to}:00+08:00`,
})

test('new hours of a briefing are checked like a new leader, and an override needs a reason of its own', async () => {
  const mei = await leader('雅雯', { user_id: null })
  await assign(await trip('2084-03-01', '2084-03-05'), mei)
  const id = await trip('2084-04-01', '2084-04-05')
  assert.equal((await brief(id, mei)).status, 200)
  const at = `/planned-trips/${id}`
  const refused = await office.put(at, hours('2084-03-02', '19:00', '21:00'))
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.conflicts[0].kind],
    [409, 'leader_conflict', 'trip'],
  )
  assert.equal((await office.get(at)).data.briefing_starts_at, null)
  assert.equal((await office.put(at, { ...hours('2084-03-02', '19:00', '21:00'), override: true })).status, 422)
  const forced = { ...hours('2084-03-02', '19:00', '21:00'), override: true, reason: '由當地視訊' }
  assert.equal((await office.put(at, forced)).status, 200)
  const [last] = (await office.get(`${at}/leader-history`)).data
  assert.deepEqual(
    [last.duty, last.tour_leader_id, last.is_override, last.reason],
    ['briefing', mei, true, '由當地視訊'],
  )
  assert.equal((await office.put(at, { notes: '不影響說明會' })).status, 200)
  assert.deepEqual(
    (await office.get(`${at}/leaders`)).data.conflicts.map(({ kind }: { kind: string }) => kind),
    ['trip'],
  )
})

test('a briefing leader is notified of new hours and of a moved or cancelled trip, and the notice names the briefing', async () => {
  const id = await trip('2084-06-10', '2084-06-14', {
    serial: 'BRF280610A',
    name: '北國',
    ...hours('2084-06-01', '19:00', '21:00'),
  })
  const at = `/planned-trips/${id}`
  await brief(id, mine)
  await office.put(at, hours('2084-06-02', '14:00', '16:30'))
  await office.put(at, { departure_date: '2084-06-12' })
  await office.put(`${at}/status`, { status: 'cancelled', reason: '未達人數' })
  const { data } = await as('leader').get('/notifications', { 'accept-language': 'zh-TW' })
  const rows = data.filter(({ subject }: { subject: { id: number } }) => subject.id === id)
  assert.deepEqual(rows.map(({ event, body }: { event: string; body: string }) => [event, body]).reverse(), [
    ['trip-leader.briefing', 'BRF280610A 北國 說明會：2084/6/1 19:00–21:00'],
    ['trip-leader.briefing-moved', 'BRF280610A 北國 說明會：2084/6/2 14:00–16:30'],
    ['planned-trip.moved', 'BRF280610A 北國 說明會：2084/6/2 14:00–16:30'],
    ['planned-trip.cancelled', 'BRF280610A 北國 說明會：2084/6/2 14:00–16:30'],
  ])
})

test('trips whose briefing leader becomes unavailable are listed', async () => {
  const id = await trip('2084-08-10', '2084-08-14', hours('2084-08-01', '19:00', '21:00'))
  const ill = await leader('病假')
  await brief(id, ill)
  const leave = { tour_leader_id: ill, type: 'sick', starts_on: '2084-08-01', ends_on: '2084-08-02' }
  assert.equal((await office.post('/leader-unavailabilities', leave)).status, 409)
  assert.equal(
    (await office.post('/leader-unavailabilities', { ...leave, override: true, reason: '住院' })).status,
    201,
  )
  const listed = async (answer: boolean) =>
    (await office.get(`/planned-trips?leader_conflict=${answer}&per_page=100`)).data.map(({ id }: { id: number }) => id)
  assert.ok((await listed(true)).includes(id))
  assert.ok(!(await listed(false)).includes(id))
  const { broke } = (await office.get(`/planned-trips/${id}/preview?status=departed`)).data
  assert.ok(broke.some(({ kind }: { kind: string }) => kind === 'leader_conflict'))
})

test('documents that expire before the return, and leave, need an override; a licence of the wrong kind cannot be overridden', async () => {
  const abroad = await trip('2084-10-01', '2084-10-05')
  await db.insertInto('trip_countries').values({ planned_trip_id: abroad, country_id: japan }).execute()
  const force = { override: true, reason: '已送件換發' }
  const codes = ({ body }: { body: { code: string; reasons?: { code: string }[] } }) => [
    body.code,
    ...(body.reasons ?? []).map(({ code }) => code),
  ]
  const licenses = [{ type: '領隊人員執業證（外語）', expires_on: '2086-01-01' }]
  for (const wrong of [[], [{ type: '華語領隊' }], [{ type: '外語領隊', expires_on: '2084-10-04' }]]) {
    const refused = await assign(abroad, await leader('執業證', { licenses: wrong }), force)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['tour_leader_id']])
  }
  const short = await leader('護照', { licenses, passport_expires_on: '2084-10-03' })
  assert.deepEqual(codes(await assign(abroad, short)), ['leader_conflict', 'passport_expires'])
  assert.equal((await assign(abroad, short, { override: true })).status, 422)
  assert.equal((await assign(abroad, short, force)).status, 200)
  const [last] = (await office.get(`/planned-trips/${abroad}/leader-history`)).data
  assert.deepEqual([last.is_override, last.reason], [true, '已送件換發'])
  const away = await leader('留停', { licenses, status: 'on_leave' })
  assert.deepEqual(codes(await assign(abroad, away)), ['leader_conflict', 'on_leave'])
  assert.deepEqual(codes(await brief(abroad, away)), ['leader_conflict', 'on_leave'])
})

test('a leader with assigned trips becomes inactive only if these are released; past trips keep their leader', async () => {
  const gone = await leader('離開')
  const [led, briefed, past] = [
    await trip('2085-01-10', '2085-01-14', { op_user_id: ids.op }),
    await trip('2085-02-10', '2085-02-14'),
    await trip('2020-02-10', '2020-02-14'),
  ]
  await db.updateTable('planned_trips').set({ assigned_leader_id: gone }).where('id', '=', past).execute()
  await assign(led, gone)
  await brief(briefed, gone)
  const kept = await office.put(`/tour-leaders/${gone}`, { status: 'inactive' })
  assert.deepEqual(
    [kept.status, kept.body.conflicts.map(({ id, duty }: { id: number; duty: string }) => [id, duty])],
    [
      409,
      [
        [led, 'assigned'],
        [briefed, 'briefing'],
      ],
    ],
  )
  const missing = async () =>
    (await office.get('/planned-trips?missing_leader=true&per_page=100')).data.map(({ id }: { id: number }) => id)
  assert.ok(!(await missing()).includes(led))
  assert.equal((await office.put(`/tour-leaders/${gone}`, { status: 'on_leave' })).status, 200)
  assert.ok((await missing()).includes(led))
  assert.equal((await office.put(`/tour-leaders/${gone}`, { status: 'inactive', release: true })).status, 200)
  const { data } = await office.get(`/planned-trips/${led}`)
  assert.equal(data.assigned_leader_id, null)
  assert.deepEqual(await db.selectFrom('leader_calendar').select('id').where('tour_leader_id', '=', gone).execute(), [])
  assert.equal((await office.get(`/planned-trips/${past}`)).data.assigned_leader_id, gone)
  assert.ok(!(await missing()).includes(past))
  const told = (await as('op').get('/notifications?event=trip-leader.released')).data
  const about = told.map(({ subject }: { subject: { id: number } }) => subject.id)
  assert.deepEqual([about.includes(led), about.includes(briefed), about.includes(past)], [true, true, false])
  const removal = await as('admin').delete(`/tour-leaders/${gone}`)
  assert.match(removal.body.detail, /set its status to “Left”/)
})
