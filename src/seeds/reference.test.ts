import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { house } from '../../test/house.ts'
import { countryCodes } from '../kit/words/countries.ts'
import { seedReference } from './reference.ts'

const { as, db, database } = await house()
const admin = as('admin')
const one = async <T>(query: RawBuilder<T>) => (await query.execute(db)).rows[0]
const found = async (path: string) => (await admin.get(path)).data[0]

const counts = () =>
  one(sql`
    select (select count(*)::integer from continents) as continents,
           (select count(*)::integer from countries) as countries,
           (select count(*)::integer from regions) as regions,
           (select count(*)::integer from cities) as cities,
           (select count(*)::integer from airports) as airports,
           (select count(*)::integer from geographical_areas) as areas,
           (select count(*)::integer from geographical_area_countries) as area_countries,
           (select count(*)::integer from airlines) as airlines,
           (select count(*)::integer from airline_cities where is_hub) as hubs,
           (select count(*)::integer from categories) as categories,
           (select count(*)::integer from seasons) as seasons`)
const all = {
  continents: 7,
  countries: 249,
  regions: 176,
  cities: 515,
  airports: 455,
  areas: 17,
  area_countries: 243,
  airlines: 107,
  hubs: 175,
  categories: 16,
  seasons: 25,
}

test('an empty database is seeded with the whole world', async () => {
  await database.transaction({}, seedReference)
  assert.deepEqual(await counts(), all)
  const { rows } = await sql<{ iso_alpha2: string }>`select iso_alpha2 from countries order by iso_alpha2`.execute(db)
  assert.deepEqual(
    rows.map(({ iso_alpha2 }) => iso_alpha2),
    countryCodes,
  )
})

test('a country has its names and entry rules', async () => {
  const japan = await found('/countries?iso_alpha2=JP')
  const asia = await found('/continents?code=AS')
  const { id, created_at, updated_at, ...fields } = japan
  assert.deepEqual(fields, {
    continent_id: asia.id,
    continent: { id: asia.id, name: '亞洲', name_en: 'Asia' },
    iso_alpha2: 'JP',
    iso_alpha3: 'JPN',
    name: '日本',
    name_en: 'Japan',
    calling_code: '+81',
    currency_code: 'JPY',
    timezone: 'Asia/Tokyo',
    visa_policy: 'visa_free',
    visa_free_days: 90,
    visa_lead_days: null,
    passport_min_validity_months: 0,
    passport_validity_basis: 'return',
    entry_note: '護照效期須涵蓋停留期間；可先以 Visit Japan Web 填報入境及海關資料。',
    notes: null,
    is_active: true,
    sort_order: 0,
    version: 1,
  })
  const namibia = await found('/countries?iso_alpha2=NA')
  const northAmerica = await found('/continents?code=NA')
  assert.deepEqual([namibia.name, namibia.name_en, northAmerica.name], ['納米比亞', 'Namibia', '北美洲'])
})

test('the other records refer to each other by codes', async () => {
  const sapporo = await found('/cities?iata_code=SPK')
  const hokkaido = await found('/regions?q=HOKKAIDO')
  assert.deepEqual([sapporo.region_id, sapporo.aliases], [hokkaido.id, ['CTS', '新千歲', '千歲']])
  const eva = await found('/airlines?iata_code=BR')
  const home = await found('/countries?iso_alpha2=TW')
  assert.equal(eva.country_id, home.id)
  const hubs = await admin.get(`/airlines/${eva.id}/cities`)
  const [taipei, kaohsiung] = [await found('/cities?iata_code=TPE'), await found('/cities?iata_code=KHH')]
  assert.deepEqual(hubs.data, [
    { city_id: taipei.id, is_hub: true },
    { city_id: kaohsiung.id, is_hub: true },
  ])
  const sakura = await found('/categories?q=SAKURA')
  const flower = await found('/categories?q=FLOWER')
  assert.deepEqual([sakura.parent_id, flower.name], [flower.id, '賞花'])
  const lunar = await found('/seasons?q=LUNAR_NEW_YEAR_2027')
  assert.deepEqual([lunar.starts_on, lunar.ends_on, lunar.level], ['2027-02-04', '2027-02-10', 'peak'])
})

test('a second run inserts what is missing and changes nothing else', async () => {
  const japan = await found('/countries?iso_alpha2=JP')
  const taoyuan = await found(`/cities?q=${encodeURIComponent('桃園市')}`)
  const asia = await found('/geographical-areas?q=NORTHEAST_ASIA')
  const season = await found('/seasons?q=SUMMER_2027')
  await admin.put(`/countries/${japan.id}`, { visa_free_days: 30, name: '日本國' })
  await admin.put(`/cities/${taoyuan.id}`, { name: '桃園市', region_id: null })
  await admin.put(`/geographical-areas/${asia.id}`, { country_ids: [japan.id] })
  await admin.delete(`/seasons/${season.id}`)
  const audited = () => one(sql<{ n: number }>`select count(*)::integer as n from audit`)
  const before = await audited()

  await database.transaction({}, seedReference)
  assert.deepEqual(await counts(), { ...all, area_countries: 240 })
  assert.equal((await audited())?.n, (before?.n ?? 0) + 1)
  const again = await found('/countries?iso_alpha2=JP')
  assert.deepEqual([again.name, again.visa_free_days, again.version], ['日本國', 30, 2])
})
