import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { house } from '../../../test/house.ts'
import {
  cut,
  form,
  gif,
  html,
  joined,
  jpeg,
  jpegSaying,
  pdf,
  pdfWith,
  png,
  svg,
  webp,
  zip,
} from '../../../test/samples.ts'

const { app, db, files, tokens } = await house()
let address = ''
before(async () => {
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})

const MEGABYTE = 1024 * 1024
const noise = { raw: { width: 64, height: 64, channels: 3 } } as const
const moving = await sharp(randomBytes(64 * 64 * 3), { raw: { ...noise.raw, pageHeight: 32 } })
  .webp({ loop: 0 })
  .toBuffer()
const noisy = await sharp(randomBytes(64 * 64 * 3), noise)
  .png()
  .toBuffer()
const bomb = await sharp({ create: { width: 12_000, height: 5_000, channels: 3, background: 'red' } })
  .png({ palette: true, colours: 2 })
  .toBuffer()

/** The first bytes of a PNG that claims a size. */
const claiming = (width: number, height: number) => {
  const header = Buffer.from(png)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
const spoilt = (bytes: Buffer) => joined(bytes.subarray(0, 200), Buffer.alloc(400, 0x41), bytes.subarray(600))

const hostile: [what: string, name: string, bytes: Buffer, says: RegExp][] = [
  ['SVG as a photo', 'photo.jpg', svg, /is not what the name says/],
  ['SVG as itself', 'photo.svg', svg, /must end in/],
  ['HTML as a photo', 'photo.png', html, /is not what the name says/],
  ['HTML as a document', 'visa.pdf', html, /is not what the name says/],
  ['HTML as itself', 'index.html', html, /must end in/],
  ['a PNG that says it is a JPEG', 'photo.jpg', png, /image\/png.*image\/jpeg/],
  ['a JPEG that says it is a PDF', 'visa.pdf', jpeg, /image\/jpeg.*application\/pdf/],
  ['a PDF that says it is a WebP', 'photo.webp', pdf, /application\/pdf.*image\/webp/],
  ['a GIF', 'photo.gif', gif, /must end in/],
  ['a GIF that says it is a PNG', 'photo.png', gif, /is not what the name says/],
  ['a name without an ending', 'photo', jpeg, /must end in/],
  ['a name that is an ending', '.jpg', jpeg, /must end in/],
  ['a program behind a photo’s name', 'photo.jpg.exe', jpeg, /must end in/],
  ['a program as a document', 'visa.pdf', joined('MZ', randomBytes(400)), /is not what the name says/],
  ['another program as a photo', 'photo.png', joined('\x7fELF', randomBytes(400)), /is not what the name says/],
  ['an archive as a document', 'visa.pdf', zip, /is not what the name says/],
  ['a shell script as a photo', 'photo.webp', Buffer.from('#!/bin/sh\nrm -rf /\n'), /is not what the name says/],
  ['nothing at all', 'photo.jpg', Buffer.alloc(0), /is not what the name says/],
  ['three bytes of a JPEG', 'photo.jpg', jpeg.subarray(0, 3), /cut off/],
  ['a JPEG of start and end alone', 'photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /damaged/],
  ['a JPEG cut off', 'photo.jpg', cut(jpeg), /cut off/],
  ['a PNG cut off', 'photo.png', cut(png), /cut off|damaged/],
  ['a WebP cut off', 'photo.webp', cut(webp), /cut off/],
  ['a PDF cut off', 'visa.pdf', cut(pdf), /cut off/],
  ['a JPEG with an archive behind', 'photo.jpg', joined(jpeg, zip), /follows the end/],
  ['a JPEG with a page behind', 'photo.jpg', joined(jpeg, html), /follows the end/],
  ['a PNG with a program behind', 'photo.png', joined(png, 'MZ', randomBytes(100)), /follows the end/],
  ['a WebP with one byte behind', 'photo.webp', joined(webp, '!'), /follows the end/],
  ['a PDF with a page behind', 'visa.pdf', joined(pdf, html), /follows the end/],
  ['a PDF behind a page', 'visa.pdf', joined(html, pdf), /is not what the name says/],
  [
    'a JPEG that is a script too',
    'photo.jpg',
    jpegSaying('*/=1;<script src=//evil>alert(1)</script>/*'),
    /another kind/,
  ],
  ['a JPEG that is a PHP page too', 'photo.jpg', jpegSaying('<?php system($_GET[0]); ?>'), /another kind/],
  ['a JPEG that is a PDF too', 'photo.jpg', jpegSaying('%PDF-1.4 1 0 obj endobj'), /another kind/],
  ['a PDF that is a page too', 'visa.pdf', pdfWith('%<html><body onload=alert(1)>\n'), /another kind/],
  ['a PDF that is an archive too', 'visa.pdf', pdfWith(zip.toString('latin1')), /another kind/],
  ['a PNG of 60 megapixels in a few bytes', 'photo.png', bomb, /50 megapixels/],
  ['a PNG that claims four thousand megapixels', 'photo.png', claiming(65_535, 65_535), /50 megapixels|damaged/],
  ['a PNG that claims more than it has', 'photo.png', claiming(4_000, 4_000), /damaged/],
  ['a PNG spoilt in its middle', 'photo.png', spoilt(noisy), /damaged|cut off/],
  ['a WebP that moves', 'photo.webp', moving, /moves/],
]

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

test('refused: a file above 10 MB, whether it tells its size or not', async () => {
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

test('no other route takes a form', async () => {
  const answer = await fetch(`${address}/api/seasons`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}` },
    body: form(jpeg, 'photo.jpg'),
  })
  assert.equal(answer.status, 415)
})
