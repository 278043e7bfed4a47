import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openPage } from '../../../../test/browser.ts'
import { house } from '../../../../test/house.ts'

const { app, as } = await house()

test('the page names no other host, and its policy forbids loading from any', async () => {
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
  assert.equal((await get({ 'if-none-match': String(packed.headers.etag) })).statusCode, 304)
})

test('a browser that may contact any host contacts no other, and can send a request', { skip: noBrowser }, async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await openPage()
  await page.open(`${address}/docs`)
  await page.until("document.body.innerText.includes('季節 Seasons')")
  // The script tests whether it may compile code from text, and works without it.
  const isProbe = (complaint: string) => complaint.includes('kEvalViolation')
  assert.deepEqual(
    page.complaints().filter((complaint) => !isProbe(complaint)),
    [],
  )

  await page.ignorePolicy()
  await page.open(`${address}/docs?again#tag/seasons/GET/api/seasons`)
  await page.until(clicked('Test Request'))
  await page.until(clicked('Send'))
  await page.until("document.body.innerText.includes('401 Unauthorized')")
  const hosts = new Set(
    page
      .asked()
      .map((url) => new URL(url))
      .map(({ protocol, host }) => `${protocol}//${host}`),
  )
  assert.deepEqual([...hosts], [address])
  assert.ok(page.asked().some((url) => url.startsWith(`${address}/api/seasons`)))
})

const clicked = (words: string) => `(() => {
  const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText.trim().startsWith('${words}'))
  button?.click()
  return !!button
})()`
