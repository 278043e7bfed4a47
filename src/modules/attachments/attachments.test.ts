import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { useAttachments } from './actions.ts'
import { showAttachmentsOf } from './queries.ts'

const { as, database, ids } = await house()
const [sales, customer, other] = [as('sales'), as('customer'), as('other_customer')]

const uploaded = async (who = sales, bytes: Buffer = pdf, name = 'visa.pdf') => {
  const made = await who.upload('/attachments', form(bytes, name))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made
}
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })

test('a file is uploaded, read and linked to', async () => {
  const made = await uploaded(sales, pdf, '簽證 (2).pdf')
  const { id } = made.data
  assert.deepEqual(made.data, {
    id,
    name: '簽證 (2).pdf',
    url: `/api/attachments/${id}`,
    media_type: 'application/pdf',
    size: pdf.length,
  })
  assert.equal(made.headers.location, `/api/attachments/${id}`)

  const read = await sales.get(made.data.url, { accept: 'application/pdf' })
  assert.deepEqual(read.bytes, pdf)
  const { headers } = read
  assert.equal(
    headers['content-disposition'],
    `attachment; filename="__ (2).pdf"; filename*=UTF-8''%E7%B0%BD%E8%AD%89%20%282%29.pdf`,
  )
  assert.deepEqual(
    [headers['content-type'], headers['content-length'], headers['cache-control'], headers['x-content-type-options']],
    ['application/pdf', String(pdf.length), 'private, no-store', 'nosniff'],
  )
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal((await sales.get(made.data.url, { 'if-none-match': headers.etag ?? '' })).status, 304)
})

test('an unused file is visible to its uploader only', async () => {
  const { data } = await uploaded(customer)
  for (const who of [other, sales, as('admin'), as('leader')])
    for (const [url, missing] of [
      [data.url, '/attachments/999999'],
      [`${data.url}/link`, '/attachments/999999/link'],
    ])
      assert.deepEqual(without((await who.get(url)).body), without((await who.get(missing)).body))
  assert.equal((await other.delete(data.url)).status, 404)
  assert.equal((await as().get(data.url)).status, 401)
  assert.equal((await as().upload('/attachments', form(pdf, 'visa.pdf'))).status, 401)
})

test('a file is visible to everyone who sees a record that refers to it, and is then kept', async () => {
  showAttachmentsOf('test_letter', (reader) =>
    reader.sees === 'customer' && reader.customer === ids.other_customer ? sql`select 7` : sql`null::integer`,
  )
  const [{ data }, { data: hidden }] = [await uploaded(sales), await uploaded(sales)]
  const actor = { id: ids.sales, roles: ['sales'] } as unknown as Parameters<typeof useAttachments>[1]
  const use = (attachments: number[], id: number) =>
    database.transaction({}, (tx) => useAttachments(tx, actor, attachments, { type: 'test_letter', id }))
  await use([data.id], 7)
  await use([hidden.id], 8)

  assert.deepEqual((await other.get(data.url)).bytes, pdf)
  const { url } = (await other.get(`${data.url}/link`)).data
  assert.deepEqual((await as().get(url)).bytes, pdf)
  assert.equal((await other.get(hidden.url)).status, 404)
  assert.equal((await customer.get(data.url)).status, 404)
  assert.equal((await other.delete(data.url)).status, 404)
  const kept = await sales.delete(data.url)
  assert.deepEqual([kept.status, kept.body.code, kept.body.uses], [409, 'in_use', { attachment_uses: 1 }])

  const foreign = (await uploaded(customer)).data
  await assert.rejects(use([data.id, foreign.id], 7), { code: 'invalid_input' })
  await assert.rejects(use([data.id, 999_999], 7), { code: 'invalid_input' })
})
