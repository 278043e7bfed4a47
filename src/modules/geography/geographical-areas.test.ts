import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'

const { as, db, ids } = await house()
const admin = as('admin')
const { asia, europe, japan, korea, france, hokkaido, kansai, sapporo, osaka, naha, seoul, paris } = await geography(as)

const area = async (body: object): Promise<number> => (await admin.post('/geographical-areas', body)).data.id
const north = await area({ code: 'NORTH', name: '北國', country_ids: [korea], city_ids: [sapporo] })
const west = await area({ code: 'WEST', name: '西歐', country_ids: [france], sort_order: 1 })

const found = async (path: string) =>
  (await as('sales').get(path)).data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)

test('an area has countries, cities and a person in charge', async () => {
  const made = await admin.post('/geographical-areas', {
    code: 'OKINAWA',
    name: '沖繩線',
    name_en: 'Okinawa',
    color: '#0EA5E9',
    controller_user_id: ids.line_control,
    country_ids: [korea, japan],
    city_ids: [naha],
  })
  assert.deepEqual(
    { ...made.data, created_at: '', updated_at: '' },
    {
      id: made.data.id,
      code: 'OKINAWA',
      name: '沖繩線',
      name_en: 'Okinawa',
      color: '#0EA5E9',
      controller_user_id: ids.line_control,
      notes: null,
      is_active: true,
      sort_order: 0,
      created_at: '',
      updated_at: '',
      version: 1,
      country_ids: [japan, korea],
      city_ids: [naha],
    },
  )
  const changed = await admin.put(`/geographical-areas/${made.data.id}`, { country_ids: [], city_ids: [naha, osaka] })
  assert.deepEqual([changed.data.country_ids, changed.data.city_ids, changed.data.version], [[], [osaka, naha], 2])
  assert.deepEqual(await found(`/geographical-areas?controller_user_id=${ids.line_control}`), [made.data.id])
  assert.equal((await admin.delete(`/geographical-areas/${made.data.id}`)).status, 200)
})

test('invalid areas are refused with reasons', async () => {
  const wrong = await admin.post('/geographical-areas', { code: 'north', name: ' ', color: 'red', country_ids: [0] })
  assert.deepEqual(
    [wrong.status, Object.keys(wrong.body.errors).sort()],
    [422, ['code', 'color', 'country_ids.0', 'name']],
  )
  const unknown = await admin.put(`/geographical-areas/${west}`, { country_ids: [france, 999] })
  assert.deepEqual([unknown.status, unknown.body.errors], [422, { country_ids: ['One of them does not exist.'] }])
  const nobody = await admin.put(`/geographical-areas/${west}`, { controller_user_id: 999 })
  assert.deepEqual([nobody.status, Object.keys(nobody.body.errors)], [422, ['controller_user_id']])
  const again = await admin.post('/geographical-areas', { code: 'WEST', name: '西' })
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [409, ['code']])
  const city = await admin.delete(`/cities/${sapporo}`)
  assert.deepEqual([city.status, city.body.uses], [409, { geographical_area_cities: 1 }])
})

test('every list is filtered by its parents', async () => {
  assert.deepEqual(await found(`/countries?continent_id=${asia}`), [japan, korea])
  assert.deepEqual(await found(`/countries?area_id=${north}`), [japan, korea])
  assert.deepEqual(await found(`/countries?area_id=${west}`), [france])
  assert.deepEqual(await found(`/regions?country_id=${japan}`), [hokkaido, kansai])
  assert.deepEqual(await found(`/regions?continent_id=${europe}`), [])
  assert.deepEqual(await found(`/regions?area_id=${north}`), [hokkaido])
  assert.deepEqual(await found(`/cities?continent_id=${asia}`), [sapporo, osaka, naha, seoul])
  assert.deepEqual(await found(`/cities?country_id=${japan}`), [sapporo, osaka, naha])
  assert.deepEqual(await found(`/cities?region_id=${kansai}`), [osaka])
  assert.deepEqual(await found(`/cities?area_id=${north}`), [sapporo, seoul])
  assert.deepEqual(await found(`/cities?area_id=${north}&country_id=${japan}`), [sapporo])
  assert.deepEqual(await found(`/geographical-areas?continent_id=${europe}`), [west])
  assert.deepEqual(await found(`/geographical-areas?country_id=${japan}`), [north])
  assert.deepEqual(await found(`/geographical-areas?city_id=${seoul}`), [north])
  assert.deepEqual(await found(`/geographical-areas?city_id=${paris}`), [west])
  assert.deepEqual(await found(`/geographical-areas?city_id=${osaka}`), [])
})

test('the audit records members that join or leave an area', async () => {
  await admin.put(`/geographical-areas/${west}`, { country_ids: [japan] })
  const { rows } = await sql`
    select actor_id, action, changes from audit
     where table_name = 'geographical_areas' and record_id = ${west} order by id desc limit 2`.execute(db)
  assert.deepEqual(rows, [
    { actor_id: ids.admin, action: 'changed', changes: { country_ids: [null, japan] } },
    { actor_id: ids.admin, action: 'changed', changes: { country_ids: [france, null] } },
  ])
  await admin.put(`/geographical-areas/${west}`, { country_ids: [france] })
})
