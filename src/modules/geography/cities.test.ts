import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'

const { as, db } = await house()
const admin = as('admin')
const sales = as('sales')
const world = await geography(as)
const { japan, korea, france, hokkaido, kansai, sapporo, osaka, naha } = world

test('a city is shown with all its fields', async () => {
  const { data, headers } = await sales.get(`/cities/${sapporo}`)
  assert.deepEqual(
    { ...data, created_at: '', updated_at: '' },
    {
      id: sapporo,
      country_id: japan,
      region_id: hokkaido,
      name: '札幌',
      name_en: 'Sapporo',
      iata_code: 'SPK',
      timezone: 'Asia/Tokyo',
      latitude: 43.0618,
      longitude: 141.3545,
      aliases: ['CTS', '新千歲機場'],
      notes: null,
      is_active: true,
      sort_order: 0,
      created_at: '',
      updated_at: '',
      version: 1,
    },
  )
  assert.equal(headers.etag, '"1"')
  assert.equal((await sales.get(`/cities/${sapporo}`, { 'if-none-match': '"1"' })).status, 304)
  const stale = await admin.put(`/cities/${sapporo}`, { notes: 'x' }, { 'if-match': '"7"' })
  assert.deepEqual([stale.status, stale.body.code], [412, 'stale'])
})

test('the region of a city must lie in its country', async () => {
  const wrong = { region_id: ['The country of this city has no such region.'] }
  const made = await admin.post('/cities', {
    country_id: korea,
    region_id: hokkaido,
    name: '釜山',
    timezone: 'Asia/Seoul',
  })
  assert.deepEqual([made.status, made.body.errors], [422, wrong])
  const unknown = await admin.put(`/cities/${osaka}`, { region_id: 999 })
  assert.deepEqual([unknown.status, unknown.body.errors], [422, wrong])
  const moved = await admin.put(`/cities/${osaka}`, { country_id: korea })
  assert.deepEqual([moved.status, moved.body.errors], [422, wrong])
  const both = await admin.put(`/cities/${osaka}`, { country_id: korea, region_id: null })
  assert.deepEqual([both.status, both.data.country_id, both.data.region_id], [200, korea, null])
  const back = await admin.put(`/cities/${osaka}`, { country_id: japan, region_id: kansai })
  assert.deepEqual([back.status, back.data.country_id, back.data.region_id], [200, japan, kansai])
})

test('the cities of a region move with it to another country', async () => {
  assert.equal((await admin.put(`/regions/${kansai}`, { country_id: france })).status, 200)
  assert.equal((await sales.get(`/cities/${osaka}`)).data.country_id, france)
  assert.equal((await admin.put(`/regions/${kansai}`, { country_id: japan })).status, 200)
  assert.equal((await sales.get(`/cities/${osaka}`)).data.country_id, japan)
})

test('codes and names are unique', async () => {
  const city = { country_id: japan, name: '函館', timezone: 'Asia/Tokyo' }
  const code = await admin.post('/cities', { ...city, iata_code: 'SPK' })
  assert.deepEqual([code.status, code.body.code, Object.keys(code.body.errors)], [409, 'duplicate', ['iata_code']])
  const name = await admin.post('/cities', { ...city, name: '那霸' })
  assert.deepEqual([name.status, Object.keys(name.body.errors)], [409, ['country_id', 'region_id', 'name']])
  const region = await admin.post('/regions', { country_id: japan, code: 'KANSAI', name: '近畿' })
  assert.deepEqual([region.status, Object.keys(region.body.errors)], [409, ['country_id', 'code']])
  const elsewhere = await admin.post('/regions', { country_id: korea, code: 'KANSAI', name: '近畿' })
  assert.equal(elsewhere.status, 201)
  await admin.delete(`/regions/${elsewhere.data.id}`)
})

test('a record in use cannot be removed, and the refusal names what uses it', async () => {
  const region = await admin.delete(`/regions/${hokkaido}`)
  assert.deepEqual([region.status, region.body.code, region.body.uses], [409, 'in_use', { cities: 1 }])
  const country = await admin.delete(`/countries/${japan}`)
  assert.deepEqual([country.status, country.body.uses], [409, { cities: 3, regions: 2 }])
})

test('a city is found by any of its names and airports', async () => {
  const found = async (q: string) =>
    (await sales.get(`/cities?q=${encodeURIComponent(q)}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await found('sappo'), [sapporo])
  assert.deepEqual(await found('cts'), [sapporo])
  assert.deepEqual(await found('千歲'), [sapporo])
  assert.deepEqual(await found('oka'), [naha])
  assert.deepEqual(await found('100%'), [])
})

test('the option list has the cities of a country and the chosen one', async () => {
  const values = async (query: string) =>
    (await sales.get(`/cities/list/options?${query}`)).data.map(({ value }: { value: number }) => value)
  const { data, headers } = await sales.get(`/cities/list/options?region_id=${hokkaido}`)
  assert.deepEqual(data, [
    {
      value: sapporo,
      label: '札幌',
      label_en: 'Sapporo',
      country_id: japan,
      region_id: hokkaido,
      iata_code: 'SPK',
      timezone: 'Asia/Tokyo',
    },
  ])
  const same = await sales.get(`/cities/list/options?region_id=${hokkaido}`, { 'if-none-match': headers.etag ?? '' })
  assert.equal(same.status, 304)
  assert.deepEqual(await values(`country_id=${korea}&include=${naha}`), [naha, world.seoul])
  await admin.put(`/cities/${naha}`, { is_active: false })
  assert.deepEqual(await values(`country_id=${japan}`), [osaka, sapporo])
  assert.deepEqual(await values(`country_id=${japan}&q=札&include=${naha}`), [naha, sapporo])
  await admin.put(`/cities/${naha}`, { is_active: true })
})

test('a chosen city is in the option list however long the list is', async () => {
  const many = Array.from({ length: 310 }, (_, i) => ({ country_id: korea, name: `小鎮 ${i}`, timezone: 'Asia/Seoul' }))
  await db.insertInto('cities').values(many).execute()
  const { data } = await sales.get(`/cities/list/options?country_id=${korea}&include=${world.seoul}`)
  assert.deepEqual([data.length, data[0].value], [300, world.seoul])
})
