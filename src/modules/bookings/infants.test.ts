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

test('a lower infant price above the limit is what sales ask a manager for, and the manager sets exactly that', async () => {
  const { id, booking_number } = await book(await withoutInfants(), ['王爸爸', baby])
  const at = `/bookings/${id}`
  assert.equal((await sales.get(at)).data.infant_price, null)
  assert.equal(done(await sales.put(at, { infant_price: 9000 })).infant_price, 9000)
  done(await sales.post(`${at}/confirm`))
  const { status, body } = await sales.put(at, { infant_price: '3000' })
  assert.deepEqual(
    [status, body.detail, body.roles, body.booking_id, body.approval],
    [
      403,
      `The total of the booking ${booking_number} would change from NT$48,900 to NT$42,900. Discounts and reductions that nobody approved would be NT$6,000, more than 10 % of the price of its trip, NT$4,290. Ask a manager or an administrator to approve it, with a reason.`,
      ['manager', 'admin'],
      id,
      'infant_price',
    ],
  )
  const asked = done(
    await sales.post('/approvals/infant-price', {
      booking_id: id,
      reason: '客人說報名時談的是 3000',
      params: { infant_price: '3000' },
    }),
  )
  assert.deepEqual([asked.price_before, asked.price_after], [48_900, 42_900])
  assert.equal((await sales.get(at)).data.total, 48_900)
  done(await as('manager').post(`/approvals/${asked.id}/approve`, {}))
  const { total, infant_price } = (await sales.get(at)).data
  assert.deepEqual([total, infant_price], [42_900, 3000])
  const { rows } = await sql`
    select act, amount, reason, approved_by from booking_concessions where booking_id = ${id}`.execute(db)
  assert.deepEqual(rows, [
    { act: 'infant_price', amount: 6000, reason: '客人說報名時談的是 3000', approved_by: home.ids.manager },
  ])
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
