import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'

const { as } = await house()
const admin = as('admin')
const keeper = as('line_control')

const asia = (await admin.post('/continents', { code: 'AS', name: '亞洲', name_en: 'Asia' })).data.id

test('a country is stored with its entry rules', async () => {
  const made = await keeper.post('/countries', {
    continent_id: asia,
    iso_alpha2: 'VN',
    iso_alpha3: 'VNM',
    name: '越南',
    name_en: 'Vietnam',
    calling_code: '+84',
    currency_code: 'VND',
    timezone: 'Asia/Ho_Chi_Minh',
    visa_policy: 'e_visa',
    visa_lead_days: 5,
    entry_note: '電子簽證停留 90 天。',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    { ...made.data, created_at: '', updated_at: '' },
    {
      id: made.data.id,
      continent_id: asia,
      iso_alpha2: 'VN',
      iso_alpha3: 'VNM',
      name: '越南',
      name_en: 'Vietnam',
      calling_code: '+84',
      currency_code: 'VND',
      timezone: 'Asia/Ho_Chi_Minh',
      visa_policy: 'e_visa',
      visa_free_days: null,
      visa_lead_days: 5,
      passport_min_validity_months: 6,
      passport_validity_basis: 'arrival',
      entry_note: '電子簽證停留 90 天。',
      notes: null,
      is_active: true,
      sort_order: 0,
      created_at: '',
      updated_at: '',
      version: 1,
    },
  )
  const changed = await keeper.put(`/countries/${made.data.id}`, { visa_policy: 'visa_free', visa_free_days: 30 })
  assert.deepEqual([changed.status, changed.data.visa_policy, changed.data.visa_free_days], [200, 'visa_free', 30])
  const found = await as('leader').get('/countries?visa_policy=visa_free&q=viet')
  assert.deepEqual([found.data.length, found.data[0].iso_alpha2], [1, 'VN'])
  assert.equal((await keeper.delete(`/countries/${made.data.id}`)).status, 200)
})

test('invalid countries are refused with reasons', async () => {
  const laos = { continent_id: asia, iso_alpha2: 'LA', name: '寮國' }
  assert.equal((await as().get('/countries')).status, 401)
  assert.deepEqual((await as('sales').post('/countries', laos)).body.roles, ['department', 'admin'])
  const wrong = await admin.post('/countries', {
    ...laos,
    iso_alpha2: 'la',
    calling_code: '856',
    currency_code: 'LAO',
    timezone: 'Asia/Nowhere',
    visa_policy: 'free',
    passport_min_validity_months: -1,
  })
  assert.deepEqual(
    [wrong.status, Object.keys(wrong.body.errors).sort()],
    [422, ['calling_code', 'currency_code', 'iso_alpha2', 'passport_min_validity_months', 'timezone', 'visa_policy']],
  )
  const nowhere = await admin.post('/countries', { ...laos, continent_id: 999 })
  assert.deepEqual([nowhere.status, nowhere.body.errors], [422, { continent_id: ['There is no such record.'] }])
  assert.equal((await admin.post('/countries', laos)).status, 201)
  const again = await admin.post('/countries', laos)
  assert.deepEqual([again.status, again.body.code, Object.keys(again.body.errors)], [409, 'duplicate', ['iso_alpha2']])
})

test('a continent with countries cannot be removed, but can be deactivated', async () => {
  const refused = await admin.delete(`/continents/${asia}`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.uses], [409, 'in_use', { countries: 1 }])
  assert.equal((await admin.put(`/continents/${asia}`, { is_active: false })).status, 200)
  assert.deepEqual((await as('sales').get('/continents/list/options')).data, [])
  const kept = await as('sales').get(`/continents/list/options?include=${asia}`)
  assert.deepEqual(kept.data, [{ value: asia, label: '亞洲', label_en: 'Asia', code: 'AS' }])
})
