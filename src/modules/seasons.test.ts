import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geography } from '../../test/fixtures/geography.ts'
import { house } from '../../test/house.ts'

const { as } = await house()
const admin = as('admin')
const { japan, korea, france } = await geography(as)

test('a season is created, changed, found and removed', async () => {
  const made = await admin.post('/seasons', {
    code: 'SPRING',
    name: '春季',
    starts_on: '2027-03-01',
    ends_on: '2027-05-31',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.location, `/api/seasons/${made.data.id}`)
  assert.deepEqual(
    { ...made.data, id: 0, created_at: '', updated_at: '' },
    {
      id: 0,
      code: 'SPRING',
      name: '春季',
      name_en: null,
      starts_on: '2027-03-01',
      ends_on: '2027-05-31',
      level: 'shoulder',
      notes: null,
      is_active: true,
      sort_order: 0,
      created_at: '',
      updated_at: '',
      version: 1,
      country_ids: [],
    },
  )
  const changed = await admin.put(`/seasons/${made.data.id}`, { name_en: 'Spring' })
  assert.deepEqual(
    [changed.status, changed.data.name_en, changed.data.version, changed.headers.etag],
    [200, 'Spring', 2, '"2"'],
  )
  const found = await as('sales').get('/seasons?q=spr&is_active=true')
  assert.deepEqual(
    [found.data.length, found.body.meta],
    [1, { current_page: 1, per_page: 15, total: 1, last_page: 1, from: 1, to: 1 }],
  )
  const options = await as('sales').get('/seasons/list/options')
  assert.deepEqual(options.data, [
    {
      value: made.data.id,
      label: '春季',
      label_en: 'Spring',
      starts_on: '2027-03-01',
      ends_on: '2027-05-31',
      level: 'shoulder',
    },
  ])
  assert.deepEqual((await admin.delete(`/seasons/${made.data.id}`)).body, { success: true, data: null })
  assert.equal((await admin.get(`/seasons/${made.data.id}`)).status, 404)
})

test('invalid seasons are refused with reasons', async () => {
  const season = { code: 'AUTUMN', name: '秋季', starts_on: '2027-09-01', ends_on: '2027-11-30' }
  assert.equal((await as().get('/seasons')).body.code, 'unauthenticated')
  assert.deepEqual((await as('sales').post('/seasons', season)).body.roles, ['department', 'admin'])
  const empty = await admin.post('/seasons', {})
  assert.deepEqual(
    [empty.status, Object.keys(empty.body.errors).sort()],
    [422, ['code', 'ends_on', 'name', 'starts_on']],
  )
  const wrong = await admin.post('/seasons', {
    ...season,
    name: null,
    starts_on: '2027-02-30',
    nmae_en: 'typo',
    is_active: 'yes',
    sort_order: '5',
  })
  assert.deepEqual(wrong.body.errors, {
    nmae_en: ['There is no such field here; check the spelling.'],
    name: ['Must be text.'],
    starts_on: ['Must be a real date, YYYY-MM-DD.'],
    is_active: ['Must be yes or no (true or false).'],
    sort_order: ['Must be a whole number.'],
  })
  assert.equal((await admin.post('/seasons', season)).status, 201)
  const again = await admin.post('/seasons', season)
  assert.deepEqual(
    [again.status, again.body.code, again.body.errors],
    [409, 'duplicate', { code: ['This value is taken already.'] }],
  )
  const backwards = await admin.post('/seasons', { ...season, code: 'BACK', ends_on: '2027-08-31' })
  assert.deepEqual([backwards.status, backwards.body.errors], [422, { ends_on: ['Must not be before the first day.'] }])
})

test('a country may have its own dates for a season', async () => {
  const sakura = { code: 'SAKURA', name: '櫻花季', starts_on: '2027-03-20', ends_on: '2027-04-19' }
  const made = await admin.post('/seasons', { ...sakura, country_ids: [france, japan] })
  assert.deepEqual(made.data.country_ids, [japan, france])
  const address = `/seasons/${made.data.id}/countries`
  assert.deepEqual((await as('leader').get(address)).data, [
    { country_id: japan, starts_on: null, ends_on: null },
    { country_id: france, starts_on: null, ends_on: null },
  ])
  const countries = [
    { country_id: korea, starts_on: '2027-04-01', ends_on: '2027-04-12' },
    { country_id: japan, starts_on: null },
  ]
  const changed = await as('line_control').put(address, { countries })
  assert.deepEqual(changed.data, [
    { country_id: japan, starts_on: null, ends_on: null },
    { country_id: korea, starts_on: '2027-04-01', ends_on: '2027-04-12' },
  ])
  await admin.put(`/seasons/${made.data.id}`, { country_ids: [korea, france] })
  assert.deepEqual((await admin.get(address)).data, [
    { country_id: korea, starts_on: '2027-04-01', ends_on: '2027-04-12' },
    { country_id: france, starts_on: null, ends_on: null },
  ])
  const found = await as('sales').get(`/seasons?country_id=${korea}`)
  assert.deepEqual([found.data.length, found.data[0].code], [1, 'SAKURA'])
  const none = await as('sales').get(`/seasons?country_id=${japan}`)
  assert.deepEqual(none.data, [])
})

test('invalid countries of a season are refused with reasons', async () => {
  const { id } = (await admin.get('/seasons?q=SAKURA')).data[0]
  const errors = async (country: object) =>
    (await admin.put(`/seasons/${id}/countries`, { countries: [country] })).body.errors
  assert.deepEqual(await errors({ country_id: japan, starts_on: '2027-04-01' }), {
    countries: ['Give both the first and the last day, or neither.'],
  })
  assert.deepEqual(await errors({ country_id: japan, starts_on: '2027-04-02', ends_on: '2027-04-01' }), {
    countries: ['The last day must not be before the first.'],
  })
  assert.deepEqual(await errors({ country_id: 999 }), { countries: ['One of them does not exist.'] })
  assert.deepEqual(await errors({ country_id: japan, starts_on: '2027-02-30' }), {
    'countries.0.starts_on': ['Must be a real date, YYYY-MM-DD.'],
  })
  assert.deepEqual((await admin.delete(`/countries/${france}`)).body.uses, { cities: 1, season_countries: 1 })
  assert.equal((await admin.delete(`/seasons/${id}`)).status, 200)
})
