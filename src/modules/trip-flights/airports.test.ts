import assert from 'node:assert/strict'
import { test } from 'node:test'
import { done } from '../../../test/fixtures/bookings.ts'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const admin = as('admin')
const { package_id } = await sellable(as)
const trip = done(
  await admin.post('/planned-trips', { package_id, departure_date: '2099-03-10', return_date: '2099-03-14' }),
).id
const city = (code: string) => admin.get(`/cities?iata_code=${code}`).then(({ data }) => data[0]?.id)
const country = (await admin.get('/countries')).data[0].id
const newCity = async (name: string, iata_code: string, timezone: string) =>
  (await city(iata_code)) ?? done(await admin.post('/cities', { country_id: country, name, iata_code, timezone })).id
const taipei = await newCity('台北', 'TPE', 'Asia/Taipei')
const tokyo = await newCity('東京', 'TYO', 'Asia/Tokyo')
const airport = async (iata_code: string, city_id: number | null, timezone: string, more: object = {}) =>
  done(await admin.post('/airports', { iata_code, name: `${iata_code} 機場`, city_id, timezone, ...more })).id
await airport('TPE', taipei, 'Asia/Taipei')
await airport('HND', tokyo, 'Asia/Tokyo', { sort_order: 2 })
await airport('NRT', tokyo, 'Asia/Tokyo', { sort_order: 1 })

const flight = (more: object) => ({
  direction: 'outbound',
  flight_number: 'BR198',
  origin: 'TPE',
  destination: 'NRT',
  departs_at: '2099-03-10T08:50',
  arrives_at: '2099-03-10T13:15',
  ...more,
})
const add = (more: object) => as('ticketing').post(`/planned-trips/${trip}/flights`, flight(more))

test('a flight gets the time zones of its airports, and the code of a city is not accepted as an airport', async () => {
  const made = done(await add({}))
  assert.deepEqual([made.departs_timezone, made.arrives_timezone], ['Asia/Taipei', 'Asia/Tokyo'])
  const refused = await add({ destination: 'TYO' })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      {
        destination: [
          'No airport has this code: give the three letters of the airport, such as TPE, and not those of a city, or add the airport to the reference data first.',
        ],
      },
    ],
  )
  await airport('XNS', null, 'Asia/Tokyo')
  const sequence = { sequence: 2, departs_at: '2099-03-10T15:00', arrives_at: '2099-03-10T16:00' }
  const gap = await add({ ...sequence, origin: 'XNS', destination: 'HND' })
  assert.deepEqual([gap.status, Object.keys(gap.body.errors)], [422, ['origin']])
})

test('a route of the timetable, which has cities, uses the main airport of each', async () => {
  const eva = done(await admin.post('/airlines', { iata_code: 'BR', name: '長榮航空' })).id
  const route = {
    origin_city_id: taipei,
    destination_city_id: tokyo,
    flight_number: 'BR184',
    days_of_week: [1, 2, 3, 4, 5, 6, 7],
    departs: '15:30',
    arrives: '19:45',
  }
  const airline_route_id = done(await admin.post(`/airlines/${eva}/routes`, route)).id
  const other = done(await admin.post('/planned-trips', { package_id, departure_date: '2099-04-10' })).id
  const picked = { direction: 'outbound', airline_route_id, flies_on: '2099-04-10' }
  const made = done(await as('ticketing').post(`/planned-trips/${other}/flights`, picked))
  assert.deepEqual([made.origin, made.destination], ['TPE', 'NRT'])
})
