import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const { app, as, db, ids } = await house()
const [sales, customer, other] = [as('sales'), as('customer'), as('other_customer')]

const uploaded = async (who = sales, bytes: Buffer = pdf, name = 'visa.pdf') => {
  const made = await who.upload('/attachments', form(bytes, name))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made
}
const fileOf = async (attachment: number) => {
  const there = db.selectFrom('files').innerJoin('attachments', 'attachments.file_id', 'files.id')
  return there.select(['files.id', 'files.place']).where('attachments.id', '=', attachment).executeTakeFirstOrThrow()
}
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })

test('a photo has a thumbnail: small, upright, without metadata', async () => {
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a0' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data } = await uploaded(sales, photo, 'photo.jpg')
  const thumbnail = await sales.get(`${data.url}?size=thumb`)
  const { format, width, height, exif } = await sharp(thumbnail.bytes).metadata()
  assert.deepEqual([format, width, height, exif], ['jpeg', 107, 320, undefined])
  assert.equal(thumbnail.headers['content-type'], 'image/jpeg')
  assert.equal((await sales.get(`${(await uploaded()).data.url}?size=thumb`)).status, 404)
  assert.equal((await sales.get(`${data.url}?size=huge`)).status, 422)
})

const size = pdf.length
const ranges: [range: string, status: number, told: string | undefined, bytes: Buffer | undefined][] = [
  ['bytes=0-0', 206, `bytes 0-0/${size}`, pdf.subarray(0, 1)],
  ['bytes=5-8', 206, `bytes 5-8/${size}`, pdf.subarray(5, 9)],
  ['bytes=10-', 206, `bytes 10-${size - 1}/${size}`, pdf.subarray(10)],
  ['bytes=-6', 206, `bytes ${size - 6}-${size - 1}/${size}`, pdf.subarray(-6)],
  ['bytes=5-99999999', 206, `bytes 5-${size - 1}/${size}`, pdf.subarray(5)],
  ['bytes=-99999999', 206, `bytes 0-${size - 1}/${size}`, pdf],
  [`bytes=${size}-`, 416, `bytes */${size}`, undefined],
  ['bytes=-0', 416, `bytes */${size}`, undefined],
  ['bytes=8-5', 200, undefined, pdf],
  ['bytes=0-1,4-5', 200, undefined, pdf],
  ['lines=1-2', 200, undefined, pdf],
]
for (const [range, status, told, bytes] of ranges)
  test(`Range ${range} is answered with ${status}`, async () => {
    const { data } = await uploaded()
    const read = await sales.get(data.url, { range })
    assert.deepEqual([read.status, read.headers['content-range']], [status, told])
    if (bytes) assert.deepEqual([read.bytes, read.headers['content-length']], [bytes, String(bytes.length)])
  })

test("a range with another version's ETag returns the whole file", async () => {
  const { data } = await uploaded()
  assert.equal((await sales.get(data.url, { range: 'bytes=0-1', 'if-range': '"old"' })).status, 200)
})

test('every read is logged', async () => {
  const { data } = await uploaded()
  const { id } = await fileOf(data.id)
  await sales.get(data.url)
  await sales.get(data.url, { range: 'bytes=0-1' })
  await as().get((await sales.get(`${data.url}/link`)).data.url)
  await other.get(data.url)
  const reads = await db.selectFrom('file_reads').select('actor_id').where('file_id', '=', id).execute()
  assert.deepEqual(
    reads.map(({ actor_id }) => actor_id),
    [ids.sales, ids.sales, ids.sales],
  )
})

test('a signed link opens one file for five minutes', async () => {
  const [mine, second] = [(await uploaded(customer)).data, (await uploaded(customer)).data]
  const { url, expires_at } = (await customer.get(`${mine.url}/link`)).data
  assert.deepEqual((await as().get(url)).bytes, pdf)
  const left = Date.parse(expires_at) - Date.now()
  assert.ok(left > 290_000 && left <= 301_000, `${left} ms`)

  const past = Math.floor(Date.now() / 1_000) - 1
  const { id } = await fileOf(mine.id)
  const old = app.keys.mac('file link', `${id} ${ids.customer} ${past}`).toString('hex')
  const worthless = [
    url.replace(/files\/\d+/, `files/${(await fileOf(second.id)).id}`),
    url.replace(/user=\d+/, `user=${ids.admin}`),
    url.replace(/expires=(\d+)/, (_: string, at: string) => `expires=${Number(at) + 1}`),
    url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
    url.replace(/&signature=.*/, ''),
    url.replace(/signature=.*/, 'signature=zz'),
    url.replace(/\?.*/, ''),
    `/api/files/${id}?user=${ids.customer}&expires=${past}&signature=${old}`,
  ]
  const missing = without((await as().get(url.replace(/files\/\d+/, 'files/999999'))).body)
  for (const link of worthless) {
    const answer = await as().get(link)
    assert.deepEqual([answer.status, without(answer.body)], [404, missing], link)
  }
})
