import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { html } from './html.ts'
import { type PagePolicy, secretPage, sendDocument } from './page.ts'

const openPage: PagePolicy = { caching: 'public', framedBy: [], hasScript: false, isListed: true }

const answerOf = async (policy: PagePolicy, headers: Record<string, string> = {}) => {
  const app = Fastify()
  app.get('/', (_request, reply) => sendDocument(reply, html`<p>${'<b>'}</p>`, policy))
  return app.inject({ url: '/', headers })
}

test('a page with a secret in its address is kept nowhere, listed nowhere and has no tag', async () => {
  const { headers, body } = await answerOf(secretPage)
  assert.equal(body, '<p>&#60;b&#62;</p>')
  assert.deepEqual(
    [headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy'], headers.etag],
    ['no-store', 'noindex', 'no-referrer', undefined],
  )
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
})

test('a public page is kept for 30 seconds, and who has it already gets 304', async () => {
  const { headers } = await answerOf(openPage)
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['public, max-age=30', undefined])
  const again = await answerOf(openPage, { 'if-none-match': String(headers.etag) })
  assert.deepEqual([again.statusCode, again.body, again.headers['cache-control']], [304, '', 'public, max-age=30'])
  assert.equal((await answerOf(openPage, { 'if-none-match': 'W/"other"' })).statusCode, 200)
})

test('a page says which hosts may frame it, and whether it has a script', async () => {
  const policy = { ...openPage, framedBy: ['https://tours.example'], hasScript: true }
  const { headers } = await answerOf(policy)
  assert.match(
    String(headers['content-security-policy']),
    /script-src 'self';.*frame-ancestors https:\/\/tours.example$/,
  )
  const personal = await answerOf({ ...openPage, caching: 'personal', isListed: false })
  assert.deepEqual(
    [personal.headers['cache-control'], personal.headers['x-robots-tag']],
    ['private, no-cache', 'noindex'],
  )
})

test('a page is compressed where the browser takes it', async () => {
  const { headers, rawPayload } = await answerOf(openPage, { 'accept-encoding': 'gzip' })
  assert.equal(headers['content-encoding'], 'gzip')
  assert.equal(`${gunzipSync(rawPayload)}`, '<p>&#60;b&#62;</p>')
})
