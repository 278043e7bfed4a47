import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { objectStorage } from '../../../test/s3.ts'
import { comes } from '../../../test/until.ts'
import { MissingFile, thumbnailOf } from './backend.ts'
import { openStore, type Store } from './store.ts'

const directory = await mkdtemp(join(tmpdir(), 'guidon-store-'))
const bucket = await objectStorage()
after(async () => {
  await bucket.end()
  await rm(directory, { recursive: true })
})
const stores = {
  'a directory': await openStore({ directory: join(directory, 'local') }),
  'a bucket': await openStore({ directory: join(directory, 'remote'), url: bucket.url }),
}

const PLACE = '0b3c8f1e-6a52-4a57-9a0e-2f9f4c3d1a00'
const OTHER = '0b3c8f1e-6a52-4a57-9a0e-2f9f4c3d1a01'
const keep = async (store: Store, name: string, content: string) => {
  const path = join(store.arrivals, 'new')
  await writeFile(path, content)
  await store.keep(path, name)
}
const contentOf = async (store: Store, name: string, range?: { first: number; last: number }) =>
  text(await store.read(name, range))

for (const [name, store] of Object.entries(stores))
  test(`${name} stores files, reads ranges of them, lists and removes them`, async () => {
    assert.equal(await store.identity.read(), undefined)
    await keep(store, PLACE, '0123456789')
    await keep(store, thumbnailOf(PLACE), 'small')
    await keep(store, OTHER, 'other')
    await store.identity.write('the id of this store')
    assert.equal(await contentOf(store, PLACE), '0123456789')
    assert.equal(await contentOf(store, PLACE, { first: 2, last: 4 }), '234')
    assert.equal(await contentOf(store, PLACE, { first: 9, last: 9 }), '9')
    assert.deepEqual([await store.has(PLACE), await store.has('missing')], [true, false])
    assert.equal(await store.identity.read(), 'the id of this store')
    const listed = []
    for await (const { path, keptAt } of store.all()) {
      assert.ok(Math.abs(Date.now() - keptAt.getTime()) < 60_000)
      listed.push(path)
    }
    assert.deepEqual(listed.sort(), [PLACE, PLACE, OTHER])
    await store.remove(PLACE)
    await store.remove(PLACE)
    assert.deepEqual([await store.has(PLACE), await store.has(OTHER)], [false, true])
    await assert.rejects(store.read(PLACE), MissingFile)
  })

test('a file whose contents were lost is 404, with advice', async () => {
  const { another, db } = await house()
  for (const files of Object.values(stores)) {
    const sales = (await another({ files })).as('sales')
    const { data } = await sales.upload('/attachments', form(pdf, 'visa.pdf'))
    const { place } = await db.selectFrom('files').select('place').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await files.remove(place)
    const { status, body } = await sales.get(data.url)
    assert.deepEqual([status, body.code], [404, 'not_found'])
    const sentence =
      'The contents of this file are no longer in the file store; upload it again, and tell the operator.'
    assert.equal(body.message, sentence)
  }
})

test('while the bucket is silent or refuses, uploads and reads are 503 and nothing is stored; afterwards they work again', async () => {
  const { another, db } = await house()
  const storage = (await another({ files: stores['a bucket'] })).as('sales')
  const known = async () => (await db.selectFrom('files').select('id').execute()).length
  const made = await storage.upload('/attachments', form(pdf, 'visa.pdf'))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const ranged = await storage.get(made.data.url, { range: 'bytes=0-3' })
  assert.deepEqual([ranged.status, ranged.bytes.toString(), ranged.headers['content-length']], [206, '%PDF', '4'])

  const refusals = async (url: string) => {
    const [upload, read] = await Promise.all([storage.upload('/attachments', form(pdf, 'visa.pdf')), storage.get(url)])
    return [upload, read].map(({ status, headers, body }) => [status, headers['retry-after'], body.code])
  }
  const unavailable = [503, '2', 'unavailable']
  bucket.stall()
  assert.deepEqual(await comes(refusals(made.data.url), 'the answers of a silent bucket'), [unavailable, unavailable])
  assert.equal((await storage.delete(made.data.url)).status, 200)
  bucket.resume()
  const again = await storage.upload('/attachments', form(pdf, 'visa.pdf'))
  assert.deepEqual([again.status, (await storage.get(again.data.url)).bytes.equals(pdf)], [201, true])
  bucket.shut()
  assert.deepEqual(await refusals(again.data.url), [unavailable, unavailable])
  const headers = (await storage.get(again.data.url)).headers
  assert.deepEqual([headers['content-disposition'], headers.etag], [undefined, undefined])
  assert.equal(await known(), 2)
})
