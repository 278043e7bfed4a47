import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { endLinks, makeBookingLinks, makeLink } from './actions.ts'

const home = await house()
const { as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const { id: trip_id } = await trip(9)
const booking = await book(trip_id, ['甲'])
const [guest] = booking.travelers
const make = (kind: Parameters<typeof makeLink>[1], id: number) =>
  database.transaction({}, (tx) => makeLink(tx, kind, id))
const found = async (table: string, token: string) =>
  (
    await sql<Record<string, unknown>>`select * from ${sql.table(table)} where token_hash = ${hashOf(token)}`.execute(
      db,
    )
  ).rows[0]

test('a link speaks for one subject, and only its hash is stored', async () => {
  const { token, expires_at } = await make('traveler', guest.id)
  const row = await found('links', token)
  assert.deepEqual(
    [row?.kind, row?.traveler_id, row?.user_id, row?.booking_id, row?.used_at],
    ['traveler', guest.id, null, null, null],
  )
  assert.ok(Date.parse(expires_at) > Date.now() + 6 * 86_400_000)
  await assert.rejects(
    sql`insert into links (token_hash, kind, user_id, booking_id, expires_at)
      values ('x', 'booking', ${ids.customer}, ${booking.id}, now())`.execute(db),
    /links_check/,
  )
})

test('the links of many bookings are made at once, each for its own', async () => {
  const other = await book(trip_id, ['乙'])
  const tokens = await database.transaction({}, (tx) => makeBookingLinks(tx, [booking.id, other.id]))
  for (const { id, booking_number } of [booking, other])
    assert.equal(done(await as().get(`/trip-registrations/${tokens.get(id)}`)).booking_number, booking_number)
})

test('an account has one link of a kind, the newest; a booking keeps those that were mailed before', async () => {
  const [first, second] = [await make('password', ids.customer), await make('password', ids.customer)]
  assert.equal(await found('links', first.token), undefined)
  assert.ok(await found('links', second.token))
  const mails = [await make('booking', booking.id), await make('booking', booking.id)]
  for (const { token } of mails) assert.equal((await as().get(`/trip-registrations/${token}`)).status, 200)
})

test('the release before reads the links of this one, and their ends', async () => {
  const { token } = await make('booking', booking.id)
  assert.equal((await found('booking_links', token))?.booking_id, booking.id)
  await database.transaction({}, (tx) => endLinks(tx, 'booking', booking.id))
  assert.equal(await found('booking_links', token), undefined)

  const reset = await make('password', ids.customer)
  assert.equal((await found('one_time_links', reset.token))?.purpose, 'password_reset')
  done(await as().post('/reset-password', { token: reset.token, password: 'correct horse battery' }))
  assert.ok((await found('one_time_links', reset.token))?.used_at, 'used here, it is used there')
})

test('this release reads the links of the one before, and their ends', async () => {
  const token = 'a-link-of-the-release-before-in-43-letters_'
  await sql`insert into booking_links (token_hash, booking_id, expires_at)
    values (${hashOf(token)}, ${booking.id}, now() + interval '1 day')`.execute(db)
  assert.equal((await as().get(`/trip-registrations/${token}`)).status, 200)
  await sql`delete from booking_links where token_hash = ${hashOf(token)}`.execute(db)
  assert.equal((await as().get(`/trip-registrations/${token}`)).status, 404)

  await sql`insert into one_time_links (purpose, token_hash, user_id, expires_at)
    values ('sign_in', ${hashOf(token)}, ${ids.customer}, now() + interval '1 minute')`.execute(db)
  await sql`update one_time_links set used_at = now() where token_hash = ${hashOf(token)}`.execute(db)
  const again = await as().post('/sign-in-links/redeem', { token })
  assert.deepEqual([again.status, again.body.code], [401, 'invalid_credentials'])
})
