import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as, db } = home
const { trip, book, register, mailedLink } = await bookingFixtures(home)
const sales = as('sales')
const departure_date = daysFromToday(90)
const baby = { name: '王寶寶', birth_date: daysFromToday(-200) }
const charged = ({ price_lines }: { price_lines: { kind: string; amount: number }[] }) =>
  price_lines.map(({ kind, amount }) => [kind, amount])

/** A trip of a package from before infants had a price of their own. */
const withoutInfants = async () => {
  const { id } = await trip(5, { departure_date })
  await sql`update planned_trips set price = price - 'infant' where id = ${id}`.execute(db)
  return id
}

test('an infant without a price is not charged as a child: the booking shows the missing price, and staff set it', async () => {
  const { id, ...booked } = await book(await withoutInfants(), ['王爸爸', baby])
  assert.deepEqual(
    [charged(booked as never), booked.total, booked.missing_prices],
    [[['adult', 39900]], 39900, ['infant']],
  )
  const priced = done(await sales.put(`/bookings/${id}`, { infant_price: 3500 }))
  assert.deepEqual(
    [charged(priced), priced.total, priced.missing_prices],
    [
      [
        ['adult', 39900],
        ['infant', 3500],
      ],
      43400,
      [],
    ],
  )
  assert.equal(done(await sales.put(`/bookings/${id}`, { infant_price: 0 })).total, 39900, 'it may be corrected')
  assert.equal((await as('customer').put(`/bookings/${id}`, { infant_price: 0 })).status, 403)
})

test('the infant price of a trip cannot be replaced in a booking', async () => {
  const { id } = await book((await trip(5, { departure_date })).id, ['王爸爸', baby])
  assert.deepEqual((await sales.put(`/bookings/${id}`, { infant_price: 1 })).body.errors, {
    infant_price: ['The price of the trip has one for infants already: use a surcharge or a discount to change it.'],
  })
})

test('a public registration shows that the price of an infant comes later', async () => {
  const { booking_number, missing_prices, total } = done(await register(await withoutInfants(), ['王媽媽', baby]))
  assert.deepEqual([missing_prices, total], [['infant'], 39900])
  const link = (await mailedLink(booking_number)).replace('/trip-registrations/', '/l/booking/')
  const page = await (await placeOf(app, `${link}?lang=en`)).open()
  assert.match(page.body, /The price for infants is not set yet and not part of the total; we will tell you\./)
})
