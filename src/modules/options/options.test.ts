import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { sharedHouse } from '../../../test/house.ts'
import { buildApp } from '../../app.ts'

const home = await sharedHouse()
const anybody = home.as()

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

test('nationality has every country of ISO 3166-1, with the frequent ones first', async () => {
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

test('every request is answered by the route, so that hooks added later run, and with the usual headers', async () => {
  const { database, keys, files, papers, outbound } = home
  const settings = {
    zone: 'Asia/Taipei',
    serialPattern: '{package}',
    corsOrigins: ['https://office.example'],
    trustProxy: 1,
    secondFactorRoles: [],
  }
  const { machine } = home.app
  const app = buildApp({
    ...settings,
    database,
    keys,
    files,
    papers,
    outbound,
    machine,
    log: pino({ level: 'silent' }),
  })
  let runs = 0
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-run', String(++runs))
    done()
  })
  after(() => app.close())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = (headers: Record<string, string> = {}) => fetch(`${address}/api/options`, { headers })
  const etag = (await get()).headers.get('etag') ?? ''
  for (const [headers, status] of [
    [{}, 200],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': etag }, 304],
  ] as const) {
    const answer = await get({ ...headers, 'x-request-id': 'mine-1' })
    assert.deepEqual(
      [answer.status, Number(answer.headers.get('x-run')), answer.headers.get('x-request-id')],
      [status, runs, 'mine-1'],
    )
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
  assert.equal(runs, 5)
  const near = await get({ origin: 'https://office.example' })
  assert.equal(near.headers.get('access-control-allow-origin'), 'https://office.example')
  assert.match((await get({ 'x-request-id': 'no id' })).headers.get('x-request-id') ?? '', /^[\w-]{36}$/)
  assert.equal((await get({ accept: 'application/xml' })).status, 406)
  assert.match(await app.metrics.metrics(), /answers_total\{method="GET",route="\/api\/options",status="3xx"\} 2\n/)
})

test('a client with the current ETag gets a 304', async () => {
  for (const path of ['/options', '/options/bed-type']) {
    const { headers } = await anybody.get(path)
    assert.equal(headers['cache-control'], 'public, max-age=300')
    assert.match(headers.etag ?? '', /^"[\w-]{27}"$/)
    const again = await anybody.get(path, { 'if-none-match': headers.etag ?? '' })
    assert.deepEqual([again.status, again.body], [304, ''])
    assert.equal((await anybody.get(path, { 'if-none-match': '"other"' })).status, 200)
  }
  const [one, other] = [await anybody.get('/options/bed-type'), await anybody.get('/options/cash')]
  assert.deepEqual([one.status, other.status, other.body.code], [200, 404, 'not_found'])
  assert.equal((await anybody.get('/options/constructor')).status, 404)
})
