import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintsOf, noBrowser, openBrowser } from '../../../../test/browser.ts'
import { house } from '../../../../test/house.ts'
import { LONGEST_MS } from '../../../../test/until.ts'

const home = await house()
const { app, as } = home

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

test('in a browser that may contact any host, the page contacts only this one, and can send a request', {
  skip: noBrowser,
}, async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser(home)
  const asked: string[] = []
  const opened = async (path: string, options = {}) => {
    const page = await browser.newPage(options)
    // Its script computes for seven seconds.
    page.setDefaultTimeout(LONGEST_MS)
    page.on('request', (request) => asked.push(request.url()))
    const complaints = await complaintsOf(page)
    await page.goto(`${address}${path}`)
    return { page, complaints }
  }
  const { page, complaints } = await opened('/docs')
  await page.getByText('季節 Seasons').first().waitFor()
  // The script tests whether it may compile code from text, and works without it. One of its labels names no field, which only a
  // browser with windows reports.
  const isKnown = (complaint: string) => /kEvalViolation|FormLabelHasNeitherForNorNestedInputError/.test(complaint)
  assert.deepEqual(
    complaints.filter((complaint) => !isKnown(complaint)),
    [],
  )

  // Without the policy, only the page itself prevents contacts to other hosts.
  const { page: free } = await opened('/docs?again#tag/seasons/GET/api/seasons', { bypassCSP: true })
  await free.getByRole('button', { name: 'Test Request' }).first().click()
  await free.getByRole('button', { name: 'Send' }).first().click()
  await free.getByText('401 Unauthorized').first().waitFor()
  const hosts = new Set(asked.map((url) => new URL(url)).map(({ protocol, host }) => `${protocol}//${host}`))
  assert.deepEqual([...hosts], [address])
  assert.ok(asked.some((url) => url.startsWith(`${address}/api/seasons`)))
})
