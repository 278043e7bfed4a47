import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const admin = as('admin')
const sales = as('sales')
const { sapporo, osaka, seoul } = await geography(as)

const airline: number = (await admin.post('/airlines', { iata_code: 'KE', name: '大韓航空' })).data.id
const other: number = (await admin.post('/airlines', { iata_code: 'OZ', name: '韓亞航空' })).data.id
const address = `/airlines/${airline}/routes`
const flight = {
  origin_city_id: seoul,
  destination_city_id: sapporo,
  flight_number: 'KE765',
  days_of_week: [1, 3, 5],
  departs: '23:50',
  arrives: '02:35',
  arrives_days_later: 1,
  effective_from: '2027-01-01',
  effective_to: '2027-03-27',
}

test('a route is added, changed and removed', async () => {
  const made = await as('ticketing').post(address, flight)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.location, `/api${address}/${made.data.id}`)
  const { created_at, updated_at, ...shown } = (await sales.get(`${address}/${made.data.id}`)).data
  assert.deepEqual(shown, {
    ...flight,
    id: made.data.id,
    airline_id: airline,
    notes: null,
    is_active: true,
    sort_order: 0,
    version: 1,
  })
  const changed = await admin.put(`${address}/${made.data.id}`, { departs: '22:10', arrives: null })
  assert.deepEqual([changed.data.departs, changed.data.arrives, changed.data.version], ['22:10', null, 2])
  assert.equal((await admin.put(`${address}/${made.data.id}`, { notes: 'x' }, { 'if-match': '"1"' })).status, 412)
  assert.equal((await admin.delete(`${address}/${made.data.id}`)).status, 200)
  assert.equal((await sales.get(`${address}/${made.data.id}`)).status, 404)
})

test('the timetable lists the flights of a day', async () => {
  const daily = await admin.post(address, { origin_city_id: seoul, destination_city_id: osaka, flight_number: 'KE721' })
  const winter = await admin.post(address, flight)
  assert.deepEqual(daily.data.days_of_week, [1, 2, 3, 4, 5, 6, 7])
  const found = async (query: string) =>
    (await sales.get(`${address}?${query}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await found(''), [daily.data.id, winter.data.id])
  assert.deepEqual(await found('flies_on=2027-01-29'), [daily.data.id, winter.data.id])
  assert.deepEqual(await found('flies_on=2027-01-28'), [daily.data.id])
  assert.deepEqual(await found('flies_on=2027-03-29'), [daily.data.id])
  assert.deepEqual(await found(`destination_city_id=${sapporo}`), [winter.data.id])
  assert.deepEqual(await found('q=721&sort=-departs'), [daily.data.id])
  const [{ origin_city, destination_city }] = (await sales.get(`${address}?q=721`)).data
  assert.deepEqual(
    [origin_city.id, destination_city.id, Object.keys(origin_city)],
    [seoul, osaka, ['id', 'name', 'name_en']],
  )
})

test('invalid routes are refused with reasons', async () => {
  assert.equal((await sales.post(address, flight)).status, 403)
  const errors = async (change: object) => (await admin.post(address, { ...flight, ...change })).body.errors
  assert.deepEqual(await errors({ destination_city_id: seoul }), {
    destination_city_id: ['Must differ from the origin.'],
  })
  assert.deepEqual(await errors({ effective_to: '2026-12-31' }), {
    effective_to: ['Must not be before the first day it applies.'],
  })
  assert.deepEqual(
    Object.keys(
      await errors({ flight_number: '765', days_of_week: [0, 8], departs: '24:00', arrives_days_later: 3 }),
    ).sort(),
    ['arrives_days_later', 'days_of_week.0', 'days_of_week.1', 'departs', 'flight_number'],
  )
  assert.equal((await admin.post(address, flight)).body.code, 'duplicate')
  assert.deepEqual(await errors({ origin_city_id: 999 }), { origin_city_id: ['There is no such record.'] })
})

test('a route is found only under its own airline', async () => {
  const { id } = (await sales.get(address)).data[0]
  const elsewhere = `/airlines/${other}/routes`
  assert.deepEqual((await sales.get(elsewhere)).data, [])
  assert.equal((await sales.get(`${elsewhere}/${id}`)).status, 404)
  assert.equal((await admin.put(`${elsewhere}/${id}`, { departs: '10:00' })).status, 404)
  assert.equal((await admin.delete(`${elsewhere}/${id}`)).status, 404)
  assert.equal((await sales.get('/airlines/999/routes')).status, 404)
  assert.equal((await admin.post('/airlines/999/routes', flight)).status, 404)
  assert.deepEqual((await admin.delete(`/cities/${osaka}`)).body.uses, { airline_routes: 1 })
  assert.equal((await admin.delete(`/airlines/${airline}`)).status, 200)
})
