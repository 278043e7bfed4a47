import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'

const { as, db } = await house()
const [admin, ticketing] = [as('admin'), as('ticketing')]
const { asia, sapporo } = await geography(as)
const taiwan = (await admin.post('/countries', { continent_id: asia, iso_alpha2: 'TW', name: '台灣' })).data.id
const taipei = { country_id: taiwan, name: '台北', iata_code: 'TPE', timezone: 'Asia/Taipei' }
await admin.post('/cities', taipei)
const { country_id } = (await admin.get(`/cities/${sapporo}`)).data
await admin.post('/cities', { country_id, name: '東京', iata_code: 'NRT', timezone: 'Asia/Tokyo' })

let serial = 0
const trip = async (departure_date: string, return_date: string): Promise<number> => {
  serial += 1
  const { rows } = await sql<{
    id: number
  }>`insert into planned_trips (serial, name, departure_date, return_date, status)
    values (${`TYO${serial}`}, '東京五日', ${departure_date}, ${return_date}, 'open') returning id`.execute(db)
  return rows[0]?.id ?? 0
}
const [january, march] = [await trip('2083-01-28', '2083-02-01'), await trip('2083-03-10', '2083-03-14')]
const give = (body: object) => ticketing.post('/planned-trips/bulk/flights', body)
const flightsOf = async (id: number) =>
  (await ticketing.get(`/planned-trips/${id}/flights`)).data.map(
    ({ direction, flight_number, departs_local, arrives_local, pnr }: Record<string, string>) =>
      `${direction} ${flight_number} ${departs_local} ${arrives_local} ${pnr}`,
  )
const text = 'BR198 28JAN TPENRT 0850 1315\nBR197 01FEB NRTTPE 1415 1720'

test('many trips get the itinerary that an airline sent, each on its own days', async () => {
  const tried = await give({ ids: [january, march], text, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(
    tried.data.map(({ status, added }: { status: string; added: number }) => [status, added]),
    [
      ['would_change', 2],
      ['would_change', 2],
    ],
  )
  assert.deepEqual(await flightsOf(march), [])
  const done = await give({ ids: [january, march], text })
  assert.deepEqual(done.body.meta, { dry_run: false, created: 0, changed: 2 })
  assert.deepEqual(await flightsOf(march), [
    'outbound BR198 2083-03-10T08:50 2083-03-10T13:15 null',
    'inbound BR197 2083-03-14T14:15 2083-03-14T17:20 null',
  ])
})

test('a flight that a trip has keeps its record locator, and the same itinerary changes nothing', async () => {
  const [first] = (await ticketing.get(`/planned-trips/${january}/flights`)).data
  await ticketing.put(`/planned-trip-flights/${first.id}`, { pnr: 'K7XQ2M', status: 'confirmed' })
  assert.deepEqual(
    (await give({ ids: [january, march], text })).data.map(({ status }: { status: string }) => status),
    ['unchanged', 'unchanged'],
  )
  const flights = [
    {
      direction: 'outbound',
      day: 0,
      flight_number: 'BR198',
      origin: 'TPE',
      destination: 'NRT',
      departs: '23:30',
      arrives: '03:55',
      arrives_days_later: 1,
    },
    {
      direction: 'inbound',
      day: 4,
      flight_number: 'BR197',
      origin: 'NRT',
      destination: 'TPE',
      departs: '14:15',
      arrives: '17:20',
    },
  ]
  const moved = await give({ filter: { from: '2083-01-01', to: '2083-02-01' }, flights })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const [{ added, changed, removed }] = moved.data
  assert.deepEqual([moved.data.length, added, changed, removed], [1, 0, 1, 0])
  assert.deepEqual((await flightsOf(january))[0], 'outbound BR198 2083-01-28T23:30 2083-01-29T03:55 K7XQ2M')
})

test('an itinerary that one trip cannot have is given to none, and a line that is no flight is named', async () => {
  const short = await trip('2083-05-01', '2083-05-02')
  const before = await flightsOf(january)
  const refused = await give({
    ids: [january, short],
    text: 'BR198 28JAN TPENRT 0900 1315\nBR197 01FEB NRTTPE 1415 1720',
  })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.rows.map(({ status }: { status: string }) => status),
    ['would_change', 'refused'],
  )
  assert.deepEqual(await flightsOf(january), before)
  const unread = await give({ ids: [january], text: 'see below\nBR198 28JAN TPENRT 0900 1315' })
  assert.match(unread.body.errors.text[0], /^These lines are no flight: 1\./)
  assert.equal((await give({ ids: [january] })).status, 422)
})
