import assert from 'node:assert/strict'
import { test } from 'node:test'
import { done } from '../../../test/fixtures/bookings.ts'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const op = as('op')
const { package_id, sapporo } = await sellable(as)
const newTrip = async () =>
  done(await op.post('/planned-trips', { package_id, departure_date: '2099-03-10', return_date: '2099-03-14' })).id
const hotel = done(
  await op.post('/hotels', {
    name: '太陽宮飯店',
    name_en: 'Sun Palace',
    city_id: sapporo,
    child_bed_rules: '6 歲以下不佔床',
  }),
).id
const stay = { hotel_id: hotel, check_in: '2099-03-10', check_out: '2099-03-12', rooms: [{ type: 'twin', count: 12 }] }

test('a trip has stays in hotels with their days and reserved rooms', async () => {
  const trip = await newTrip()
  const made = await op.post(`/planned-trips/${trip}/stays`, stay)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.location, `/api/planned-trips/${trip}/stays/${made.data.id}`)
  const { id, created_at, updated_at, ...shown } = made.data
  assert.deepEqual(shown, {
    planned_trip_id: trip,
    hotel_id: hotel,
    check_in: '2099-03-10',
    check_out: '2099-03-12',
    rooms: [{ type: 'twin', count: 12 }],
    status: 'requested',
    confirmation_number: null,
    notes: null,
    hotel: { id: hotel, name: '太陽宮飯店', name_en: 'Sun Palace', city_id: sapporo },
    nights: 2,
    version: 1,
  })
  const at = `/planned-trips/${trip}/stays/${id}`
  const rooms = [
    { type: 'twin', count: 10 },
    { type: 'single', count: 2 },
  ]
  const confirmed = { status: 'confirmed', confirmation_number: 'NK-20817', rooms }
  const changed = await op.put(at, confirmed, { 'if-match': '"1"' })
  assert.deepEqual([changed.data.status, changed.data.rooms], ['confirmed', rooms])
  assert.equal((await op.put(at, confirmed, { 'if-match': '"1"' })).status, 412)
  assert.equal((await as('sales').put(at, confirmed)).status, 403)
  assert.equal((await as('customer').get(`/planned-trips/${trip}/stays`)).status, 403)
  assert.equal((await as('leader').get(`/planned-trips/${trip}/stays`)).status, 404)
  assert.deepEqual((await as('sales').get(`/planned-trips/${trip}/stays`)).data, [changed.data])
  assert.equal((await op.delete(`/hotels/${hotel}`)).body.code, 'in_use')
  assert.equal((await op.delete(at)).status, 200)
  assert.deepEqual((await op.get(`/planned-trips/${trip}/stays`)).data, [])
})

test('a stay outside its trip is refused', async () => {
  const trip = await newTrip()
  const add = (more: object) => op.post(`/planned-trips/${trip}/stays`, { ...stay, ...more })
  const errors = async (more: object) => (await add(more)).body.errors
  assert.deepEqual(await errors({ check_out: '2099-03-10' }), { check_out: ['Must be after the day of arrival.'] })
  assert.deepEqual(await errors({ check_in: '2099-03-09' }), {
    check_in: ['Lies outside the trip (Tue 10 Mar – Sat 14 Mar 2099).'],
  })
  assert.deepEqual(await errors({ check_out: '2099-03-15' }), {
    check_out: ['Lies outside the trip (Tue 10 Mar – Sat 14 Mar 2099).'],
  })
  assert.deepEqual(Object.keys(await errors({ hotel_id: 9999, rooms: [{ type: 'tent', count: 0 }] })).sort(), [
    'rooms.0.count',
    'rooms.0.type',
  ])
  assert.deepEqual(await errors({ hotel_id: 9999 }), { hotel_id: ['There is no such record.'] })
})

test('stays move with their trip', async () => {
  const trip = await newTrip()
  done(await op.post(`/planned-trips/${trip}/stays`, stay))
  done(await op.put(`/planned-trips/${trip}`, { departure_date: '2099-03-20' }))
  const [{ check_in, check_out }] = (await op.get(`/planned-trips/${trip}/stays`)).data
  assert.deepEqual([check_in, check_out], ['2099-03-20', '2099-03-22'])
})

test('a night has the status of its stay, and a flight leg that of the flights of the day', async () => {
  const trip = await newTrip()
  const at = `/planned-trips/${trip}`
  type Leg = { id: number; type: string; status: string; status_of: string | null; confirmation_number: string | null }
  const legs = async (type: string) =>
    done(await op.get(`${at}/segments`))
      .flatMap((segment: { legs: Leg[] }) => segment.legs)
      .filter((leg: Leg) => leg.type === type) as Leg[]
  const [night] = await legs('hotel')
  assert.deepEqual([night?.status, night?.status_of], ['planned', null])
  const booked = done(await op.post(`${at}/stays`, { ...stay, status: 'confirmed', confirmation_number: 'NK-20817' }))
  const [first] = await legs('hotel')
  assert.deepEqual([first?.status, first?.status_of, first?.confirmation_number], ['confirmed', 'stay', 'NK-20817'])
  const refused = await op.put(`${at}/legs/${first?.id}`, { status: 'planned' })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors ?? {})], [422, ['status']])
  assert.equal((await op.put(`${at}/legs/${first?.id}`, { status: 'confirmed', notes: '近電梯' })).status, 200)
  done(await op.put(`${at}/stays/${booked.id}`, { status: 'cancelled' }))
  assert.equal((await legs('hotel'))[0]?.status_of, null)

  const flightLegs = async () => (await legs('flight')).map(({ status, status_of }) => [status, status_of])
  const itself = ['planned', null]
  assert.deepEqual(await flightLegs(), [itself, itself])
  const flight = done(
    await op.post(`${at}/flights`, {
      ...{ direction: 'internal', flight_number: 'NH1714', origin: 'OSA', destination: 'CTS' },
      ...{ departs_at: '2099-03-10T18:30', arrives_at: '2099-03-10T20:10', status: 'requested' },
    }),
  )
  assert.deepEqual(await flightLegs(), [['requested', 'flight'], itself])
  done(await op.put(`/planned-trip-flights/${flight.id}`, { status: 'confirmed' }))
  assert.deepEqual(await flightLegs(), [['confirmed', 'flight'], itself])
})
