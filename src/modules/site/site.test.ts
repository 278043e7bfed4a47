import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'

const { as } = await house()

test('the site is off at first, and cannot be switched on while the record of the agency is incomplete', async () => {
  const { data } = await as('sales').get('/site')
  assert.deepEqual(
    [data.is_on, data.hue, data.chroma, data.seats_shown, data.texts],
    [false, 190, 2, 'few_only', { lead: null, registration: null, footer: null }],
  )
  assert.ok(data.missing.includes('representative'))

  const refused = await as('admin').put('/site', { is_on: true })
  assert.equal(refused.status, 422)
  assert.match(
    refused.body.errors.is_on[0],
    /^Missing or expired in the record of the agency: name, .*performance insurance\. Complete it on the page “The agency”, then/,
  )
  const inChinese = await as('admin').put('/site', { is_on: true }, { 'accept-language': 'zh-TW' })
  assert.match(
    inChinese.body.errors.is_on[0],
    /^公司資料尚未填寫或已到期：名稱、.*履約保證保險。請先到「管理」的「公司資料」補齊，再開啟公開網站。$/,
  )
})

test('an administrator switches it on once the record is complete, with sentences in both languages', async () => {
  const insurance = { insurer: '富邦', policy_number: '1', sum: 1, starts_on: '2026-01-01', ends_on: '2083-01-01' }
  const record = {
    ...{ name: '旗手旅行社', kind: 'class_a', registration_number: '交觀甲 1', representative: '王大明' },
    ...{ address: '台北市', phone: '+886 2 2555 0100', emergency_phone: '+886 912 555 100' },
    ...{ complaint_contact: '林經理', complaint_phone: '+886 2 2555 0180' },
    ...{ liability_insurance: insurance, performance_insurance: insurance },
  }
  assert.equal((await as('admin').put('/house/record', record)).status, 200)
  assert.equal((await as('sales').put('/site', { is_on: true })).status, 403)
  const change = { is_on: true, hue: 20, texts: { lead: { text: '走吧' } } }
  const { status, data } = await as('admin').put('/site', change)
  assert.deepEqual([status, data.is_on, data.hue, data.missing], [200, true, 20, []])
  assert.deepEqual(data.texts, { lead: { text: '走吧', text_en: null }, registration: null, footer: null })

  const history = await as('admin').get('/audit?table_name=site&record_id=1')
  assert.deepEqual(history.data[0].changes.is_on, [false, true])
})

test('two who change it at once do not overwrite each other', async () => {
  const { data } = await as('admin').get('/site')
  const stale = { 'if-match': `"${data.version - 1}"` }
  assert.equal((await as('admin').put('/site', { hue: 30 }, stale)).status, 412)
})

test('the sites that may embed the departures are origins: https, without a path, each once', async () => {
  const hosts = async (given: string[]) => {
    const { status, data, body } = await as('admin').put('/site', { hosts: given })
    return status === 200 ? data.hosts : body.errors.hosts
  }
  assert.deepEqual((await as('sales').get('/site')).data.hosts, [])
  const given = ['https://WWW.Example.com.tw/', 'https://旅行.tw', 'https://a.tw:8443', 'http://localhost:3001']
  const kept = ['https://www.example.com.tw', 'https://xn--zfvo28e.tw', 'https://a.tw:8443', 'http://localhost:3001']
  assert.deepEqual(await hosts(given), kept)
  for (const wrong of [
    ...['http://example.com', 'https://example.com/tours', 'https://example.com?a=1', 'https://me@example.com'],
    ...['example.com', 'https://*.example.com', "https://a.tw;script-src'self'", 'https://a.tw https://b.tw'],
    ...['javascript:alert(1)', '*', 'http://localhost.evil.tw'],
  ])
    assert.deepEqual(await hosts([wrong]), [
      `“${wrong}” cannot be used. Give a site that begins with https://, without a path, such as https://www.example.com.tw; for a trial http://localhost:3000.`,
    ])
  assert.deepEqual(await hosts(['https://a.tw', 'https://A.tw/']), [
    'https://a.tw is given twice. Give each site once.',
  ])
  assert.deepEqual(await hosts(Array.from({ length: 11 }, (_, i) => `https://${i}.tw`)), ['At most 10 entries.'])
  assert.deepEqual((await as('admin').get('/site')).data.hosts, kept)
})
