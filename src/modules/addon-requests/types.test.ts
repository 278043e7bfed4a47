import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { admin, sales, customer, asked } = conversation(home, there)
const at = '/addon-requests/types'
const type = (type_code: string, more: object = {}) => ({
  category_id: there.ticketing,
  name: '座位升等',
  name_en: 'Seat upgrade',
  type_code,
  pricing_type: 'fixed_price',
  base_cost: 800,
  ...more,
})
const pricingTypes = [
  { value: 'free', label: '免費', label_en: 'Free', description: '旅客無需支付任何費用。' },
  { value: 'fixed_price', label: '固定價格', label_en: 'Fixed Price', description: '依類型設定的基本費用計價。' },
  {
    value: 'quotation_required',
    label: '需報價',
    label_en: 'Quotation Required',
    description: '由負責部門依個案提供報價。',
  },
]

test('the list contains the types and, in its meta, the pricing types', async () => {
  const { status, body } = await sales.get(at)
  assert.deepEqual([status, Object.keys(body)], [200, ['success', 'data', 'meta']])
  assert.deepEqual(body.meta, { pricing_types: pricingTypes })
  assert.deepEqual(
    body.data.map(({ type_code, pricing_type }: Record<string, string>) => `${type_code} ${pricing_type}`),
    [
      'T_SEAT quotation_required',
      'T_SIM fixed_price',
      'T_CAKE free',
      'T_UNPRICED fixed_price',
      'T_GUARDED quotation_required',
    ],
  )
})

test('`pricing-types` is a list and is not taken for an id; each description is one Chinese sentence', async () => {
  const { status, body } = await customer.get(`${at}/pricing-types`)
  assert.deepEqual([status, body], [200, { success: true, data: pricingTypes }])
  for (const { description } of pricingTypes) assert.match(description, /^[\p{Script=Han}，]+。$/u)
  assert.equal((await admin.put(`${at}/pricing-types`, { name: 'x' })).status, 404)
  assert.equal((await admin.delete(`${at}/pricing-types`)).status, 404)
})

test('a type is created from its body, with defaults for missing fields', async () => {
  const made = await admin.post(at, type('SEAT_UPGRADE'))
  const { id, created_at, updated_at, ...fields } = made.data
  assert.deepEqual([made.status, made.headers.location], [201, `/api/addon-requests/types/${id}`])
  assert.deepEqual(fields, {
    category_id: there.ticketing,
    name: '座位升等',
    name_en: 'Seat upgrade',
    type_code: 'SEAT_UPGRADE',
    pricing_type: 'fixed_price',
    base_cost: 800,
    cost_currency: 'TWD',
    requires_approval: false,
    processing_time_hours: 24,
    is_active: true,
    sort_order: 0,
    description: null,
    description_en: null,
    first_month: null,
    last_month: null,
    min_days: null,
    most_per_person: 9,
    country_ids: [],
    customer_visible: true,
    is_refundable: false,
    is_sold_on_the_road: false,
    details_schema: [],
    version: 1,
  })
  const one = await sales.get(`${at}/${id}`)
  assert.deepEqual([one.status, one.body], [200, { success: true, data: made.data }])

  const quoted = await admin.put(`${at}/${id}`, { pricing_type: 'quotation_required', base_cost: null })
  assert.deepEqual(
    [quoted.status, quoted.data.pricing_type, quoted.data.base_cost, quoted.data.name, quoted.data.version],
    [200, 'quotation_required', null, '座位升等', 2],
  )
  assert.equal((await admin.patch(`${at}/${id}`, { base_cost: '12' })).data.base_cost, 12)
})

const wrong: [what: string, body: object, fields: string[]][] = [
  ['no pricing_type', { pricing_type: undefined }, ['pricing_type']],
  ['an unknown pricing_type', { pricing_type: 'by_weight' }, ['pricing_type']],
  ['a pricing_type in capitals', { pricing_type: 'FREE' }, ['pricing_type']],
  ['a pricing_type that is no text', { pricing_type: 1 }, ['pricing_type']],
  ['no pricing_type but null', { pricing_type: null }, ['pricing_type']],
  ['a negative price', { base_cost: -1 }, ['base_cost']],
  ['three decimals', { base_cost: 1.005 }, ['base_cost']],
  ['a code in small letters', { type_code: 'seat-upgrade' }, ['type_code']],
  ['a category there is not', { category_id: 999999 }, ['category_id']],
  ['an id of its own', { id: 7 }, ['id']],
  [
    'several at once',
    { pricing_type: 'x', processing_time_hours: -1, is_active: 'yes' },
    ['is_active', 'pricing_type', 'processing_time_hours'],
  ],
]
for (const [what, body, fields] of wrong)
  test(`refused: ${what}`, async () => {
    const refused = await admin.post(at, type('REFUSED', body))
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_input'], JSON.stringify(refused.body))
    assert.deepEqual(Object.keys(refused.body.errors).sort(), fields)
  })

test('a change follows the same rules; any field may be missing, and an empty change does nothing', async () => {
  const { data } = await admin.post(at, type('CHANGED'))
  for (const pricing_type of ['x', null, 3, ''])
    assert.deepEqual(
      Object.keys((await admin.put(`${at}/${data.id}`, { pricing_type })).body.errors),
      ['pricing_type'],
      `${pricing_type}`,
    )
  assert.deepEqual((await admin.put(`${at}/${data.id}`, {})).data, data)
  assert.equal((await admin.put(`${at}/${data.id}`, { name: '新名稱' })).data.pricing_type, 'fixed_price')
  assert.equal((await admin.put(`${at}/999999`, { name: 'x' })).status, 404)
})

test('a fixed price without an amount is accepted with a warning', async () => {
  const made = await admin.post(at, type('WARNED', { base_cost: null }))
  assert.deepEqual(made.body.meta, {
    warnings: ['A fixed price without an amount: its requests are treated as ones to be quoted.'],
  })
  const priced = await admin.put(`${at}/${made.data.id}`, { base_cost: 10 })
  assert.deepEqual(priced.body.meta, { warnings: [] })
  const again = await admin.put(`${at}/${made.data.id}`, { base_cost: null }, { 'accept-language': 'zh-TW' })
  assert.deepEqual(again.body.meta, { warnings: ['尚未填寫固定價格，申請將比照需報價處理。'] })
})

test('a code is unique; a type in use cannot be removed, an unused one can', async () => {
  const { data } = await admin.post(at, type('ONCE'))
  const twin = await admin.post(at, type('ONCE'))
  assert.deepEqual([twin.status, twin.body.code, Object.keys(twin.body.errors)], [409, 'duplicate', ['type_code']])
  const removed = await admin.delete(`${at}/${data.id}`)
  assert.deepEqual([removed.status, removed.body], [200, { success: true, data: null }])
  assert.equal((await admin.get(`${at}/${data.id}`)).status, 404)
  await asked(there.sim)
  const used = await admin.delete(`${at}/${there.sim}`)
  assert.deepEqual([used.status, used.body.code, used.body.uses], [409, 'in_use', { addon_requests: 1 }])
})

test('only administrators write; a customer sees the types it may request', async () => {
  for (const who of ['sales', 'ticketing', 'customer', 'leader'] as const)
    assert.equal((await home.as(who).post(at, type('NOT_MINE'))).status, 403)
  assert.equal((await home.as().get(at)).status, 401)
  assert.equal((await home.as('leader').get(at)).status, 403)
  const hidden = (await admin.post(at, type('HIDDEN', { customer_visible: false }))).data.id
  const retired = (await admin.post(at, type('RETIRED', { is_active: false }))).data.id
  for (const id of [hidden, retired]) {
    assert.equal((await customer.get(`${at}/${id}`)).status, 404)
    assert.equal((await sales.get(`${at}/${id}`)).status, 200)
    const request = await customer.post('/addon-requests', { type_id: id, traveler_id: there.own.traveler_id })
    assert.deepEqual(request.body.errors, { type_id: ['There is no such record.'] })
  }
  const codes = async (who: typeof sales) =>
    (await who.get(at)).data.map(({ type_code }: { type_code: string }) => type_code)
  assert.ok(!(await codes(customer)).includes('HIDDEN') && !(await codes(customer)).includes('RETIRED'))
  assert.ok((await codes(sales)).includes('HIDDEN') && (await codes(sales)).includes('RETIRED'))
  const offered = async (who: typeof sales, query = '') =>
    (await who.get(`${at}/list/options${query}`)).data.map(({ value }: { value: number }) => value)
  assert.ok((await offered(sales)).includes(hidden), 'sales may ask for what customers do not see')
  assert.ok(!(await offered(customer)).includes(hidden))
  assert.ok(!(await offered(sales)).includes(retired))
  assert.ok((await offered(sales, `?include=${retired}`)).includes(retired))
  assert.deepEqual(await offered(sales, '?pricing_type=free'), [there.cake])
})

test('the default currency is that of the installation', async () => {
  await home.db.insertInto('installation').values({ key: 'currency', value: 'JPY' }).execute()
  assert.equal((await admin.post(at, type('IN_YEN'))).data.cost_currency, 'JPY')
  assert.equal((await admin.post(at, type('IN_DOLLARS', { cost_currency: 'USD' }))).data.cost_currency, 'USD')
})

const flight = { key: 'flight', label: '航班', label_en: 'Flight', kind: 'text', is_required: true }
const bags = { key: 'bags', label: '行李件數', label_en: null, kind: 'number', is_required: false }

test('a type names the details of its requests; required details must be given, and a wrong form is refused', async () => {
  const made = await admin.post(at, type('BAGGAGE', { details_schema: [flight, bags], is_refundable: true }))
  assert.deepEqual(
    [made.status, made.data.details_schema, made.data.is_refundable],
    [201, [flight, bags], true],
    JSON.stringify(made.body),
  )
  const wanted = (details: object) =>
    sales.post('/addon-requests', { type_id: made.data.id, traveler_id: there.own.traveler_id, details })
  const refused = await wanted({ bags: 'two', colour: 'blue' })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [422, { 'details.flight': ['Please give “Flight”.'], 'details.bags': ['“行李件數” must be a number.'] }],
  )
  const { status, data } = await wanted({ flight: 'CI831', bags: 2, colour: 'blue' })
  assert.equal(status, 201)
  const change = await sales.put(
    `/addon-requests/${data.id}`,
    { details: { flight: '' } },
    { 'accept-language': 'zh-TW' },
  )
  assert.deepEqual(change.body.errors, { 'details.flight': ['請填寫「航班」。'] })
  const again = await admin.put(`${at}/${made.data.id}`, { details_schema: [] })
  assert.deepEqual(again.data.details_schema, [])
  assert.equal((await sales.put(`/addon-requests/${data.id}`, { details: {} })).status, 200)
})
