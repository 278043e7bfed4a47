import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { house } from '../../../test/house.ts'

const { as, app } = await house()
const anybody = as()

const lists = {
  'passport-status': [
    { value: 'has', label: '已有護照', label_en: 'Has a passport' },
    { value: 'agency', label: '無護照，請旅行社代辦', label_en: 'No passport; the agency applies' },
    { value: 'self', label: '無護照，自行辦理', label_en: 'No passport; applies in person' },
  ],
  'meal-requirements': [
    { value: 'none', label: '無特殊需求', label_en: 'No special meal' },
    { value: 'vegetarian', label: '素食', label_en: 'Vegetarian' },
    { value: 'lacto-ovo', label: '蛋奶素', label_en: 'Lacto-ovo vegetarian' },
  ],
  'food-restrictions': [
    { value: '牛', label: '牛', label_en: 'Beef' },
    { value: '羊', label: '羊', label_en: 'Lamb' },
    { value: '豬', label: '豬', label_en: 'Pork' },
    { value: '雞', label: '雞', label_en: 'Chicken' },
    { value: '鴨', label: '鴨', label_en: 'Duck' },
    { value: '魚', label: '魚', label_en: 'Fish' },
    { value: '海鮮', label: '海鮮', label_en: 'Seafood' },
  ],
  'ticket-handling': [
    { value: 'none', label: '團體票', label_en: 'Group ticket' },
    { value: 'premium', label: '升等機票', label_en: 'Upgraded ticket' },
    { value: 'individual', label: '個人票', label_en: 'Individual ticket' },
  ],
  'class-preference': [
    { value: 'none', label: '不指定', label_en: 'No preference' },
    { value: 'premium', label: '豪華經濟艙', label_en: 'Premium economy' },
    { value: 'business', label: '商務艙', label_en: 'Business class' },
  ],
  'bed-type': [
    { value: 'none', label: '不指定', label_en: 'No preference' },
    { value: 'twin', label: '兩張單人床', label_en: 'Twin beds' },
    { value: 'double', label: '一張雙人床', label_en: 'Double bed' },
    { value: 'single', label: '單人房', label_en: 'Single room' },
  ],
  'seat-preference': [
    { value: 'none', label: '不指定', label_en: 'No preference' },
    { value: 'window', label: '靠窗', label_en: 'Window' },
    { value: 'aisle', label: '走道', label_en: 'Aisle' },
  ],
  'payment-method': [
    { value: 'creditCard', label: '信用卡', label_en: 'Credit card' },
    { value: 'bankTransfer', label: '銀行轉帳', label_en: 'Bank transfer' },
    { value: 'cash', label: '現金', label_en: 'Cash' },
  ],
  'travel-purpose': [
    { value: 'honeymoon', label: '蜜月旅行', label_en: 'Honeymoon' },
    { value: 'family', label: '家庭旅遊', label_en: 'Family trip' },
    { value: 'other', label: '其他', label_en: 'Other' },
  ],
  'marketing-source': [
    { value: 'socialMedia', label: '社群媒體', label_en: 'Social media' },
    { value: 'lineAds', label: 'LINE 廣告', label_en: 'LINE ads' },
    { value: 'googleWebsite', label: 'Google／官方網站', label_en: 'Google or our website' },
    { value: 'lineGroup', label: 'LINE 群組', label_en: 'LINE group' },
    { value: 'referral', label: '親友介紹', label_en: 'Referral' },
    { value: 'other', label: '其他', label_en: 'Other' },
  ],
}

test('every list has exactly its values, in order', async () => {
  for (const [name, options] of Object.entries(lists))
    assert.deepEqual((await anybody.get(`/options/${name}`)).body, { success: true, data: options }, name)
})

test('nationality has every country of ISO 3166-1, the frequent ones first', async () => {
  const { data } = await anybody.get('/options/nationality')
  assert.equal(data.length, 249)
  assert.equal(new Set(data.map(({ value }: { value: string }) => value)).size, 249)
  assert.deepEqual(data.slice(0, 6), [
    { value: 'TW', label: '台灣', label_en: 'Taiwan' },
    { value: 'CN', label: '中國', label_en: 'China' },
    { value: 'HK', label: '香港', label_en: 'Hong Kong SAR China' },
    { value: 'JP', label: '日本', label_en: 'Japan' },
    { value: 'US', label: '美國', label_en: 'United States' },
    { value: 'AD', label: '安道爾', label_en: 'Andorra' },
  ])
  assert.deepEqual(data.at(-1), { value: 'ZW', label: '辛巴威', label_en: 'Zimbabwe' })
})

test('all lists come in one answer, in the order of the specification', async () => {
  const { status, data } = await anybody.get('/options')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(data), [
    'passport-status',
    'meal-requirements',
    'food-restrictions',
    'ticket-handling',
    'class-preference',
    'nationality',
    'bed-type',
    'seat-preference',
    'payment-method',
    'travel-purpose',
    'marketing-source',
  ])
  const { nationality, ...others } = data
  assert.deepEqual(others, lists)
  assert.equal(nationality.length, 249)
})

test('the answer given before routing equals the answer of the route', async () => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const told = async (headers: Record<string, string>, path = '/api/options') => {
    const answer = await fetch(`${address}${path}`, { headers })
    const { date, 'x-request-id': id, ...others } = Object.fromEntries(answer.headers)
    return { status: answer.status, id, headers: others, body: await answer.text() }
  }
  // A request with a query, even an empty one, is answered by the route.
  const alike = async (headers: Record<string, string>) => {
    const mine = { ...headers, 'x-request-id': 'mine-1' }
    const [slow, quick, asRoute] = [await told(mine), await told(mine), await told(mine, '/api/options?')]
    assert.ok(isDeepStrictEqual(quick, slow) && isDeepStrictEqual(quick, asRoute))
    return quick
  }
  const whole = await alike({})
  assert.deepEqual([whole.status, whole.id, whole.headers['content-length']], [200, 'mine-1', '17886'])
  const known = { 'if-none-match': whole.headers.etag ?? '' }
  assert.deepEqual([(await alike(known)).status, (await alike({ 'if-none-match': '"other"' })).status], [304, 200])
  assert.equal((await alike({ accept: 'application/xml' })).status, 406)
  const near = await told({ origin: 'https://office.example' })
  assert.equal(near.headers['access-control-allow-origin'], 'https://office.example')
  assert.match((await told({ 'x-request-id': 'no id' })).id ?? '', /^[\w-]{36}$/)
  const metrics: string = (await anybody.get('//metrics')).body
  assert.match(metrics, /request_seconds_count\{method="GET",route="\/api\/options",status="304"\} 3\n/)
})

test('a client with the current ETag gets a 304', async () => {
  for (const path of ['/options', '/options/bed-type']) {
    const { headers } = await anybody.get(path)
    assert.equal(headers['cache-control'], 'public, no-cache')
    assert.match(headers.etag ?? '', /^"[\w-]{27}"$/)
    const again = await anybody.get(path, { 'if-none-match': headers.etag ?? '' })
    assert.deepEqual([again.status, again.body], [304, ''])
    assert.equal((await anybody.get(path, { 'if-none-match': '"other"' })).status, 200)
  }
  const [one, other] = [await anybody.get('/options/bed-type'), await anybody.get('/options/cash')]
  assert.deepEqual([one.status, other.status, other.body.code], [200, 404, 'not_found'])
  assert.equal((await anybody.get('/options/constructor')).status, 404)
})
