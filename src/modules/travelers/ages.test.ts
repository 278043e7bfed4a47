import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
type Aged = { passenger_type: string; is_minor: boolean }

test('infant and child go by the age on the day of return, a minor by the age on the day of departure', async () => {
  const { id } = await trip(9)
  const { departure_date, return_date } = (await as('sales').get(`/planned-trips/${id}`)).data
  assert.deepEqual([departure_date, return_date], ['2099-03-10', '2099-03-12'])
  const born = ['2097-03-11', '2097-03-13', '2087-03-12', '2087-03-13', '2081-03-11']
  const { id: booking } = await book(
    id,
    born.map((birth_date, i) => ({ name: `旅客${i}`, birth_date })),
  )
  const aged: Aged[] = (await as('sales').get(`/travelers?booking_id=${booking}&sort=name`)).data
  assert.deepEqual(
    aged.map(({ passenger_type, is_minor }) => [passenger_type, is_minor]),
    [
      ['child', true],
      ['infant', true],
      ['adult', true],
      ['child', true],
      ['adult', true],
    ],
  )
})
