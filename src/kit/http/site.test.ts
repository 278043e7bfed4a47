import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { type Logger, pino } from 'pino'
import { staticFiles } from './server/service.ts'
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
/** Stores assets of a release that last started `hours` ago. */
const keepRelease = (hours: number, name: string, content: string) => {
  const release = join(kept, String(hours).repeat(40))
  mkdirSync(release)
  writeFileSync(join(release, name), content)
  const then = new Date(Date.now() - hours * 3_600_000)
  utimesSync(release, then, then)
}
for (const hours of [1, 2, 3, 4]) keepRelease(hours, `page-0ld${hours}.js`, `of release ${hours}`)
keepRelease(5, 'page-anci.js', 'of a release long ago')

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
const journal: Logger = pino({ level: 'silent' })
app.decorate('journal', journal)
app.register(fastifyStatic, staticFiles)
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

test('a file with a hash in its name is cached for ever, and sent with the compression of the build', async () => {
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

test('files of the four previous releases are served, so that an open page finds its parts', async () => {
  for (const hours of [1, 4]) {
    const { body, headers } = await get(`/desk/assets/page-0ld${hours}.js`)
    assert.deepEqual([body, headers['content-type']], [`of release ${hours}`, 'application/javascript; charset=utf-8'])
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  }
  const own = hash('sha1', readFileSync(join(folder, 'index.html')))
  assert.deepEqual(readdirSync(join(kept, own)), ['main-1a2b.js', 'main-1a2b.js.br', 'main-1a2b.js.gz'])
  for (const name of ['page-anci.js', '..%2Findex.html', '%2Fetc%2Fpasswd'])
    assert.notEqual((await get(`/desk/assets/${name}`)).statusCode, 200, name)
})

test('a file without a hash in its name is revalidated', async () => {
  const { headers } = await get('/desk/mark.svg')
  assert.deepEqual([headers['content-type'], headers['cache-control']], ['image/svg+xml', 'public, no-cache'])
})
