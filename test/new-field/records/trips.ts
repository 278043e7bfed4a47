import assert from 'node:assert/strict'
import { done } from '../../fixtures/bookings.ts'
import { days } from '../../fixtures/packages.ts'
import { first, probesOf, second } from '../calls.ts'
import type { Fixtures } from '../fixtures.ts'

/** Packages, and the trips that are planned from them. */
export const trips = (given: Fixtures) => ({
  package: () => packages(given),
  'amount of a price': () => prices(given),
  'planned trip': () => plannedTrips(given),
  'country of a package': () => countries(given),
  'day of a package and of a trip': () => segments(given),
  leg: () => legs(given),
  'deadline of a trip': () => deadlines(given),
  handover: () => handovers(given),
  flight: () => flights(given),
})

const packages = async ({ plain, make }: Fixtures) => {
  const id = await plain('/packages', { package_code: 'NEW', name: '新行程', days: 3 })
  assert.equal((await make(`/packages/${id}/clone`, { package_code: 'COPY' })).probe, 'second')
}

const prices = async ({ plain, make, read }: Fixtures) => {
  const { id } = await make('/packages', { package_code: 'PRICED', name: '有價行程', days: 3 })
  await plain(`/packages/${id}/prices`, { adult: 1000 })
  const copy = await make(`/packages/${id}/clone`, { package_code: 'PRICED2' })
  const [own, copied] = [await read(`/packages/${id}`), await read(`/packages/${copy.id}`)]
  assert.deepEqual([probesOf(own.prices), probesOf(copied.prices)], [['second'], ['second']])
  assert.equal((await read(`/packages/${id}/price?departure_date=2099-03-10`)).probe, 'second')
}

const plannedTrips = async ({ plain, change, admin, read, as, leader, package_id }: Fixtures) => {
  const departing = { package_id, departure_date: '2099-04-10' }
  const id = await plain('/planned-trips', { ...departing, price_overrides: { adult: 1000, ...first } })
  const { price, price_overrides } = await read(`/planned-trips/${id}`)
  assert.deepEqual([price.probe, price_overrides.probe], ['first', 'first'])
  await change(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: leader })
  const seen = done(await as('leader').get(`/planned-trips/${id}`))
  assert.deepEqual([seen.probe, seen.price_overrides], ['second', null])

  const dates = ['2099-04-20', '2099-04-21']
  const trips = done(await admin.post('/planned-trips/bulk/create', { package_id, dates, ...first }))
  for (const { id } of trips) assert.equal((await read(`/planned-trips/${id}`)).probe, 'first')
}

const countries = async ({ admin, replaced, make, change, read, japan }: Fixtures) => {
  const country = { country_id: japan, ...first }
  const made = { package_code: 'JP', name: '日本', days: 3, countries: [country] }
  const { id, countries } = done(await admin.post('/packages', made))
  assert.deepEqual(probesOf(countries), ['first'])
  await replaced(`/packages/${id}/countries`, 'countries', [{ country_id: japan }])
  assert.deepEqual(probesOf((await read(`/packages/${id}`)).countries), ['second'])
  await change(`/packages/${id}`, { countries: [country] })
  const copy = await make(`/packages/${id}/clone`, { package_code: 'JP2' })
  assert.deepEqual(probesOf((await read(`/packages/${copy.id}`)).countries), ['first'])
}

const segments = async ({ replaced, make, read, trip, package_id, sapporo }: Fixtures) => {
  await replaced(`/packages/${package_id}/segments`, 'segments', days(sapporo))
  const { id } = await trip(20, { departure_date: '2099-05-10' })
  const copy = await make(`/packages/${package_id}/clone`, { package_code: 'HKD2' })
  const [derived, copied] = [await read(`/planned-trips/${id}/segments`), await read(`/packages/${copy.id}/segments`)]
  const three = ['second', 'second', 'second']
  assert.deepEqual([probesOf(derived), probesOf(copied)], [three, three])
  await replaced(`/planned-trips/${id}/segments`, 'segments', [{ title: '小樽', starts_on: '2099-05-11' }])
}

const legs = async ({ replaced, read, planned }: Fixtures) => {
  const at = `/planned-trips/${planned}`
  const [{ id: segment_id }] = await read(`${at}/segments`)
  await replaced(`${at}/legs`, 'legs', [{ segment_id, type: 'visit', place: '小樽' }])
  const [{ legs }] = await read(`${at}/segments`)
  assert.deepEqual(probesOf(legs), ['second'])
}

const deadlines = async ({ make, change, listed, planned }: Fixtures) => {
  const at = `/planned-trips/${planned}/deadlines`
  const { id, probe } = await make(at, { key: 'visa', due_on: '2099-01-01', ...first })
  assert.deepEqual([probe, await listed(at, id)], ['first', 'first'])
  assert.equal((await change(`${at}/${id}`, second)).probe, 'second')
  assert.equal(await listed(at, id), 'second')
}

const handovers = async ({ as, read, planned, ids }: Fixtures) => {
  const hand = async (who: 'sales' | 'op', body: object) =>
    done(await as(who).put(`/planned-trips/${planned}/handover`, { kind: 'sales_to_op', ...body })).probe
  const items = [{ key: 'names', label: '名單', required: false }]
  assert.equal(await hand('sales', { to_user_id: ids.op, items, ...first }), 'first')
  assert.equal(await hand('sales', second), 'second')
  assert.equal(await hand('op', { status: 'accepted' }), 'second')
  assert.deepEqual(probesOf(await read(`/planned-trips/${planned}/handovers`)), ['second'])
}

const flights = async ({ plain, admin, planned }: Fixtures) => {
  const at = `/planned-trips/${planned}/flights`
  const flight = {
    direction: 'outbound',
    flight_number: 'BR198',
    origin: 'TPE',
    destination: 'SPK',
    departs_at: '2099-03-10T08:50',
    arrives_at: '2099-03-10T13:15',
  }
  await plain(at, flight, { one: '/planned-trip-flights' })
  const replaced = done(await admin.put(`${at}/bulk`, { flights: [{ ...flight, ...first }] }))
  assert.deepEqual(probesOf(replaced), ['first'])
}
