import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { form, joined, jpeg, pdfWith, png, webp } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const sales = as('sales')

const names: [given: string, shown: string][] = [
  ['../../etc/passwd.jpg', 'passwd.jpg'],
  ['..\\..\\windows\\photo.JPG', 'photo.JPG'],
  ['a\u0000b\u0007c.jpg', 'abc.jpg'],
  ['photo\u202egpj.exe.jpg', 'photogpj.exe.jpg'],
  ['  ...hidden   photo.jpg', 'hidden photo.jpg'],
  [`${'很'.repeat(250)}.jpeg`, `${'很'.repeat(195)}.jpeg`],
  ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
]
for (const [given, name] of names)
  test(`a file named ${JSON.stringify(given.slice(0, 40))} is shown as ${name.slice(0, 40)}`, async () => {
    const body = joined(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${given.replace(/\\/g, '\\\\')}"\r\n\r\n`,
      jpeg,
      '\r\n--x--\r\n',
    )
    const made = await sales.post('/attachments', body, { 'content-type': 'multipart/form-data; boundary=x' })
    assert.deepEqual([made.status, made.data?.name], [201, name], JSON.stringify(made.body))
  })

const nearly = pdfWith(`%${'x'.repeat(10 * 1024 * 1024 - 1_000)}\n`)
const largest = joined(nearly, '\n'.repeat(10 * 1024 * 1024 - nearly.length))

const wholesome: [what: string, name: string, bytes: Buffer][] = [
  ['a WebP', 'photo.webp', webp],
  ['a progressive JPEG', 'photo.jpeg', await sharp(png).jpeg({ progressive: true }).toBuffer()],
  ['a JPEG for print', 'photo.jpg', await sharp(png).toColourspace('cmyk').jpeg().toBuffer()],
  ['a telephone’s JPEG with its gain map behind', 'photo.jpg', joined(jpeg, jpeg)],
  [
    'a PNG of 16 bits with holes',
    'scan.PNG',
    await sharp(png).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
  ],
  ['a PDF that ends without a line', 'visa.pdf', pdfWith('', '')],
  ['a PDF of exactly 10 MB', 'visa.pdf', largest],
]
for (const [what, name, bytes] of wholesome)
  test(`accepted: ${what}`, async () => {
    const made = await sales.upload('/attachments', form(bytes, name))
    assert.equal(made.status, 201, JSON.stringify(made.body))
  })

test('one byte more than 10 MB is refused', async () => {
  const answer = await sales.upload('/attachments', form(joined(largest, '\n'), 'visa.pdf'))
  assert.deepEqual([answer.status, answer.body.code], [413, 'too_large'])
})
