import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { untilLocked } from '../../../test/until.ts'
import { changeSeminar } from './seminar.ts'

const { as, database, db, ids } = await house()
const op = as('op')
const sales = as('sales')
const made = async (path: string, body: object) => {
  const answer = await op.post(path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.data
}
const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows[0]
const leaderNamed = async (name: string): Promise<number> => {
  const key = await one(
    sql<{ id: string }>`insert into person_keys (id, wrapped) values (gen_random_uuid(), '\\x00') returning id`,
  )
  const leader = await one(
    sql<{ id: number }>`insert into tour_leaders (person_key, name) values (${key?.id}, ${name}) returning id`,
  )
  return leader?.id ?? 0
}
const leader = await leaderNamed('陳志明')
await sql`update users set tour_leader_id = ${leader} where id = ${ids.leader}`.execute(db)
const tripOf = async (serial: string, assigned: number | null = null): Promise<number> => {
  const trip = await one(sql<{
    id: number
  }>`insert into planned_trips (serial, name, departure_date, return_date, assigned_leader_id)
    values (${serial}, '東京五日', '2083-01-28', '2083-02-01', ${assigned}) returning id`)
  return trip?.id ?? 0
}
const talk = { kind: 'product_talk', title: '東歐深度旅遊講座', title_en: 'Eastern Europe' }
const evening = { starts_at: '2083-01-10T19:30', ends_at: '2083-01-10T21:00', venue: '三樓會議室', capacity: 2 }

test('a seminar is created, changed, found and removed', async () => {
  const trip = await tripOf('TYO270128A')
  const { id, ...seminar } = await made('/seminars', { ...talk, host_user_id: ids.op, planned_trip_ids: [trip] })
  assert.deepEqual(
    { ...seminar, created_at: '', updated_at: '' },
    {
      ...talk,
      area_id: null,
      host_user_id: ids.op,
      briefing_leader_id: null,
      is_public: false,
      status: 'open',
      notes: null,
      planned_trip_ids: [trip],
      created_at: '',
      updated_at: '',
      version: 1,
    },
  )
  const found = async (query: string) =>
    (await sales.get(`/seminars?${query}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await found(`planned_trip_id=${trip}`), [id])
  assert.deepEqual(await found('q=東歐'), [id])
  assert.deepEqual(await found('kind=leader_training'), [])
  assert.deepEqual((await sales.get('/seminars/list/options')).data, [
    { value: id, label: talk.title, label_en: talk.title_en, kind: 'product_talk' },
  ])
  const changed = await op.put(`/seminars/${id}`, { planned_trip_ids: [], notes: '茶點' }, { 'if-match': '"1"' })
  assert.deepEqual([changed.data.planned_trip_ids, changed.data.notes, changed.data.version], [[], '茶點', 2])
  assert.equal((await op.put(`/seminars/${id}`, { notes: null }, { 'if-match': '"1"' })).status, 412)
  assert.deepEqual((await op.put(`/seminars/${id}`, { planned_trip_ids: [99999] })).body.errors, {
    planned_trip_ids: ['One of them does not exist.'],
  })
  const session = await made(`/seminars/${id}/sessions`, evening)
  for (const path of ['/sessions', `/seminars/${id}/sessions`]) {
    const [{ host_user, briefing_leader }] = (await sales.get(`${path}?host_user_id=${ids.op}`)).data
    assert.deepEqual([host_user.name, briefing_leader], ['OP 小黃', null])
  }
  assert.deepEqual((await op.delete(`/seminars/${id}`)).body.uses, { seminar_sessions: 1 })
  assert.equal((await op.delete(`/sessions/${session.id}`)).status, 200)
  assert.equal((await op.delete(`/seminars/${id}`)).status, 200)
  assert.equal((await op.get(`/seminars/${id}`)).status, 404)
})

test('a session has a local time and a number of seats', async () => {
  const { id } = await made('/seminars', talk)
  const answer = await op.post(`/seminars/${id}/sessions`, { ...evening, timezone: 'Asia/Tokyo' })
  assert.equal(answer.headers.location, `/api/sessions/${answer.data.id}`)
  const { data } = await sales.get(`/sessions/${answer.data.id}`)
  assert.deepEqual(
    { ...data, created_at: '', updated_at: '' },
    {
      id: answer.data.id,
      seminar_id: id,
      starts_at: '2083-01-10T10:30:00+00:00',
      ends_at: '2083-01-10T12:00:00+00:00',
      timezone: 'Asia/Tokyo',
      starts_local: '2083-01-10T19:30',
      ends_local: '2083-01-10T21:00',
      venue: '三樓會議室',
      address: null,
      online_url: null,
      capacity: 2,
      status: 'draft',
      notes: null,
      seats: { taken: 0, remaining: 2 },
      attendances: { invited: 0, registered: 0, attended: 0, absent: 0 },
      seminar: { id, title: talk.title, title_en: talk.title_en, kind: 'product_talk' },
      host_user: null,
      briefing_leader: null,
      created_at: '',
      updated_at: '',
      version: 1,
    },
  )
  assert.equal((await made(`/seminars/${id}/sessions`, evening)).timezone, 'Asia/Taipei')
  const twice = await op.post(`/seminars/${id}/sessions`, evening)
  assert.deepEqual([twice.status, Object.keys(twice.body.errors)], [409, ['starts_at']])
  const wrong = { ...evening, ends_at: '2083-01-10T19:00' }
  assert.deepEqual((await op.post(`/seminars/${id}/sessions`, wrong)).body.errors, {
    ends_at: ['Must be after the start.'],
  })
})

test('a session cannot begin in the past, and cannot be moved there', async () => {
  const { id } = await made('/seminars', talk)
  const past = { starts_at: '2020-01-10T19:30', ends_at: '2020-01-10T21:00' }
  const errors = (rows: string[]) =>
    Object.fromEntries(rows.map((row) => [row, ['This time has passed; give a time to come.']]))
  const one = await op.post(`/seminars/${id}/sessions`, past)
  assert.deepEqual([one.status, one.body.errors], [422, errors(['starts_at'])])
  const bulk = { sessions: [evening, past], dry_run: true }
  assert.deepEqual((await op.post(`/seminars/${id}/sessions/bulk`, bulk)).body.errors, errors(['sessions.1.starts_at']))
  const session = await made(`/seminars/${id}/sessions`, evening)
  assert.deepEqual((await op.put(`/sessions/${session.id}`, past)).body.errors, errors(['starts_at']))
  await sql`update seminar_sessions set starts_at = now() - interval '1 hour' where id = ${session.id}`.execute(db)
  assert.equal((await op.put(`/sessions/${session.id}`, { status: 'open', notes: '茶點' })).status, 200)
})

test('seminars and sessions take only possible steps, and a refusal lists these', async () => {
  const { id } = await made('/seminars', talk)
  const session = await made(`/seminars/${id}/sessions`, evening)
  const address = `/sessions/${session.id}`
  const early = await op.put(address, { status: 'done' })
  assert.deepEqual([early.status, early.body.possible], [409, ['open', 'cancelled']])
  assert.equal((await op.put(address, { status: 'open' })).data.status, 'open')
  assert.equal((await op.put(address, { status: 'full' })).status, 422)
  const over = await made(`/seminars/${id}/sessions`, { ...evening, venue: '去年的會議室', status: 'open' })
  await sql`update seminar_sessions set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = ${over.id}`.execute(
    db,
  )
  assert.equal((await op.put(`/seminars/${id}`, { status: 'cancelled' })).data.status, 'cancelled')
  assert.equal((await op.get(address)).data.status, 'cancelled')
  assert.equal((await op.get(`/sessions/${over.id}`)).data.status, 'open', 'what took place is not cancelled')
  assert.equal((await op.post(`/seminars/${id}/sessions`, evening)).body.code, 'step_not_possible')
})

test('sessions are planned by a weekly pattern, after a dry run', async () => {
  const { id } = await made('/seminars', talk)
  const bulk = `/seminars/${id}/sessions/bulk`
  const pattern = {
    from: '2083-03-01',
    to: '2083-03-14',
    weekdays: [2, 4],
    starts: '19:00',
    ends: '20:30',
    except: ['2083-03-09'],
  }
  const dry = await op.post(bulk, { pattern, venue: '台中分公司', capacity: 30, status: 'open', dry_run: true })
  const line = { id: null, timezone: 'Asia/Taipei', venue: '台中分公司', is_there: false, conflicts: [] }
  assert.deepEqual(dry.data, [
    { ...line, starts_at: '2083-03-02T11:00:00Z', ends_at: '2083-03-02T12:30:00Z' },
    { ...line, starts_at: '2083-03-04T11:00:00Z', ends_at: '2083-03-04T12:30:00Z' },
    { ...line, starts_at: '2083-03-11T11:00:00Z', ends_at: '2083-03-11T12:30:00Z' },
  ])
  assert.deepEqual(dry.body.meta, { dry_run: true, created: 0 })
  assert.equal((await op.get(`/seminars/${id}/sessions`)).body.meta.total, 0)

  const real = await op.post(bulk, { pattern, venue: '台中分公司', capacity: 30, status: 'open' })
  assert.deepEqual([real.status, real.body.meta], [201, { dry_run: false, created: 3 }])
  const { data } = await op.get(`/seminars/${id}/sessions`)
  assert.deepEqual(
    data.map(({ starts_local, capacity, status }: Record<string, unknown>) => [starts_local, capacity, status]),
    [
      ['2083-03-02T19:00', 30, 'open'],
      ['2083-03-04T19:00', 30, 'open'],
      ['2083-03-11T19:00', 30, 'open'],
    ],
  )
  assert.equal((await op.post(bulk, { pattern, venue: '台中分公司' })).body.code, 'duplicate')
  assert.equal((await op.post(bulk, { pattern, venue: '台中分公司', dry_run: true })).data[0].is_there, true)
})

test('sessions are planned from a list: all or none, with each fault at its row', async () => {
  const { id } = await made('/seminars', talk)
  const bulk = `/seminars/${id}/sessions/bulk`
  const morning = { starts_at: '2083-01-11T10:00', ends_at: '2083-01-11T11:00' }
  const mixed = await op.post(bulk, { sessions: [morning, { ...morning, ends_at: '2083-01-11T09:00' }] })
  assert.deepEqual(mixed.body.errors, { 'sessions.1.ends_at': ['Must be after the start.'] })
  const twice = await op.post(bulk, { sessions: [morning, morning] })
  assert.deepEqual([twice.status, Object.keys(twice.body.errors)], [409, ['sessions.1.starts_at']])
  assert.equal((await op.post(bulk, { sessions: [morning, evening], venue: '大廳' })).body.meta.created, 2)
  assert.deepEqual(Object.keys((await op.post(bulk, {})).body.errors), ['sessions'])
  const long = { from: '2083-01-01', to: '2084-01-01', weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '10:00', ends: '11:00' }
  assert.deepEqual(Object.keys((await op.post(bulk, { pattern: long })).body.errors), ['pattern.to'])
})

test('a briefing leader cannot be in two places at once', async () => {
  const early = await op.post('/seminars', { ...talk, briefing_leader_id: leader, override: true, reason: '同場地' })
  assert.deepEqual(
    [early.status, Object.keys(early.body.errors ?? {})],
    [422, ['override', 'reason']],
    'nothing clashes yet',
  )
  const first = await made('/seminars', { ...talk, briefing_leader_id: leader })
  const session = await made(`/seminars/${first.id}/sessions`, {
    ...evening,
    starts_at: '2083-05-10T19:30',
    ends_at: '2083-05-10T21:00',
  })
  const other = await made('/seminars', { ...talk, briefing_leader_id: leader })
  const sessions = `/seminars/${other.id}/sessions`
  const clashing = { starts_at: '2083-05-10T20:00', ends_at: '2083-05-10T22:00' }
  const refused = await op.post(sessions, clashing)
  assert.deepEqual([refused.status, refused.body.code], [409, 'leader_conflict'])
  assert.deepEqual(refused.body.conflicts[0].subject, { type: 'seminar_session', id: session.id })
  assert.match(refused.body.conflicts[0].title_en, /^Eastern Europe/)
  const dry = await op.post(`${sessions}/bulk`, { sessions: [clashing], dry_run: true })
  assert.equal(dry.data[0].conflicts.length, 1)
  assert.equal((await op.post(`${sessions}/bulk`, { sessions: [clashing] })).body.code, 'leader_conflict')
  assert.equal((await op.post(sessions, { ...clashing, override: true })).status, 422)
  const forced = await op.post(sessions, { ...clashing, override: true, reason: '同場地' })
  assert.equal(forced.status, 201)
  const same = { ...clashing, starts_at: '2083-05-10T12:00:00Z', notes: '改用小教室' }
  assert.equal((await op.put(`/sessions/${forced.data.id}`, same)).status, 200)
  const later = await op.put(`/sessions/${forced.data.id}`, { starts_at: '2083-05-10T20:30' })
  assert.equal(later.body.code, 'leader_conflict')

  await op.put(`/sessions/${session.id}`, { status: 'cancelled' })
  const free = await made('/seminars', talk)
  await made(`/seminars/${free.id}/sessions`, {
    ...evening,
    starts_at: '2083-05-10T20:00',
    ends_at: '2083-05-10T21:00',
  })
  const named = await op.put(`/seminars/${free.id}`, { briefing_leader_id: leader })
  assert.deepEqual([named.status, named.body.code], [409, 'leader_conflict'])
  assert.equal((await op.put(`/seminars/${free.id}`, { briefing_leader_id: await leaderNamed('林小芬') })).status, 200)
  assert.equal((await op.get(`/seminars/${free.id}/sessions`)).data[0].briefing_leader.name, '林小芬')
  const told = await as('leader').get('/notifications', { 'accept-language': 'zh-TW' })
  assert.deepEqual([...new Set(told.data.map(({ event }: { event: string }) => event))].sort(), [
    'seminar-session.cancelled',
    'seminar.leader-named',
  ])
})

test('a leader sees the sessions that they brief and those of their trips; other roles see nothing', async () => {
  const hidden = await made('/seminars', talk)
  const trip = await tripOf('TYO270128B', leader)
  const shown = await made('/seminars', { ...talk, planned_trip_ids: [trip] })
  const [away, here] = [
    await made(`/seminars/${hidden.id}/sessions`, evening),
    await made(`/seminars/${shown.id}/sessions`, evening),
  ]
  const its = as('leader')
  assert.equal((await its.get(`/seminars/${shown.id}`)).status, 200)
  assert.equal((await its.get(`/sessions/${here.id}/attendances`)).status, 200)
  assert.ok((await its.get('/sessions')).data.every(({ id }: { id: number }) => id !== away.id))
  for (const path of [
    `/seminars/${hidden.id}`,
    `/seminars/${hidden.id}/sessions`,
    `/sessions/${away.id}`,
    `/sessions/${away.id}/attendances`,
  ])
    assert.equal((await its.get(path)).status, 404, path)
  assert.equal((await its.put(`/sessions/${here.id}`, { notes: 'x' })).status, 403)
  assert.equal((await sales.post('/seminars', talk)).status, 403)
  assert.equal((await as('customer').get(`/sessions/${here.id}`)).status, 403)
})

test('a session that is removed while its seminar gets a leader leaves no block in the calendar', async () => {
  const seminar = await made('/seminars', talk)
  const session = await made(`/seminars/${seminar.id}/sessions`, {
    ...evening,
    starts_at: '2083-06-10T19:30',
    ends_at: '2083-06-10T21:00',
  })
  const [named, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const naming = database.transaction({}, async (tx) => {
    const actor = {
      id: ids.op,
      roles: ['department'],
      name: 'OP',
      departments: ['op'],
      locale: 'zh-TW',
      tour_leader_id: null,
      token_id: 0,
      must_enrol: false,
    } as const
    await changeSeminar(
      tx,
      actor,
      seminar.id,
      { briefing_leader_id: leader },
      { expected: undefined, zone: 'Asia/Taipei' },
    )
    named.resolve()
    await mayEnd.promise
  })
  await named.promise
  const removing = op.delete(`/sessions/${session.id}`)
  await untilLocked(db)
  mayEnd.resolve()
  await naming
  assert.equal((await removing).status, 200)
  const left = await one(
    sql<{
      n: number
    }>`select count(*) as n from leader_calendar where subject_type = 'seminar_session' and subject_id = ${session.id}`,
  )
  assert.equal(left?.n, 0)
})
