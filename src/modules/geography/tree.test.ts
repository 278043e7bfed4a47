import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const admin = as('admin')
const sales = as('sales')
const { asia, europe, japan, korea, france, hokkaido, kansai, sapporo, osaka, naha, seoul, paris } = await geography(as)

const inHokkaido = {
  id: hokkaido,
  name: '北海道',
  name_en: null,
  cities: [{ id: sapporo, name: '札幌', name_en: 'Sapporo' }],
}
const inKansai = { id: kansai, name: '關西', name_en: null, cities: [{ id: osaka, name: '大阪', name_en: null }] }
const inNoRegion = { id: naha, name: '那霸', name_en: 'Naha' }
const inKorea = {
  id: korea,
  name: '南韓',
  name_en: null,
  regions: [],
  cities: [{ id: seoul, name: '首爾', name_en: null }],
}
const inJapan = { id: japan, name: '日本', name_en: 'Japan' }
const inFrance = {
  id: france,
  name: '法國',
  name_en: 'France',
  regions: [],
  cities: [{ id: paris, name: '巴黎', name_en: null }],
}
const inAsia = { id: asia, name: '亞洲', name_en: 'Asia' }

test('the whole tree, from continents to cities', async () => {
  const { body, headers } = await sales.get('/geography/tree')
  assert.deepEqual(body, {
    success: true,
    data: [
      { ...inAsia, countries: [{ ...inJapan, regions: [inHokkaido, inKansai], cities: [inNoRegion] }, inKorea] },
      { id: europe, name: '歐洲', name_en: 'Europe', countries: [inFrance] },
    ],
    meta: { cities: 5, is_complete: true },
  })
  assert.equal((await sales.get('/geography/tree', { 'if-none-match': headers.etag ?? '' })).status, 304)
})

test('the tree of one continent, country or area', async () => {
  const tree = async (query: string) => (await sales.get(`/geography/tree?${query}`)).data
  const europeOnly = [{ id: europe, name: '歐洲', name_en: 'Europe', countries: [inFrance] }]
  assert.deepEqual(await tree(`continent_id=${europe}`), europeOnly)
  assert.deepEqual(await tree(`country_id=${korea}`), [{ ...inAsia, countries: [inKorea] }])
  assert.deepEqual(await tree(`country_id=${korea}&continent_id=${europe}`), [])
  const area = await admin.post('/geographical-areas', {
    code: 'NORTH',
    name: '北國',
    country_ids: [korea],
    city_ids: [sapporo],
  })
  assert.deepEqual(await tree(`area_id=${area.data.id}`), [
    { ...inAsia, countries: [{ ...inJapan, regions: [inHokkaido], cities: [] }, inKorea] },
  ])
})

test('an inactive record is not in the tree, nor is anything below it', async () => {
  await admin.put(`/continents/${europe}`, { is_active: false })
  await admin.put(`/countries/${korea}`, { is_active: false })
  await admin.put(`/regions/${kansai}`, { is_active: false })
  await admin.put(`/cities/${naha}`, { is_active: false })
  assert.deepEqual((await sales.get('/geography/tree')).data, [
    {
      ...inAsia,
      countries: [{ ...inJapan, regions: [inHokkaido], cities: [{ id: osaka, name: '大阪', name_en: null }] }],
    },
  ])
})

test('other query parameters are refused', async () => {
  assert.equal((await as().get('/geography/tree')).status, 401)
  assert.deepEqual(Object.keys((await sales.get('/geography/tree?continent_id=x&city_id=1')).body.errors).sort(), [
    'city_id',
    'continent_id',
  ])
})
