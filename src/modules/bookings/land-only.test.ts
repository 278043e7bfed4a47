import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const sales = as('sales')
const departure_date = daysFromToday(90)
const alone = { name: '乙', ticket_handling: 'individual' }
const charged = ({ price_lines }: { price_lines: { kind: string; quantity: number; amount: number }[] }) =>
  price_lines.map(({ kind, quantity, amount }) => [kind, quantity, amount])

test('a traveler with their own ticket pays the land-only price, if the trip has one', async () => {
  const { id: on } = await trip(9, {
    departure_date,
    price_overrides: { adult: 23900, child_no_bed: 14000, land_only: 15000 },
  })
  const child = { name: '丙', birth_date: daysFromToday(0, -7), bed: false, ticket_handling: 'individual' }
  const { id, total, travelers, ...booked } = await book(on, ['甲', alone, child])
  assert.deepEqual(charged(booked as never), [
    ['adult', 1, 23900],
    ['child_no_bed', 1, 14000],
    ['land_only', 1, 15000],
  ])
  assert.equal(total, 52900, 'the child pays its own fare, which is lower')
  done(await sales.put(`/travelers/${travelers[1].id}`, { ticket_handling: 'none' }))
  assert.equal((await sales.get(`/bookings/${id}`)).data.total, 61800)
  done(await sales.put(`/travelers/${travelers[0].id}`, { ticket_handling: 'individual' }))
  assert.equal((await sales.get(`/bookings/${id}`)).data.total, 52900)
  const preview = done(await sales.get(`/travelers/${travelers[0].id}/cancellation`))
  assert.deepEqual([preview.fare, preview.total_after], [15000, 37900])
  const dearer = await trip(9, {
    departure_date,
    price_overrides: { adult: 30000, child_no_bed: 14000, land_only: 20000 },
  })
  assert.equal(done(await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: dearer.id })).total, 64000)
})

test('without a land-only price such a traveler pays the usual fare', async () => {
  assert.equal((await book((await trip(9)).id, ['甲', alone])).total, 79800)
})

test('the public list of trips shows the land-only price', async () => {
  const { id } = await trip(9, { price_overrides: { land_only: 15000 } })
  assert.equal((await as().get(`/public/trips/${id}`)).data.prices.land_only, 15000)
})
