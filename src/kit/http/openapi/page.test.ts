import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../../../../test/house.ts'

const { app, as } = await sharedHouse()

test('the page contains no other host, and its policy forbids loading from any', async () => {
  const page = await as().get('//docs')
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.equal(
    page.headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  assert.deepEqual(page.body.match(/(?:src|href)="[^"]*"/g), [
    'href="data:,"',
    'href="/llms.txt"',
    'href="/api/openapi.json"',
    'src="/docs/program.js"',
    'src="/docs/start.js"',
  ])
  const start = (await as().get('//docs/start.js')).body
  assert.doesNotMatch(start, /https?:/)
  for (const off of [
    '"telemetry": false',
    '"withDefaultFonts": false',
    '"proxyUrl": ""',
    '"showDeveloperTools": "never"',
  ])
    assert.ok(start.includes(off), off)
  assert.match(start, /"agent": \{\s+"disabled": true\s+\}/)
})

test('its script is served compressed, and cached', async () => {
  const get = (headers: Record<string, string>) => app.inject({ url: '/docs/program.js', headers })
  const packed = await get({ 'accept-encoding': 'gzip' })
  assert.deepEqual([packed.statusCode, packed.headers['content-encoding']], [200, 'gzip'])
  assert.ok(packed.rawPayload.length < 2_000_000)
  assert.match((await get({})).body, /createApiReference/)
  const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) })
  assert.equal(again.statusCode, 304)
})
