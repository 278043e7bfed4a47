import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEXT_YEAR } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { ageTypes } from './rules.ts'

const home = await house()
const { as } = home
const { trip: tripOn, book, register } = await bookingFixtures(home)
const trip = (capacity: number) => tripOn(capacity, { departure_date: `${NEXT_YEAR}-03-10` })
type Aged = { passenger_type: string; is_minor: boolean; age: number }

test('infant and child follow from the age on the day of return, minor from the age on the day of departure', async () => {
  const { id } = await trip(9)
  const { departure_date, return_date } = (await as('sales').get(`/planned-trips/${id}`)).data
  assert.deepEqual([departure_date, return_date], [`${NEXT_YEAR}-03-10`, `${NEXT_YEAR}-03-12`])
  const born = [
    `${NEXT_YEAR - 2}-03-11`,
    `${NEXT_YEAR - 2}-03-13`,
    `${NEXT_YEAR - 12}-03-12`,
    `${NEXT_YEAR - 12}-03-13`,
    `${NEXT_YEAR - 18}-03-11`,
  ]
  const { id: booking } = await book(
    id,
    born.map((birth_date, i) => ({ name: `旅客${i}`, birth_date })),
  )
  const aged: Aged[] = (await as('sales').get(`/travelers?booking_id=${booking}&sort=name`)).data
  assert.deepEqual(
    aged.map(({ passenger_type, is_minor, age }) => [passenger_type, is_minor, age]),
    [
      ['child', true, 1],
      ['infant', true, 1],
      ['adult', true, 11],
      ['child', true, 11],
      ['adult', true, 17],
    ],
  )
})

test('a person born on 29 February turns two on 1 March', () => {
  const typeOn = (return_date: string) =>
    ageTypes('2096-02-29', { departure_date: '2098-02-20', return_date }).passenger_type
  assert.deepEqual([typeOn('2098-02-28'), typeOn('2098-03-01')], ['infant', 'child'])
})

const seats = async (id: number) => (await as('sales').get(`/planned-trips/${id}`)).data.seats
const infant = { name: '王寶寶', birth_date: `${NEXT_YEAR - 1}-01-01` }

test('an infant takes no seat: a couple with a baby gets the last two seats', async () => {
  const { id } = await trip(2)
  const family = await book(id, ['王爸爸', '王媽媽', infant])
  assert.equal(family.status, 'held')
  assert.deepEqual(await seats(id), { held: 2, confirmed: 0, waitlisted: 0, remaining: 0 })
  assert.equal((await register(id, ['李先生'])).data.status, 'waitlisted')
  assert.equal((await as('op').put(`/planned-trips/${id}`, { capacity: 1 })).status, 422)

  const more = await as('sales').post('/travelers', {
    booking_id: family.id,
    name: '王二寶',
    birth_date: `${NEXT_YEAR - 1}-01-02`,
  })
  assert.equal(more.status, 201, 'a second baby')
  const third = await as('sales').post('/travelers', { booking_id: family.id, name: '王奶奶' })
  assert.deepEqual([third.status, third.body.code], [409, 'trip_full'])
})

test('a birth date that turns an infant into a child needs a seat, and one that turns it back frees it', async () => {
  const { id } = await trip(3)
  const family = await book(id, ['王爸爸', '王媽媽', infant])
  const baby = family.travelers[2].id
  const grown = () => as('sales').put(`/travelers/${baby}`, { birth_date: `${NEXT_YEAR - 9}-01-01` })
  assert.equal((await grown()).status, 200)
  assert.deepEqual((await seats(id)).remaining, 0)
  assert.equal((await as('sales').put(`/travelers/${baby}`, { birth_date: infant.birth_date })).status, 200)
  assert.deepEqual((await seats(id)).remaining, 1)
  assert.equal((await book(id, ['李先生'])).status, 'held')
  const late = await grown()
  assert.deepEqual([late.status, late.body.code], [409, 'trip_full'])
  assert.deepEqual((await as('sales').get(`/travelers/${baby}`)).data.passenger_type, 'infant', 'nothing was changed')
})
