import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../test/fixtures/bookings.ts'
import { house } from '../../test/house.ts'
import { sheetsIn } from '../../test/xlsx.ts'

const home = await house()
const { as } = home
const { trip } = await bookingFixtures(home)
const [admin, finance, op, sales] = [as('admin'), as('finance'), as('op'), as('sales')]

const [japan] = done(await admin.get('/countries?q=日本'))
const hokkaido = { name: '北海道觀光', name_en: 'Hokkaido Tours', country_id: japan.id }
const insurer = { name: '富邦產物保險', tax_id: '04595257' }
const land = done(await finance.post('/suppliers', hokkaido)).id
const insured = done(await op.post('/suppliers', insurer)).id

test('a supplier is recorded once, with a tax ID that can be true, by those who enter costs', async () => {
  const wrong = await finance.post('/suppliers', { name: '打錯的公司', tax_id: '12345678' })
  assert.deepEqual(
    [wrong.status, wrong.body.errors],
    [
      422,
      {
        tax_id: [
          'The check digit does not fit, so a digit is probably wrong: compare it with the company registration.',
        ],
      },
    ],
  )
  // A 7 in the seventh place lets the sum count one more.
  done(await finance.post('/suppliers', { name: '旗手地接', tax_id: '12345675' }))
  assert.equal((await finance.post('/suppliers', hokkaido)).body.code, 'duplicate')
  assert.equal((await finance.post('/suppliers', { ...insurer, name: '富邦' })).body.code, 'duplicate')
  assert.equal((await sales.post('/suppliers', { name: '業務' })).status, 403)
  const named = async (who: typeof sales, query: string) =>
    done(await who.get(`/suppliers?${query}`)).map(({ name }: { name: string }) => name)
  assert.deepEqual(await named(sales, 'q=04595257'), ['富邦產物保險'])
  assert.deepEqual(await named(sales, `country_id=${japan.id}`), ['北海道觀光'])
  const file = await finance.get('/suppliers?format=xlsx&columns=name,tax_id&sort=name')
  const rows = (await sheetsIn(file.bytes))[0]?.rows.map((row) => row.map(({ value }) => value).join(' ')) ?? []
  assert.ok(rows.includes('富邦產物保險 04595257'), rows.join())
})

test('a cost names its supplier, and what proves it', async () => {
  const { id } = await trip(10)
  const add = async (more: object) =>
    done(await finance.post(`/planned-trips/${id}/costs`, { kind: 'land', actual: 86000, ...more }))
  const told = ({ supplier_name, supplier_name_en, supplier_tax_id, voucher }: Record<string, unknown>) => [
    ...[supplier_name, supplier_name_en, supplier_tax_id, voucher],
  ]
  const invoiced = await add({ supplier_id: land, invoice_number: 'HK-1', invoiced_on: '2026-11-02' })
  assert.deepEqual(told(invoiced), ['北海道觀光', 'Hokkaido Tours', null, 'voucher'])
  const policy = await add({ kind: 'insurance', supplier_id: insured })
  assert.deepEqual(told(policy), ['富邦產物保險', null, '04595257', 'none'])
  const written = await add({ supplier: '小販' })
  assert.deepEqual(told(written), ['小販', null, null, 'none'])

  const at = `/planned-trips/${id}/costs`
  const arrived = done(await finance.put(`${at}/${policy.id}`, { invoice_number: 'FB-9' }))
  assert.equal(arrived.voucher, 'voucher', 'the first invoice number is a voucher')
  const unsigned = await finance.put(`${at}/${written.id}`, { voucher: 'signed' })
  assert.deepEqual(Object.keys(unsigned.body.errors), ['voucher_reason'])
  const signed = { voucher: 'signed', voucher_reason: '當地小販不開收據' }
  assert.equal(done(await finance.put(`${at}/${written.id}`, signed)).voucher, 'signed')
  const unknown = await finance.post(at, { kind: 'land', actual: 1, supplier_id: 999_999 })
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['supplier_id']])
})

test('an invoice number is there once for each supplier, also under its name in words', async () => {
  const { id } = await trip(10)
  const at = `/planned-trips/${id}/costs`
  const cost = { kind: 'land', actual: 5000, invoice_number: 'DOUBLE-1' }
  done(await finance.post(at, { ...cost, supplier_id: land }))
  for (const again of [{ supplier_id: land }, { supplier: '北海道觀光' }]) {
    const asked = await finance.post(at, { ...cost, invoice_number: 'double-1', ...again })
    assert.deepEqual([asked.status, Object.keys(asked.body.errors)], [422, ['confirmed_invoice_number']])
  }
  done(await finance.post(at, { ...cost, supplier_id: insured }))
  const answered = { confirmed_invoice_number: 'DOUBLE-1', reason: '同一張請款單分兩項' }
  done(await finance.post(at, { ...cost, supplier_id: land, ...answered }))
  const used = await admin.delete(`/suppliers/${land}`)
  assert.deepEqual([used.status, used.body.code], [409, 'in_use'])
})
