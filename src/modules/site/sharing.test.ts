import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import pino from 'pino'
import sharp from 'sharp'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { form } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { sizePicture } from '../packages/pictures.ts'
import { drawSharePictures } from './share-pictures.ts'

const home = await house()
const { as, database, db, files, another } = home
const { trip, package_id } = await bookingFixtures(home)
const { app } = await another({ publicUrl: 'https://tours.example' })
const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
const draw = () => drawSharePictures({}, { database, files, log: pino({ level: 'silent' }) })

const day = daysFromToday(90)
let serial = ''
before(async () => {
  serial = (await trip(6, { departure_date: day })).serial
})

/** What other programs read in the head of a page, by its name. */
const tagsOf = async (url: string) => {
  const { body } = await open(url)
  const tags = [...body.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">/g)]
  return Object.fromEntries(tags.map(([, name, value]) => [name, value]))
}
const pictureOf = async (url: string) => {
  const address = (await tagsOf(url))['og:image'] ?? ''
  const answer = await open(address.replace('https://tours.example', ''))
  return { address, answer, ...(await sharp(answer.rawPayload).metadata()) }
}

test('whom to tell of a weakness is told while the site is on', async () => {
  assert.equal((await open('/.well-known/security.txt')).statusCode, 404)
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
  const changed = await as('admin').put('/house/record', { email: 'hello@guidon.example' })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const { phone } = changed.data
  const { statusCode, headers, body } = await open('/.well-known/security.txt')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.equal(
    body,
    `Contact: mailto:hello@guidon.example
Contact: tel:${phone.replace(/[^+\d]/g, '')}
Expires: ${daysFromToday(182)}T00:00:00Z
Preferred-Languages: zh-TW, en
Canonical: https://tours.example/.well-known/security.txt
`,
  )
})

test('a link to a departure says its name, its day and how it stands, and until its picture is drawn shows the cover', async () => {
  const zh = await tagsOf(`/trips/${serial}?party=4.0.0`)
  assert.match(zh['og:image'] ?? '', /^https:\/\/tours\.example\/site\/covers\/[\w-]+\.svg$/)
  const { 'og:image': image, 'twitter:image': same, 'og:site_name': brand, ...rest } = zh
  assert.equal(same, image)
  assert.ok(brand)
  const title = `北海道三日 ${shortDay(day, 'zh-TW')}`
  const alt = `北海道三日・${shortDay(day, 'zh-TW')}・3 天・NT$39,900 起`
  const description = rest['og:description'] ?? ''
  assert.match(description, /報名中|已成團|成團/)
  assert.deepEqual(rest, {
    'og:type': 'website',
    ...{ 'og:title': title, 'og:description': description, 'og:url': `https://tours.example/trips/${serial}` },
    ...{ 'og:locale': 'zh_TW', 'og:locale:alternate': 'en_US' },
    ...{ 'og:image:width': '1200', 'og:image:height': '800', 'og:image:alt': alt },
    ...{ 'twitter:card': 'summary_large_image', 'twitter:title': title, 'twitter:description': description },
    'twitter:image:alt': alt,
  })
  const en = await tagsOf(`/en/trips/${serial}`)
  assert.deepEqual(
    [en['og:title'], en['og:url'], en['og:locale'], en['og:locale:alternate'], en['og:image:alt']],
    [
      `Hokkaido, three days ${shortDay(day, 'en')}`,
      `https://tours.example/en/trips/${serial}`,
      ...['en_US', 'zh_TW'],
      `Hokkaido, three days · ${shortDay(day, 'en')} · 3 days · from NT$39,900`,
    ],
  )
})

test('every other page that is listed has its tags with the emblem of the agency, and a page of one person has none', async () => {
  const page = { slug: 'about', title: '關於我們', title_en: 'About us', body: '我們在台北。', is_published: true }
  assert.equal((await as('admin').post('/site/pages', page)).status, 201)
  for (const [url, path] of [
    ['/?party=2.0.0', '/'],
    ['/en/talks', '/en/talks'],
    ['/pages/about', '/pages/about'],
  ] as const) {
    const tags = await tagsOf(url)
    assert.equal(tags['og:url'], `https://tours.example${path}`)
    assert.equal(tags['twitter:card'], 'summary')
    assert.match(tags['og:image'] ?? '', /^https:\/\/tours\.example\/site\/icons\/filled-512-[\w-]{12}\.png$/)
    assert.deepEqual([tags['og:image:width'], tags['og:image:height']], ['512', '512'])
  }
  assert.equal((await tagsOf('/pages/about'))['og:description'], '我們在台北。')
  for (const url of ['/my/', '/trips/NOTHING', `/register/${serial}?party=2.0.0`])
    assert.deepEqual(await tagsOf(url), {}, url)
})

test('a job draws the picture of each departure and package once, 1200 × 630 in both languages', async () => {
  await draw()
  const before = await db.selectFrom('share_pictures').select(['id', 'mark', 'picture']).orderBy('id').execute()
  assert.equal(before.length, 4)
  for (const path of [`/trips/${serial}`, `/en/trips/${serial}`, '/packages/hkd', '/en/packages/hkd']) {
    const { address, answer, width, height, format } = await pictureOf(path)
    assert.match(address, /^https:\/\/tours\.example\/site\/shares\/\d+-[\w-]{12}\.jpg$/)
    assert.deepEqual([answer.statusCode, width, height, format], [200, 1200, 630, 'jpeg'])
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.ok(answer.rawPayload.length <= 120_000, `${answer.rawPayload.length} bytes`)
    const tags = await tagsOf(path)
    assert.deepEqual([tags['og:image:width'], tags['og:image:height']], ['1200', '630'])
  }
  assert.equal((await tagsOf('/packages/hkd'))['og:image:alt'], '北海道三日・3 天・NT$39,900 起')
  await draw()
  const after = await db.selectFrom('share_pictures').select(['id', 'mark', 'picture']).orderBy('id').execute()
  assert.deepEqual(after, before)
})

test('a change of the price or the photograph draws anew, and an address that was sent before leads to the new picture', async () => {
  const former = await pictureOf(`/trips/${serial}`)
  const { id } = await db
    .selectFrom('planned_trips')
    .select('id')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  const changed = await as('admin').put(`/planned-trips/${id}`, { price_overrides: { adult: 41_500 } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.match((await tagsOf(`/trips/${serial}`))['og:image'] ?? '', /\/site\/covers\//)
  await draw()
  const priced = await pictureOf(`/trips/${serial}`)
  assert.match((await tagsOf(`/trips/${serial}`))['og:image:alt'] ?? '', /NT\$41,500 起$/)
  assert.notEqual(priced.address, former.address)
  const led = await open(former.address.replace('https://tours.example', ''))
  assert.deepEqual(
    [led.statusCode, `https://tours.example${led.headers.location}`, led.headers['cache-control']],
    [302, priced.address, 'public, max-age=30'],
  )

  const red = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#c81e1e' } })
  const photo = form(await red.jpeg().toBuffer(), 'otaru.jpg', {})
  const { data } = await as('line_control').upload(`/packages/${package_id}/pictures`, photo)
  await sizePicture({ file_id: data.file_id }, { database, files })
  await draw()
  const shown = await pictureOf(`/trips/${serial}`)
  assert.notEqual(shown.address, priced.address)
  const { channels } = await sharp(shown.answer.rawPayload)
    .extract({ left: 900, top: 130, width: 80, height: 40 })
    .stats()
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean)
  assert.ok(r > 100 && r > 3 * g && r > 3 * b, `the photograph is seen: ${[r, g, b]}`)
})

test('the picture of a departure that is not open any more is removed', async () => {
  const { address } = await pictureOf(`/trips/${serial}`)
  const { id } = await db
    .selectFrom('planned_trips')
    .select('id')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  assert.equal((await as('admin').put(`/planned-trips/${id}`, { is_public: false })).status, 200)
  await draw()
  assert.equal((await open(address.replace('https://tours.example', ''))).statusCode, 404)
  assert.equal((await as('admin').put(`/planned-trips/${id}`, { is_public: true })).status, 200)
  for (const wrong of ['/site/shares/0-aaaaaaaaaaaa.jpg', '/site/shares/1.jpg', '/site/shares/999-aaaaaaaaaaaa.jpg'])
    assert.equal((await open(wrong)).statusCode, 404, wrong)
})

test('a departure and a package are passed on by LINE, by mail or by their address, without a script', async () => {
  for (const [url, address] of [
    [`/trips/${serial}?party=4.0.0`, `https://tours.example/trips/${serial}`],
    ['/en/packages/hkd', 'https://tours.example/en/packages/hkd'],
  ] as const) {
    const { body } = await open(url)
    assert.match(body, new RegExp(`<p class="address soft">${address}</p>`))
    const line = `https://social-plugins.line.me/lineit/share?url=${encodeURIComponent(address)}`
    assert.ok(body.includes(`href="${line}"`), line)
    assert.match(body, new RegExp(`href="mailto:\\?subject=[^"]+${encodeURIComponent(address)}"`))
    assert.doesNotMatch(body, /<script(?! type="application\/ld\+json")/)
  }
})
