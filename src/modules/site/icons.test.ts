import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { form, svg } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as, db } = home
await bookingFixtures(home)
const admin = as('admin')
const open = (url: string) => app.inject({ url, headers: { host: 'tours.example', accept: 'text/html' } })

type Icon = { src: string; sizes: string; type: string; purpose: string }
const manifest = async (path = '/site.webmanifest') => JSON.parse((await open(path)).body)
const hrefOf = (body: string, rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(body)?.[1] ?? ''
/** The size of a picture and the colours of its corner and its middle, as red, green, blue and opacity. */
const seen = async (url: string) => {
  const { statusCode, headers, rawPayload } = await open(url)
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['cache-control']],
    [200, 'image/png', 'public, max-age=31536000, immutable'],
    url,
  )
  const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  const middle = at(Math.floor(info.width / 2), Math.floor(info.height / 2))
  return { size: `${info.width}x${info.height}`, corner: at(0, 0), middle }
}
const logo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#cc0000' } })
    .png()
    .toBuffer()

before(() => admin.put('/site', { is_on: true, hue: 190, chroma: 2 }))

test('without a logo the icons are a flag on the colour of the house', async () => {
  const { body } = await open('/')
  assert.match(body, /<a class="brand" href="\/"><svg class="flag"/)
  const [small, apple] = [await seen(hrefOf(body, 'icon')), await seen(hrefOf(body, 'apple-touch-icon'))]
  assert.deepEqual([small.size, small.corner[3]], ['32x32', 0])
  // oklch(45% 0.078 190), the accent of the tokens.
  assert.deepEqual([apple.size, apple.corner], ['180x180', [0, 99, 95, 255]])
  const favicon = await open('/favicon.ico')
  assert.equal(favicon.headers['content-type'], 'image/png')
  assert.deepEqual(favicon.rawPayload, (await open(hrefOf(body, 'icon'))).rawPayload)
  await admin.put('/site', { hue: 252 })
  const other = hrefOf((await open('/')).body, 'apple-touch-icon')
  assert.notDeepEqual((await seen(other)).corner, apple.corner)
  assert.equal((await open(hrefOf(body, 'apple-touch-icon'))).statusCode, 404)
})

test('the manifest names the site in each language, and its icons have the sizes that it says', async () => {
  const { icons, ...told } = await manifest('/en/site.webmanifest')
  assert.deepEqual(
    icons.map(({ sizes, purpose }: Icon) => [sizes, purpose]),
    [
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['192x192', 'maskable'],
      ['512x512', 'maskable'],
    ],
  )
  for (const { src, sizes } of icons) assert.equal((await seen(src)).size, sizes)
  assert.deepEqual([told.start_url, told.lang], ['/en/', 'en'])
  const { headers } = await open('/site.webmanifest')
  assert.equal(headers['content-type'], 'application/manifest+json; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=30')
  for (const field of ['theme_color', 'background_color']) assert.match(told[field], /^#[0-9a-f]{6}$/)
  assert.match(String((await open('/')).headers['content-security-policy']), /manifest-src 'self'/)
})

test('every public page and the place have the icons', async () => {
  for (const url of ['/', '/en/talks', '/packages/hkd', '/packages/nothing', '/my/', '/embed/departures']) {
    const { body } = await open(url)
    for (const rel of ['icon', 'apple-touch-icon', 'manifest']) assert.ok(hrefOf(body, rel), `${url} ${rel}`)
  }
})

test('a logo stands beside the name, small, and in the icons', async () => {
  const bytes = await logo(900, 600)
  assert.equal((await admin.upload('/house/logo', form(bytes, 'logo.png'))).status, 201)
  const { body } = await open('/')
  const [, src = '', width, height, alt] =
    /class="brand" href="\/"><img src="([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]+)">/.exec(body) ?? []
  assert.deepEqual([width, height, alt], ['48', '32', '標誌'])
  assert.equal((await seen(src)).size, '96x64')
  assert.match((await open('/en/my/')).body, /class="brand" href="\/en\/"><img src="[^"]+" [^>]+ alt="Logo">/)

  const red = [204, 0, 0, 255]
  const { icons } = await manifest()
  const [, plain, , maskable] = await Promise.all(icons.map(({ src }: Icon) => seen(src)))
  assert.deepEqual([plain?.corner, plain?.middle], [[0, 0, 0, 0], red])
  // A light tint of hue 252 around the logo.
  assert.deepEqual([maskable?.corner, maskable?.middle], [[233, 242, 253, 255], red])
  const reads = await db.selectFrom('file_reads').selectAll().execute()
  assert.deepEqual(reads, [])
})

test('a logo that is far from square stands in the head only; icons need a square', async () => {
  await admin.upload('/house/logo', form(await logo(1_000, 200), 'wide.png'))
  const { body } = await open('/')
  assert.match(body, /class="brand" href="\/"><img class="wordmark" src="[^"]+" width="160" height="32"/)
  assert.notDeepEqual((await seen(hrefOf(body, 'apple-touch-icon'))).middle, [204, 0, 0, 255])
})

test('after the logo is removed its address is gone and the flag is back', async () => {
  const [, src = ''] = /class="brand" href="\/"><img class="wordmark" src="([^"]+)"/.exec((await open('/')).body) ?? []
  assert.equal((await admin.delete('/house/logo')).status, 200)
  assert.equal((await open(src)).statusCode, 404)
  const { body } = await open('/')
  assert.match(body, /<svg class="flag"/)
  const [, mark = ''] = /icon-32-([\w-]{12})\.png/.exec(body) ?? []
  for (const wrong of [`logo-${mark}`, `icon-64-${mark}`, 'icon-32-abcdefghijkl', `toString-${mark}`])
    assert.equal((await open(`/site/icons/${wrong}.png`)).statusCode, 404, wrong)
})

test('an SVG is refused as a logo, under its own name and under another', async () => {
  const faultOf = async (name: string) => (await admin.upload('/house/logo', form(svg, name))).body.errors.file
  assert.deepEqual(await faultOf('logo.svg'), [
    'SVG drawings are not accepted, because they may contain programs. Save the drawing as PNG, then upload that.',
  ])
  assert.match(
    (await faultOf('logo.png'))[0],
    /^The content is not what the name says \(PNG\): use the original file, or save it as PNG, then upload that\.$/,
  )
})
