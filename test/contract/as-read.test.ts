import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Schema } from '../../src/kit/http/openapi/schema.ts'
import { makeLink } from '../../src/modules/links/links.ts'
import { demoHouse } from '../fixtures/demo.ts'
import { form } from '../fixtures/samples.ts'

const { app, db, database, signedIn } = await demoHouse()
const admin = await signedIn('admin')

const made = [
  admin.post('/exchange-rates', { from_currency: 'JPY', to_currency: 'TWD', rate: 0.2152, valid_from: '2026-01-01' }),
  admin.post('/views', { list: 'planned-trips', name: '缺領隊', filters: { leader: 'none' } }),
  admin.post('/webhooks', { name: '會計系統', url: 'https://books.example.com/hook' }),
]
for (const { status, body } of await Promise.all(made)) assert.equal(status, 201, JSON.stringify(body))

const [{ id: onSale }] = (await admin.get('/packages?per_page=1')).data
const photo = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#357' } })
  .jpeg()
  .toBuffer()
assert.equal((await admin.upload(`/packages/${onSale}/pictures`, form(photo, 'photo.jpg'))).status, 201)

/** Demo records for the paths from which a list cannot find one. */
const sources: Record<string, string> = {
  '/api/house/record': `select '/api/house/record'`,
  '/api/me': `select '/api/me'`,
  '/api/site': `select '/api/site'`,
  '/api/receipt-platform': `select '/api/receipt-platform'`,
  '/api/line/channel': `select '/api/line/channel'`,
  '/api/payment-providers/{provider}': `select format('/api/payment-providers/%s', provider) from payment_providers`,
  '/api/airlines/{id}/routes/{route}': `select format('/api/airlines/%s/routes/%s', airline_id, id) from airline_routes`,
  '/api/bookings/{id}/price-lines/{line}': `select format('/api/bookings/%s/price-lines/%s', booking_id, id) from booking_price_lines`,
  '/api/packages/{id}/prices/{price}': `select format('/api/packages/%s/prices/%s', package_id, id) from package_prices`,
  '/api/packages/{id}/pictures/{picture}': `select format('/api/packages/%s/pictures/%s', package_id, id) from package_pictures`,
  '/api/planned-trips/{id}/news': `select format('/api/planned-trips/%s/news', id) from planned_trips`,
  '/api/planned-trip-flights/{id}': `select format('/api/planned-trip-flights/%s', id) from planned_trip_flights`,
  '/api/day-notes/{id}': `select format('/api/day-notes/%s', id) from day_notes`,
  '/api/incidents/{id}': `select format('/api/incidents/%s', id) from incidents`,
  '/api/advances/{id}': `select format('/api/advances/%s', id) from leader_advances`,
  '/api/roll-calls/{id}': `select format('/api/roll-calls/%s', id) from roll_calls`,
  '/api/sessions/{id}': `select format('/api/sessions/%s', id) from seminar_sessions`,
  '/api/sessions/{id}/attendances/{attendance}': `select format('/api/sessions/%s/attendances/%s', session_id, id) from session_attendances`,
}

const registration = async (path: string) => {
  const { rows } = await sql<{ booking_id: number; id: number }>`
    select t.booking_id, t.id from travelers t join bookings b on b.id = t.booking_id join planned_trips p on p.id = b.planned_trip_id
     where b.status = 'confirmed' and p.departure_date > today() + 60 limit 3`.execute(db)
  const made = rows.map(async ({ booking_id, id }) => {
    const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking_id))
    return path.replace('{token}', token).replace('{id}', `${id}`)
  })
  return Promise.all(made)
}

const beganDraft = async () => {
  const { data: trips } = await admin.get('/public/trips?per_page=1')
  const { data } = await admin.post('/registration-drafts', {
    planned_trip_id: trips[0].id,
    locale: 'zh-TW',
    contact: { name: '高小美' },
    travelers: [{ name: '高小美', expected: 'adult' }],
    rooms: [],
  })
  return data.token
}

const recordsAt = async (path: string): Promise<string[]> => {
  if (path.startsWith('/api/trip-registrations/')) return registration(path)
  if (path.startsWith('/api/registration-drafts/')) return [path.replace('{token}', await beganDraft())]
  const source = sources[path]
  if (source)
    return (await sql.raw<{ format: string }>(`${source} as format limit 5`).execute(db)).rows.map(
      ({ format }) => format,
    )
  const { data } = await admin.get(path.replace('/{id}', ''))
  return data.slice(0, 5).map(({ id }: { id: number }) => path.replace('{id}', `${id}`))
}

const shown = ({ returns }: { returns: { schema: Schema } }) => returns.schema.properties?.data
const reads = new Map(
  app.catalogue.filter(({ methods, raw }) => methods.includes('GET') && !raw).map((route) => [route.path, route]),
)
const records = app.catalogue.filter(({ methods, path }) => {
  const read = reads.get(path)
  return methods.includes('PUT') && read && shown(read)?.type === 'object'
})

for (const { path } of records)
  test(`a record is accepted as it was read: ${path}`, async () => {
    const found = await recordsAt(path)
    assert.ok(found.length, 'the demo has one')
    for (const at of found) {
      const { data: read } = await admin.get(at)
      const { status, body } = await admin.put(at, read)
      assert.deepEqual([at, status, body.errors ?? body.code, body.data], [at, 200, undefined, read])
    }
  })

test('a field that the service sets is refused if its value differs from the stored one', async () => {
  const { data: made } = await admin.post('/seasons', season)
  const at = `/seasons/${made.id}`
  const wrong = { ...made, id: made.id + 1, version: 9, created_at: '2020-01-01T00:00:00Z', name: '初春' }
  const { status, body } = await admin.put(at, wrong)
  assert.deepEqual(
    [status, body.errors],
    [422, { id: [setByService], created_at: [setByService], version: [setByService] }],
  )
  assert.deepEqual((await admin.put(at, { ...made, nmae: '初春' })).body.errors, {
    nmae: ['There is no such field here; check the spelling.'],
  })
  const { data: changed } = await admin.put(at, { ...made, name: '初春' })
  assert.deepEqual([changed.name, changed.version], ['初春', made.version + 1])
  assert.deepEqual(Object.keys((await admin.put(at, { ...made, name: '晚春' })).body.errors), ['updated_at', 'version'])
  assert.deepEqual((await admin.put(`${at}?x=1`, changed)).body.errors, {
    x: ['There is no such field here; check the spelling.'],
  })
})
const season = { code: 'AS_READ', name: '春季', starts_on: '2027-03-01', ends_on: '2027-05-31' }
const setByService = 'The service sets this field: leave it out, or send it back as it is now.'

test('the mask of a personal field keeps the stored value, and cannot become a new value', async () => {
  const [at] = await recordsAt('/api/travelers/{id}')
  const passport_number = '312345678'
  const { data: traveler } = await admin.put(`${at}`, { passport_number })
  assert.equal(traveler.passport_number, '•••678')
  assert.equal((await admin.put(`${at}`, { ...traveler, notes: '靠走道' })).status, 200)
  const reveal = { fields: ['passport_number'], reason: '開票' }
  assert.deepEqual((await admin.post(`${at}/reveal`, reveal)).data, { passport_number })
  const { passport_number: said } = (await admin.put(`${at}`, { passport_number: '•••999' })).body.errors
  assert.equal(said[0], 'This is only how the value is shown: leave it out to keep it, or give the whole value.')
})

test('a repeated key replays the answer to a record that was sent back as it was read', async () => {
  const { data: made } = await admin.post('/seasons', { ...season, code: 'AGAIN' })
  const send = () => admin.put(`/seasons/${made.id}`, { ...made, name: '初春' }, { 'idempotency-key': 'as-read' })
  const [first, again] = [await send(), await send()]
  assert.deepEqual([first.status, again.body, again.headers['idempotency-replayed']], [200, first.body, 'true'])
})
