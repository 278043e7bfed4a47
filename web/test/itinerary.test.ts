import assert from 'node:assert/strict'
import { test } from 'node:test'
import './no-browser.ts'
import { plannedNights } from '../src/features/trips/itinerary/planned-nights.ts'

const day = (starts_on: string, hotel_name: string | null, ends_on = starts_on) => ({
  ...{ starts_on, ends_on, hotel_name, overnight_city_id: 32 },
})
const itinerary = [
  day('2099-03-10', '湖畔飯店'),
  day('2099-03-11', '湖畔飯店'),
  day('2099-03-12', null),
  day('2099-03-13', '機場旅館', '2099-03-14'),
]

test('consecutive nights in the same hotel of the itinerary are one stay, up to the last night', () => {
  assert.deepEqual(plannedNights(itinerary, [], '2099-03-14'), [
    { hotel_name: '湖畔飯店', city_id: 32, check_in: '2099-03-10', check_out: '2099-03-12' },
    { hotel_name: '機場旅館', city_id: 32, check_in: '2099-03-13', check_out: '2099-03-14' },
  ])
})

test('booked nights are not offered, nights of a cancelled stay are', () => {
  const stay = { check_in: '2099-03-10', check_out: '2099-03-11', status: 'confirmed' as const }
  const left = (status: 'confirmed' | 'cancelled') =>
    plannedNights(itinerary, [{ ...stay, status }], '2099-03-14').map(({ check_in }) => check_in)
  assert.deepEqual(left('confirmed'), ['2099-03-11', '2099-03-13'])
  assert.deepEqual(left('cancelled'), ['2099-03-10', '2099-03-13'])
})
