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
  assert.match(refused.body.errors.is_on[0], /^The record of the agency still lacks: name, .*performance insurance\./)
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
