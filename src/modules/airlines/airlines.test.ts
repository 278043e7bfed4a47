import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'

const { as, db } = await house()
const admin = as('admin')
const sales = as('sales')
const { asia, europe, japan, france, sapporo, osaka, seoul, paris } = await geography(as)

const eva = { iata_code: 'BR', icao_code: 'EVA', name: '長榮航空', name_en: 'EVA Air', alliance: 'star_alliance' }
const airline: number = (await admin.post('/airlines', { ...eva, country_id: japan, city_ids: [osaka, seoul] })).data.id

test('an airline is shown with the cities it flies to', async () => {
  const { data } = await sales.get(`/airlines/${airline}`)
  assert.deepEqual(
    { ...data, created_at: '', updated_at: '' },
    {
      id: airline,
      iata_code: 'BR',
      icao_code: 'EVA',
      name: '長榮航空',
      name_en: 'EVA Air',
      country_id: japan,
      alliance: 'star_alliance',
      notes: null,
      is_active: true,
      sort_order: 0,
      created_at: '',
      updated_at: '',
      version: 1,
      city_ids: [osaka, seoul],
    },
  )
  const options = await sales.get('/airlines/list/options?q=br')
  assert.deepEqual(options.data, [{ value: airline, label: '長榮航空', label_en: 'EVA Air', iata_code: 'BR' }])
})

test('airlines are filtered by country and by destination', async () => {
  const air = await admin.post('/airlines', {
    iata_code: 'AF',
    name: '法國航空',
    country_id: france,
    city_ids: [paris],
  })
  const found = async (query: string) =>
    (await sales.get(`/airlines?${query}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await found(`country_id=${france}`), [air.data.id])
  assert.deepEqual(await found(`continent_id=${europe}`), [air.data.id])
  assert.deepEqual(await found(`continent_id=${asia}`), [airline])
  assert.deepEqual(await found(`city_id=${seoul}`), [airline])
  assert.deepEqual(await found('alliance=skyteam'), [])
})

test('invalid airlines are refused with reasons', async () => {
  assert.deepEqual((await sales.post('/airlines', eva)).body.roles, ['department', 'admin'])
  const again = await admin.post('/airlines', { ...eva, icao_code: 'XYZ' })
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [409, ['iata_code']])
  const wrong = await admin.post('/airlines', {
    iata_code: 'EVA',
    name: 'x',
    alliance: 'none',
    city_ids: [sapporo, 999],
  })
  assert.deepEqual(Object.keys(wrong.body.errors).sort(), ['alliance', 'iata_code'])
  const unknown = await admin.put(`/airlines/${airline}`, { city_ids: [osaka, 999] })
  assert.deepEqual([unknown.status, unknown.body.errors], [422, { city_ids: ['One of them does not exist.'] }])
})

test('hubs are marked, and only changed rows are written', async () => {
  const address = `/airlines/${airline}/cities`
  assert.deepEqual((await sales.get(address)).data, [
    { city_id: osaka, is_hub: false },
    { city_id: seoul, is_hub: false },
  ])
  const cities = [{ city_id: seoul, is_hub: true }, { city_id: paris }]
  assert.equal((await sales.put(address, { cities })).status, 403)
  const { version } = (await sales.get(`/airlines/${airline}`)).data
  const changed = await admin.put(address, { cities }, { 'if-match': `"${version}"` })
  assert.deepEqual(
    [changed.status, changed.data],
    [
      200,
      [
        { city_id: seoul, is_hub: true },
        { city_id: paris, is_hub: false },
      ],
    ],
  )
  assert.equal(changed.headers.etag, `"${version + 1}"`)
  assert.equal((await admin.put(address, { cities }, { 'if-match': `"${version}"` })).status, 412)
  const { rows } = await sql<{ changes: object }>`
    select changes from audit where table_name = 'airlines' and record_id = ${airline} order by id desc limit 3`.execute(
    db,
  )
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [
      { city_ids: [null, paris], [`city_ids.${paris}.is_hub`]: [null, false] },
      { [`city_ids.${seoul}.is_hub`]: [false, true] },
      { city_ids: [osaka, null], [`city_ids.${osaka}.is_hub`]: [false, null] },
    ],
  )
  await admin.put(`/airlines/${airline}`, { city_ids: [osaka, seoul] })
  assert.deepEqual((await sales.get(address)).data, [
    { city_id: osaka, is_hub: false },
    { city_id: seoul, is_hub: true },
  ])
})

test('invalid cities of an airline are refused with reasons', async () => {
  const address = `/airlines/${airline}/cities`
  const put = async (cities: object[]) => (await admin.put(address, { cities })).body.errors
  assert.deepEqual(await put([{ city_id: 999 }]), { cities: ['One of them does not exist.'] })
  const twice = [{ city_id: seoul }, { city_id: seoul, is_hub: true }]
  assert.deepEqual(await put(twice), { cities: ['Each may stand here only once.'] })
  assert.deepEqual(Object.keys(await put([{ city: 1, is_hub: 'yes' }])).sort(), [
    'cities.0.city',
    'cities.0.city_id',
    'cities.0.is_hub',
  ])
  assert.equal((await admin.get('/airlines/999/cities')).status, 404)
  assert.equal((await admin.put('/airlines/999/cities', { cities: [] })).status, 404)
})
