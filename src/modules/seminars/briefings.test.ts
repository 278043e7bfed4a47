import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { app, as, db, database, ids } = home
const { trip, book, package_id } = await bookingFixtures(home)
const op = as('op')
const told = async (person: string) => {
  const { rows } = await sql<{
    sentence: string
  }>`select sentence from deliveries where person = ${person} order by id`.execute(db)
  return rows.map(({ sentence }) => sentence)
}
const { id } = await trip(9)
const booking = await book(id, ['甲', { name: '乙', email: 'yi@example.com' }], { customer_user_id: ids.customer })
const [jia, yi] = booking.travelers
await sql`update travelers set email_proved_at = now() where id = ${yi.id}`.execute(db)
const seminar = done(
  await op.post('/seminars', { kind: 'pre_departure', title: '行前說明會', planned_trip_ids: [id], status: 'open' }),
)
const session = async (capacity: number, day = '2099-03-01') =>
  done(
    await op.post(`/seminars/${seminar.id}/sessions`, {
      ...{ starts_at: `${day}T19:00`, ends_at: `${day}T20:30`, venue: '台北總公司', status: 'open', capacity },
    }),
  ).id
const first = await session(1)
const briefings = async (who: 'customer' | 'other_customer' | 'sales' = 'customer') =>
  as(who).get(`/bookings/${booking.id}/briefings`)

test('an invitation is sent to the contact, and to a traveler with their own mail address', async () => {
  assert.deepEqual(done(await op.post(`/sessions/${first}/invitations`)), { invited: 2, unreached: [] })
  assert.deepEqual(await told(`user ${ids.customer}`), ['seminar-session.invited'])
  assert.deepEqual(await told(`traveler ${yi.id}`), ['seminar-session.invited'])
})

test('a customer sees the briefings of their own bookings and answers for the travelers; the last seat is given once', async () => {
  const { data } = await briefings()
  assert.deepEqual(
    data.map((one: { traveler_name: string; status: string }) => [one.traveler_name, one.status]),
    [
      ['甲', 'invited'],
      ['乙', 'invited'],
    ],
  )
  assert.equal((await briefings('other_customer')).status, 404)
  const [mine, other] = data
  const answer = (attendance: number, is_coming: boolean, who: 'customer' | 'other_customer' = 'customer') =>
    as(who).put(`/bookings/${booking.id}/briefings/${attendance}`, { is_coming })
  assert.equal((await answer(mine.id, true, 'other_customer')).status, 404)
  assert.equal(done(await answer(mine.id, true))[0].status, 'registered')
  const full = await answer(other.id, true)
  assert.deepEqual([full.status, full.body.code], [409, 'session_full'])
  assert.equal(done(await answer(mine.id, false))[0].status, 'absent')
})

test('the places of the contact and of the traveler ask for the answer', async () => {
  const place = async (kind: 'booking' | 'traveler', of: number) =>
    placeOf(app, `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, of))).token}`)
  const [mine, other] = (await briefings()).data
  const own = await place('traveler', yi.id)
  assert.ok((await own.open()).body.includes(`name="form" value="coming-${other.id}"`))
  assert.equal((await own.send('', { form: `coming-${mine.id}` })).statusCode, 404, 'not for the others')
  assert.equal((await own.send('', { form: `coming-${other.id}` })).statusCode, 303)
  assert.equal((await briefings()).data[1].status, 'registered')
  const all = await place('booking', booking.id)
  assert.match((await all.open()).body, /行前說明會/)
  assert.equal((await all.send('', { form: `absent-${other.id}` })).statusCode, 303)
  assert.equal((await briefings('sales')).data[1].status, 'absent')
})

test('everyone on the list of a session that moves is notified, also invited guests', async () => {
  const later = await session(9, '2099-03-02')
  done(await op.post(`/sessions/${later}/invitations`))
  done(await op.put(`/sessions/${later}`, { venue: '高雄分公司' }))
  assert.deepEqual((await told(`traveler ${yi.id}`)).slice(1), ['seminar-session.invited', 'seminar-session.moved'])
})

test('sales and the leader of a trip check in several people with one call, a leader only those that they see', async () => {
  const of = await session(9, '2099-03-03')
  done(await op.post(`/sessions/${of}/invitations`))
  const list: { id: number }[] = (await op.get(`/sessions/${of}/attendances`)).data
  const attendance_ids = list.map((one) => one.id)
  const at = `/sessions/${of}/check-in`
  assert.deepEqual(done(await as('sales').post(at, { attendance_ids: attendance_ids.slice(0, 1) })), { checked_in: 1 })
  const stranger = await as('leader').post(at, { attendance_ids })
  assert.equal(stranger.status, 404)
  const { id: leader } = done(
    await as('admin').post('/tour-leaders', { leader_number: 'L77', name: '林', user_id: ids.leader }),
  )
  await sql`update users set tour_leader_id = ${leader} where id = ${ids.leader}`.execute(db)
  await sql`update planned_trips set assigned_leader_id = ${leader} where id = ${id}`.execute(db)
  assert.deepEqual(done(await as('leader').post(at, { attendance_ids })), { checked_in: 1 })
  assert.equal((await as('customer').post(at, { attendance_ids })).status, 403)
  const { data } = await op.get(`/sessions/${of}/attendances?status=attended`)
  assert.deepEqual([data.length, data[0].checked_in_at !== null], [2, true])
  assert.equal(jia.name, '甲')
})

test('sessions are created from the briefing times of many trips: travelers are invited, and notified if a session moves or is cancelled', async () => {
  const plan = (more: object) =>
    op.post('/planned-trips/bulk/create', {
      ...{ package_id, dates: ['2099-06-10', '2099-06-17'], status: 'open' },
      briefing: { days_before: 14, starts: '19:00', ends: '20:30' },
      ...more,
    })
  const sessions = async (trip_id: number) => {
    const found = done(await op.get(`/seminars?planned_trip_id=${trip_id}`))
    const [one] = await Promise.all(
      found.map(async (each: { id: number }) => done(await op.get(`/seminars/${each.id}`))),
    )
    return one
  }
  done(await plan({ dry_run: true }))
  const before = done(await op.get('/seminars')).length
  const trips = done(await plan({}))
  assert.equal(done(await op.get('/seminars')).length, before + 2)
  const [first, second] = trips.map((one: { id: number }) => one.id)
  const made = await sessions(first)
  const { rows } = await sql<{ starts: string; status: string; title: string }>`
    select to_char(s.starts_at at time zone s.timezone, 'YYYY-MM-DD HH24:MI') as starts, s.status, m.title
      from seminar_sessions s join seminars m on m.id = s.seminar_id where s.planned_trip_id = any (${[first, second]}) order by s.starts_at`.execute(
    db,
  )
  assert.deepEqual(
    rows.map(({ starts, status }) => [starts, status]),
    [
      ['2099-05-27 19:00', 'open'],
      ['2099-06-03 19:00', 'open'],
    ],
  )
  assert.match(rows[0]?.title ?? '', / 行前說明會$/)
  assert.equal(made.kind, 'pre_departure')

  const booked = await book(first, ['丙'])
  const contact = `contact ${booked.id}`
  assert.deepEqual(await told(contact), [], 'a booking that is not confirmed is not invited')
  done(await as('sales').post(`/bookings/${booked.id}/confirm`))
  assert.deepEqual(await told(contact), ['seminar-session.invited'])
  const hours = { briefing_starts_at: '2099-05-28T19:00:00+08:00', briefing_ends_at: '2099-05-28T20:30:00+08:00' }
  done(await op.put(`/planned-trips/${first}`, hours))
  done(await as('admin').put(`/planned-trips/${first}/status`, { status: 'cancelled', reason: '颱風' }))
  assert.deepEqual(
    (await told(contact)).filter((sentence) => sentence.startsWith('seminar-session')),
    ['seminar-session.invited', 'seminar-session.moved', 'seminar-session.cancelled'],
  )
})

test('the answer to an invitation lists the people who get none', async () => {
  const silent = await book(id, ['丁'], { contact: { name: '丁', phone: '0912345678' } })
  const of = await session(9, '2099-03-04')
  assert.deepEqual(done(await op.post(`/sessions/${of}/invitations`)), {
    invited: 3,
    unreached: [{ traveler_id: silent.travelers[0].id, name: '丁', booking_number: silent.booking_number }],
  })
})
