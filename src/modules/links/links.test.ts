import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { makeBookingLinks, makeLink } from './links.ts'

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

test('a link opens one subject, and only its hash is stored', async () => {
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

test('the links of many bookings are created at once, one for each', async () => {
  const other = await book(trip_id, ['乙'])
  const tokens = await database.transaction({}, (tx) => makeBookingLinks(tx, [booking.id, other.id]))
  for (const { id, booking_number } of [booking, other])
    assert.equal(done(await as().get(`/trip-registrations/${tokens.get(id)}`)).booking_number, booking_number)
})

test('an account has one link of a kind, the newest; a booking keeps its earlier mailed links', async () => {
  const [first, second] = [await make('password', ids.customer), await make('password', ids.customer)]
  assert.equal(await found('links', first.token), undefined)
  assert.ok(await found('links', second.token))
  const mails = [await make('booking', booking.id), await make('booking', booking.id)]
  for (const { token } of mails) assert.equal((await as().get(`/trip-registrations/${token}`)).status, 200)
})
