import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { serveSite } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'guidon-site-'))
const script = 'console.log("one")'
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html>')
writeFileSync(join(folder, 'mark.svg'), '<svg/>')
writeFileSync(join(folder, 'assets/main-1a2b.js'), script)
writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets/main-1a2b.js.gz'), gzipSync(script))

const kept = mkdtempSync(join(tmpdir(), 'guidon-kept-'))
const dayAgo = new Date(Date.now() - 26 * 3_600_000)
writeFileSync(join(kept, 'page-0ld0.js'), 'of the release before')
writeFileSync(join(kept, 'page-anci.js'), 'of a release long ago')
utimesSync(join(kept, 'page-anci.js'), dayAgo, dayAgo)

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
serveSite(app, {
  folder,
  at: '/desk',
  pages: ['/desk', '/desk/requests/:id'],
  policy: "default-src 'none'",
  keptIn: kept,
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
  rmSync(kept, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('every named page is the same document, revalidated each time and sent with the policy', async () => {
  for (const url of ['/desk', '/desk/', '/desk/requests/7']) {
    const { statusCode, body, headers } = await get(url)
    assert.deepEqual([statusCode, body], [200, '<!doctype html>'], url)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers['content-security-policy'], "default-src 'none'")
    assert.equal((await get(url, { 'if-none-match': String(headers.etag) })).statusCode, 304)
  }
})

test('any other address is a 404', async () => {
  for (const url of ['/desk/nothing', '/desk/assets/main-0000.js', '/desk/index.html', '/desk/assets/main-1a2b.js.br'])
    assert.equal((await get(url)).statusCode, 404, url)
})

test('a file with a hash in its name is cached for ever, and sent as the build compressed it', async () => {
  const url = '/desk/assets/main-1a2b.js'
  const { headers, body } = await get(url)
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.deepEqual([body, headers['content-encoding'], headers.vary], [script, undefined, 'accept-encoding'])
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['zstd', undefined],
  ])
    assert.equal((await get(url, { 'accept-encoding': `${accepted}` })).headers['content-encoding'], encoding)
})

test('a file of the release before is served for a day, so that a page which is open finds its parts', async () => {
  const { body, headers } = await get('/desk/assets/page-0ld0.js')
  assert.deepEqual([body, headers['content-type']], ['of the release before', 'text/javascript; charset=utf-8'])
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.deepEqual(readdirSync(kept).sort(), ['main-1a2b.js', 'page-0ld0.js'], 'those of today are kept too')
  for (const name of ['page-anci.js', '..%2Findex.html', '%2Fetc%2Fpasswd'])
    assert.notEqual((await get(`/desk/assets/${name}`)).statusCode, 200, name)
})

test('a file without a hash in its name is revalidated', async () => {
  const { headers } = await get('/desk/mark.svg')
  assert.deepEqual([headers['content-type'], headers['cache-control']], ['image/svg+xml', 'public, no-cache'])
})
