import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { before, test } from 'node:test'
import { form, jpeg, pdf, pdfWith } from '../../../test/fixtures/samples.ts'
import { hostile } from '../../../test/hostile.ts'
import { house } from '../../../test/house.ts'

const { app, db, files, tokens } = await house()
let address = ''
before(async () => {
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})

const MEGABYTE = 1024 * 1024
const send = (body: FormData | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${address}/api/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.customer}`, 'accept-language': 'en', ...headers },
    body: body instanceof FormData ? body : new Uint8Array(body),
  })

const isEmpty = async () => {
  const there = await db.selectFrom('files').select('id').execute()
  assert.deepEqual([await readdir(files.arrivals), await readdir(files.directory), there], [[], ['arrivals'], []])
}

for (const [what, name, bytes, says] of hostile)
  test(`refused: ${what}`, async () => {
    const answer = await send(form(bytes, name))
    const { code, errors } = (await answer.json()) as { code: string; errors: { file: string[] } }
    assert.deepEqual([answer.status, code, Object.keys(errors)], [422, 'invalid_input', ['file']])
    assert.match(errors.file.join(), says)
    await isEmpty()
  })

test('refused: a file above 10 MB, with or without Content-Length', async () => {
  const large = form(pdfWith(`%${'x'.repeat(10 * MEGABYTE)}\n`), 'visa.pdf')
  assert.equal((await send(large)).status, 413)
  await isEmpty()

  const encoded = new Response(large)
  const headers = {
    authorization: `Bearer ${tokens.customer}`,
    'content-type': encoded.headers.get('content-type') ?? '',
  }
  const streamed = { method: 'POST', headers, body: encoded.body, duplex: 'half' } as RequestInit
  const answer = await fetch(`${address}/api/attachments`, streamed)
  assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [413, 'too_large'])
  await isEmpty()
})

const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const asFile = '; filename="visa.pdf"'
const whole = part('file', pdf.toString('latin1'), asFile)
const boundary = { 'content-type': 'multipart/form-data; boundary=x' }

const misshapen: [what: string, body: string, headers: Record<string, string>, status: number, at?: string][] = [
  ['no file', `${part('note', 'x')}--x--\r\n`, boundary, 422, 'file'],
  ['an empty form', '--x--\r\n', boundary, 422, 'file'],
  ['a text where the file belongs', `${part('file', 'x')}--x--\r\n`, boundary, 422, 'file'],
  ['a file in another field', `${part('photo', 'x', asFile)}--x--\r\n`, boundary, 422, 'photo'],
  ['a field that is not there', `${whole}${part('role', 'admin')}--x--\r\n`, boundary, 422, 'role'],
  ['two files', `${whole}${whole}--x--\r\n`, boundary, 400],
  ['a form without its end', whole, boundary, 400],
  ['a form without its boundary', `${whole}--x--\r\n`, { 'content-type': 'multipart/form-data' }, 400],
  ['a field for the prototype', `${part('__proto__', 'x')}--x--\r\n`, boundary, 400],
  ['forty fields', `${Array.from({ length: 40 }, (_, i) => part(`f${i}`, 'x')).join('')}--x--\r\n`, boundary, 400],
  ['a field without end', `${part('note', 'x'.repeat(20_000))}--x--\r\n`, boundary, 413],
  ['JSON', '{"file": "x"}', { 'content-type': 'application/json' }, 415],
]

for (const [what, body, headers, status, at] of misshapen)
  test(`refused: ${what}`, async () => {
    const answer = await send(Buffer.from(body, 'latin1'), headers)
    const { errors = {} } = (await answer.json()) as { errors?: object }
    assert.equal(answer.status, status)
    if (at) assert.ok(at in errors, JSON.stringify(errors))
    await isEmpty()
  })

test('other routes accept no form', async () => {
  const answer = await fetch(`${address}/api/seasons`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}` },
    body: form(jpeg, 'photo.jpg'),
  })
  assert.equal(answer.status, 415)
})
