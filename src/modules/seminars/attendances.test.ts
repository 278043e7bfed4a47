import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { listen } from '../../../test/stream.ts'
import { untilLocked } from '../../../test/until.ts'

const { as, atEnd, db, ids, another, database, tokens } = await house()
const second = await another()
const op = as('op')
const made = async (path: string, body: object) => {
  const answer = await op.post(path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.data
}
const times = { starts_at: '2099-01-10T19:30', ends_at: '2099-01-10T21:00', status: 'open' }
const open = { kind: 'product_talk', title: '東歐深度旅遊講座', is_public: true }
const session = async (capacity: number | null, more: object = {}): Promise<number> => {
  const seminar = await made('/seminars', { ...open, ...more })
  return (await made(`/seminars/${seminar.id}/sessions`, { ...times, capacity, online_url: 'https://meet.example/x' }))
    .id
}
const mei = { name: '王小美', email: 'mei@example.com', privacy_consent: true }
const join = (id: number, body: object, address = '203.0.113.7', who = as()) =>
  who.post(`/public/sessions/${id}/attendances`, body, { 'x-forwarded-for': address })

test('a check-in and a removal are streamed to everyone who may see the list', async () => {
  const at = await second.app.listen({ port: 0, host: '127.0.0.1' })
  const changesFor = async (who: 'sales' | 'finance') => {
    const ear = await listen(at, tokens[who], {}, '?types=session_attendance')
    atEnd(ear.hangUp)
    return ear
  }
  const [colleague, finance] = [await changesFor('sales'), await changesFor('finance')]
  const list = `/sessions/${await session(2)}/attendances`
  const { id } = await made(list, { guest_name: '王大明', guest_phone: '0912345679' })
  const told = (version: number) => JSON.stringify({ type: 'session_attendance', id, version })
  await op.put(`${list}/${id}`, { status: 'attended' })
  await colleague.until(() => colleague.text().includes(told(2)), 'the check-in')
  await op.delete(`${list}/${id}`)
  await colleague.until(() => colleague.text().split(told(2)).length === 3, 'the removal')
  assert.doesNotMatch(finance.text(), /session_attendance/)
})

test('guests and travelers are on one list and can be checked in, and a check-in can be undone', async () => {
  const id = await session(2)
  const list = `/sessions/${id}/attendances`
  const guest = await made(list, { guest_name: '李大同', guest_phone: '0912345678', status: 'invited' })
  assert.deepEqual([guest.status, guest.source, guest.traveler, guest.checked_in_at], ['invited', 'staff', null, null])
  const address = `${list}/${guest.id}`
  const there = await op.put(address, { status: 'attended' })
  assert.match(there.data.checked_in_at, /^\d{4}-/)
  const back = await op.put(address, { status: 'invited' })
  assert.deepEqual([back.status, back.body.possible], [409, ['registered', 'absent']])
  assert.equal((await op.put(address, { status: 'absent' })).data.checked_in_at, null)
  assert.equal((await op.put(address, { notes: 'x' }, { 'if-match': '"1"' })).status, 412)
  assert.deepEqual((await op.post(list, { notes: 'nobody' })).body.errors, {
    traveler_id: ['Name a traveler or a guest, one of the two.'],
  })
  assert.equal((await op.post(list, { guest_name: '李大同', guest_phone: '0912-345-678' })).body.code, 'duplicate')
  assert.deepEqual((await op.get(`${list}?status=absent`)).data.length, 1)
  assert.deepEqual((await op.delete(`/sessions/${id}`)).body.uses, { session_attendances: 1 })
  assert.equal((await op.delete(address)).status, 200)
  assert.equal((await op.delete(`/sessions/${id}`)).status, 200)
})

test('all travelers of the trips are invited once', async () => {
  const { rows } = await sql<{ trip: number }>`
    with trip as (insert into planned_trips (serial, name, departure_date, return_date) values ('TYO', '東京', '2027-01-28', '2027-02-01') returning id),
         booked as (insert into bookings (booking_number, planned_trip_id, contact_name, customer_user_id, status)
                    select 'TYO-' || s, id, '王', ${ids.customer}, s from trip, unnest(array['held', 'confirmed', 'cancelled', 'waitlisted']) s returning id, status),
         people as (insert into travelers (booking_id, name, status)
                    select id, status || n, case n when 1 then 'active' else 'cancelled' end from booked, generate_series(1, 2) n returning id)
    select id as trip from trip`.execute(db)
  const seminar = await made('/seminars', { ...open, planned_trip_ids: [rows[0]?.trip] })
  const { id } = await made(`/seminars/${seminar.id}/sessions`, times)
  assert.deepEqual((await op.post(`/sessions/${id}/invitations`)).data, { invited: 2, unreached: [] })
  assert.deepEqual((await op.post(`/sessions/${id}/invitations`)).data, { invited: 0, unreached: [] })
  const { data } = await as('sales').get(`/sessions/${id}/attendances`)
  assert.deepEqual(data.map(({ traveler }: { traveler: { name: string } }) => traveler.name).sort(), [
    'confirmed1',
    'held1',
  ])
  const again = await op.post(`/sessions/${id}/attendances`, { traveler_id: data[0].traveler_id })
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [409, ['traveler_id']])
  await op.put(`/sessions/${id}`, { starts_at: '2099-01-11T10:00', ends_at: '2099-01-11T11:00' })
  const told = (await as('customer').get('/notifications', { 'accept-language': 'zh-TW' })).data
  assert.deepEqual(
    told.map(({ event }: { event: string }) => event),
    ['seminar-session.moved', 'seminar-session.invited'],
  )
})

test('a leader sees the attendees of their own trips, and the briefing leader sees all', async () => {
  const tripLedBy = async (serial: string, leader: number | null) => {
    const { rows } = await sql<{ trip: number; traveler: number }>`
      with trip as (insert into planned_trips (serial, name, departure_date, return_date, assigned_leader_id)
                    values (${serial}, '東京', '2027-01-28', '2027-02-01', ${leader}) returning id),
           booked as (insert into bookings (booking_number, planned_trip_id, contact_name, status)
                      select ${serial} || '-001', id, '王', 'held' from trip returning id, planned_trip_id)
      insert into travelers (booking_id, name) select id, ${serial} from booked
      returning id as traveler, (select id from trip) as trip`.execute(db)
    return rows[0]
  }
  const { id: leader } = await made('/tour-leaders', { name: '陳志明' })
  await sql`update users set tour_leader_id = ${leader} where id = ${ids.leader}`.execute(db)
  const [own, others] = [await tripLedBy('OWN', leader), await tripLedBy('OTHERS', null)]
  const seminar = await made('/seminars', { ...open, planned_trip_ids: [own?.trip, others?.trip] })
  const { id } = await made(`/seminars/${seminar.id}/sessions`, times)
  await op.post(`/sessions/${id}/invitations`)
  const guest = await made(`/sessions/${id}/attendances`, { guest_name: '李大同', guest_phone: '0912345678' })
  const list = `/sessions/${id}/attendances`
  const seen = async () =>
    (await as('leader').get(list)).data.map((one: { traveler: { name: string } | null; guest_name: string | null }) =>
      one.traveler ? one.traveler.name : one.guest_name,
    )
  assert.deepEqual(await seen(), ['OWN'])
  assert.equal((await as('leader').get(`${list}/${guest.id}`)).status, 404)
  await op.put(`/seminars/${seminar.id}`, { briefing_leader_id: leader })
  assert.deepEqual(await seen(), ['OWN', 'OTHERS', '李大同'])
})

test('the last seats are given once, in any process', async () => {
  const id = await session(3)
  const processes = [as(), second.as()]
  const tries = Array.from({ length: 12 }, (_, n) =>
    join(id, { ...mei, email: `guest${n}@example.com` }, `203.0.113.${n}`, processes[n % 2]),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, 201, 201, ...Array(9).fill(409)])
  const { data } = await op.get(`/sessions/${id}`)
  assert.deepEqual([data.status, data.seats], ['full', { taken: 3, remaining: 0 }])
  assert.equal((await op.get(`/sessions?status=full`)).body.meta.total, 1)
  const late = await op.post(`/sessions/${id}/attendances`, { guest_name: '遲到' })
  assert.deepEqual([late.status, late.body.code], [409, 'session_full'])
  assert.equal((await op.post(`/sessions/${id}/attendances`, { guest_name: '遲到', status: 'invited' })).status, 201)
  assert.deepEqual(Object.keys((await op.put(`/sessions/${id}`, { capacity: 2 })).body.errors), ['capacity'])
  assert.equal((await op.put(`/sessions/${id}`, { capacity: null })).data.status, 'open')
})

test('a guest registers once, and gets only the data that a guest needs', async () => {
  const id = await session(5)
  const first = await join(id, mei)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.deepEqual(first.data, {
    name: '王小美',
    people: 1,
    status: 'registered',
    session: {
      id,
      kind: 'product_talk',
      title: open.title,
      title_en: null,
      starts_at: '2099-01-10T11:30:00+00:00',
      ends_at: '2099-01-10T13:00:00+00:00',
      timezone: 'Asia/Taipei',
      starts_local: '2099-01-10T19:30',
      ends_local: '2099-01-10T21:00',
      venue: null,
      address: null,
      is_online: true,
      status: 'open',
      online_url: 'https://meet.example/x',
    },
  })
  assert.deepEqual((await join(id, { ...mei, email: 'MEI@example.com' })).data.status, 'registered')
  assert.equal((await join(id, { ...mei, name: '王先生' })).status, 201)
  assert.equal((await op.get(`/sessions/${id}`)).data.seats.taken, 2)
  const { data } = await op.get(`/sessions/${id}/attendances?source=public`)
  assert.match(data[0].privacy_consent_at, /^\d{4}-/)
  const shown = await as().get('/public/sessions')
  assert.ok(!JSON.stringify(shown.body).includes('meet.example'))
  assert.equal((await as().get(`/public/sessions/${id}`)).data.status, 'open')
})

test('an invited guest who registers becomes registered', async () => {
  const id = await session(1)
  await made(`/sessions/${id}/attendances`, { guest_name: mei.name, guest_email: mei.email, status: 'invited' })
  assert.equal((await join(id, mei)).status, 201)
  assert.deepEqual((await op.get(`/sessions/${id}`)).data.attendances, {
    invited: 0,
    registered: 1,
    attended: 0,
    absent: 0,
  })
})

test('invalid guests are refused, and bots get no details', async () => {
  const id = await session(5)
  assert.deepEqual(Object.keys((await join(id, { ...mei, privacy_consent: false })).body.errors), ['privacy_consent'])
  assert.deepEqual((await join(id, { ...mei, email: undefined })).body.errors, {
    email: ['Enter a phone number or an email address.'],
  })
  assert.deepEqual(Object.keys((await join(id, { ...mei, status: 'attended' })).body.errors), ['status'])
  assert.equal((await join(id, { ...mei, website: 'x'.repeat(9000) })).status, 413)
  assert.equal((await join(id, { ...mei, website: 'http://spam.example' })).status, 201)
  assert.equal((await op.get(`/sessions/${id}`)).data.seats.taken, 0)
  const key = { 'idempotency-key': 'one', 'x-forwarded-for': '203.0.113.9' }
  await as().post(`/public/sessions/${id}/attendances`, mei, key)
  const replayed = await as().post(`/public/sessions/${id}/attendances`, mei, key)
  assert.equal(replayed.headers['idempotency-replayed'], 'true')
})

test('a session that is not public is not found', async () => {
  const hidden = [await session(5, { is_public: false }), await session(5, { status: 'draft' })]
  const past = await session(5)
  await sql`update seminar_sessions set starts_at = now() - interval '1 hour' where id = ${past}`.execute(db)
  for (const id of [...hidden, past, 99999]) {
    assert.equal((await as().get(`/public/sessions/${id}`)).status, 404)
    assert.equal((await join(id, mei)).status, 404)
  }
})

test('an IP address may register a limited number of times an hour, and refused attempts count', async () => {
  const id = await session(1)
  const tries = []
  for (let n = 0; n < 21; n += 1) tries.push((await join(id, { ...mei, name: `王 ${n}` }, '198.51.100.1')).status)
  assert.deepEqual(tries, [201, ...Array(19).fill(409), 429])
  const refused = await join(id, mei, '198.51.100.1')
  assert.ok(Number(refused.headers['retry-after']) > 3000)
  assert.equal((await join(id, mei, '198.51.100.2')).status, 409)
})

test('guests who wait for one session do not use up the database connections', async () => {
  const id = await session(null)
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = database.transaction({}, async (tx) => {
    await sql`select id from seminar_sessions where id = ${id} for update`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  let answered = 0
  const guests = Array.from({ length: 12 }, async (_, n) => {
    const { status } = await join(id, { ...mei, email: `guest${n}@example.com` }, `192.0.2.${n}`)
    answered += 1
    return status
  })
  await untilLocked(db)
  const season = { code: 'QUEUE', name: '季', starts_on: '2099-01-01', ends_on: '2099-02-01', level: 'low' }
  assert.equal((await op.post('/seasons', season)).status, 201)
  assert.equal(answered, 0, 'a colleague is answered while the guests wait')
  release.resolve()
  await locking
  assert.deepEqual(new Set(await Promise.all(guests)), new Set([201]))
})
