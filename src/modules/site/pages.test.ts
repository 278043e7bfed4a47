import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'

const home = await house()
const { app, as, db } = home
const { trip, register, package_id } = await bookingFixtures(home)
const open = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'tours.example', accept: 'text/html', ...headers } })

/** What a browser would show: the text between the tags. */
const textIn = (html: string) =>
  unmarked(html)
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
// biome-ignore lint/suspicious/noExplicitAny: the facts have many shapes.
const factsIn = (html: string): any[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => (href ?? '').replaceAll('&#38;', '&'))

const soon = daysFromToday(90)
// Always in another month.
const later = daysFromToday(125)
let first: { id: number; serial: string }
let second: { id: number; serial: string }

before(async () => {
  first = await trip(6, { departure_date: soon, min_pax: 4 })
  second = await trip(6, { departure_date: later, min_pax: 4 })
})

test('while the site is off, the start leads to the office and nothing else is there', async () => {
  for (const url of ['/', '/en/']) {
    const { statusCode, headers } = await open(url)
    // Without a built console there is no office to lead to.
    assert.ok(statusCode === 404 || (statusCode === 302 && headers.location === '/desk'), url)
  }
  for (const url of [`/trips/${first.serial}`, '/packages/hkd', '/talks', '/sitemap.xml', '/feed.json'])
    assert.equal((await open(url)).statusCode, 404, url)
  assert.equal((await open('/robots.txt')).body, 'User-agent: *\nDisallow: /\n')
  assert.equal((await as('admin').put('/site', { is_on: true, seats_shown: 'exact' })).status, 200)
})

test('the catalogue shows each route once with its dates, in both languages', async () => {
  const zh = await open('/')
  assert.equal(zh.statusCode, 200)
  assert.match(textIn(zh.body), /北海道三日.*NT\$39,900/)
  assert.equal(zh.body.match(/<article class="tour">/g)?.length, 1)
  for (const { serial } of [first, second]) assert.ok(linksIn(zh.body).includes(`/trips/${serial}`), serial)
  const en = await open('/en/')
  assert.match(en.body, /<html lang="en">/)
  assert.match(textIn(en.body), /Hokkaido, three days/)
  assert.ok(linksIn(en.body).includes(`/en/trips/${first.serial}`))
})

test('search engines read whose trips the catalogue lists, where they go and how many there are', async () => {
  const described = async (url: string) =>
    /<meta name="description" content="([^"]*)">/.exec((await open(url)).body)?.[1]
  assert.equal(
    await described('/'),
    '測試旅行社的團體行程：1 條路線・2 個出發日。名額、成團與價格即時更新，可在網上報名。',
  )
  assert.equal(
    await described('/en/'),
    'Group tours of 測試旅行社: 1 route, 2 departures. Seats and prices are live, and you can register on the web.',
  )
})

test('the step of the cancellation terms that holds today is marked, and those before it are folded', async () => {
  const steps = [
    { days_before: 9999, fee_percent: 5 },
    { days_before: 40, fee_percent: 10 },
    { days_before: 30, fee_percent: 20 },
    { days_before: 0, fee_percent: 100 },
  ]
  const near = await trip(6, { departure_date: daysFromToday(35), min_pax: 2 })
  await sql`update planned_trips set terms = jsonb_set(terms, '{cancellation_policy}', ${JSON.stringify(steps)}::jsonb)
    where id = ${near.id}`.execute(db)
  const { body } = await open(`/trips/${near.serial}`)
  const part = /<section class="part" id="cancelling">[\s\S]*?<\/section>/.exec(body)?.[0] ?? ''
  const [folded, shown = ''] = part.split('</details>')
  assert.match(textIn(folded ?? ''), /已過的日期 5% 簽約後至 [^%]+ $/)
  assert.match(textIn(shown), /^ 10% [^%]+ 今天 20% [^%]+ 100% [^%]+出發當天起 $/)
  assert.equal(part.match(/aria-current="date"/g)?.length, 1)
  assert.match(part, /<li class="fee1" aria-current="date">\s*<b>10%<\/b>/)
  await db.updateTable('planned_trips').set({ status: 'cancelled' }).where('id', '=', near.id).execute()
})

test('an unknown address has a page of the site for a browser, and a refusal for a program', async () => {
  const unknown = (url: string, accept: string) => app.inject({ method: 'GET', url, headers: { accept } })
  for (const [url, language, start] of [
    ['/nothing', 'zh-TW', '/'],
    ['/en/nothing', 'en', '/en/'],
    [`/trips/${'a'.repeat(3500)}`, 'zh-TW', '/'],
    ['/en/trips/%E0%A4%A', 'en', '/en/'],
  ] as const) {
    const { statusCode, body } = await unknown(url, 'text/html')
    assert.equal(statusCode, 404)
    assert.match(body, new RegExp(`<html lang="${language}">[^]*<a class="button main" href="${start}">`))
  }
  assert.doesNotMatch((await unknown('/desk/nothing', 'text/html')).body, /class="legal"/)
  assert.equal((await unknown('/nothing', 'application/json')).json().code, 'not_found')
})

test('the list of talks leads to the next departures, and a page that is not there to others and the telephone', async () => {
  const { phone } = (await as('admin').get('/house/record')).data
  const call = `tel:${phone.replace(/[^+\d]/g, '')}`
  const talks = linksIn((await open('/talks')).body)
  for (const link of [`/trips/${first.serial}`, call]) assert.ok(talks.includes(link), link)
  assert.ok(linksIn((await open('/trips/NOTHING')).body).includes(call))
  const nothing = linksIn((await open('/en/nothing')).body)
  for (const link of ['/en/', '/en/talks', '/en/my/', call]) assert.ok(nothing.includes(link), link)
})

test('filters are links and a form; what nothing matches offers what does', async () => {
  const asked = linksIn((await open('/?party=2.1.0')).body)
  for (const link of ['/?party=2.1.0#trips', '/?party=2.1.0&sort=price#trips']) assert.ok(asked.includes(link), link)
  assert.match((await open('/')).body, /<h2>行程<\/h2>/)
  assert.match((await open('/?q=小樽')).body, /<h2>符合的行程<\/h2>/)
  const month = soon.slice(0, 7)
  const found = (await open(`/?month=${month}`)).body
  assert.ok(linksIn(found).includes(`/trips/${first.serial}`))
  assert.ok(!linksIn(found).includes(`/trips/${second.serial}`))
  for (const sought of ['小樽', 'hokkaido', '札幌'])
    assert.match((await open(`/?q=${encodeURIComponent(sought)}`)).body, /class="tour"/, sought)
  const nothing = await open(`/?q=${encodeURIComponent('巴黎')}&month=${month}&price_to=1`)
  assert.match(textIn(nothing.body), /沒有符合的行程/)
  assert.ok(linksIn(nothing.body).some((href) => href.startsWith('/?') || href === '/#trips'))
  const hostile = await open(
    `/?q=${encodeURIComponent('"><script>alert(1)</script>%_')}&party=0.0.0&month=2027-13&sort=x`,
  )
  assert.equal(hostile.statusCode, 200)
  assert.doesNotMatch(hostile.body, /<script>/)
})

test('the heading counts what matches, not all that is on sale', async () => {
  const heading = async (url: string) => textIn(/<h1>[\s\S]*?<\/h1>/.exec((await open(url)).body)?.[0] ?? '').trim()
  assert.match(await heading('/'), /1 條路線， 2 個出發日。$/)
  assert.match(await heading(`/?month=${soon.slice(0, 7)}`), /1 條路線， 1 個出發日。$/)
  assert.equal(await heading('/?q=zzzz'), '沒有符合的行程')
  assert.equal(await heading('/en/?q=zzzz'), 'No trip matches')
})

test('who finds no date that suits is led to the telephone and to a mail with a subject', async () => {
  const { phone, email } = (await as('admin').get('/house/record')).data
  assert.match(textIn((await open('/')).body), /日期都不合適？.*十位以上可以自己成團/)
  const links = linksIn((await open('/en/')).body)
  assert.ok(links.includes(`tel:${phone.replace(/[^+\d]/g, '')}`))
  if (email) assert.ok(links.includes(`mailto:${email}?subject=Another%20departure%20date`))
})

test('a long timetable shows its first month, and holds the others one tap deeper without a script', async () => {
  const months = async (url: string) =>
    [...(await open(url)).body.matchAll(/<details( open)?>\s*<summary><h3>/g)].map(([, isOpen]) => Boolean(isOpen))
  assert.deepEqual(await months('/'), [true, true], 'a short one is open')
  const more = await Promise.all([1, 2, 3, 4, 5].map(() => trip(6, { departure_date: later })))
  assert.deepEqual(await months('/'), [true, false])
  const { body } = await open('/')
  for (const { id, serial } of more) {
    assert.ok(linksIn(body).includes(`/trips/${serial}`), serial)
    assert.equal((await as('admin').put(`/planned-trips/${id}`, { is_public: false })).status, 200)
  }
})

test('a departure says everything, and what a party pays by the rule of a registration', async () => {
  const page = await open(`/trips/${first.serial}?party=2.1.1`)
  const text = textIn(page.body)
  assert.match(text, /4 人成團，尚缺 4 人/)
  // Two adults and a child at the price of an adult, because a child with a bed has no price of its own, and an infant.
  assert.match(
    text,
    /大人 × 2 NT\$79,800.*小孩佔床 × 1 NT\$39,900.*嬰兒 × 1 NT\$34,900.*合計 NT\$154,600.*訂金 NT\$30,000.*NT\$124,600/,
  )
  const quote = (await as().get(`/public/trips/${first.id}?party=2.1.1`)).data.quote
  assert.deepEqual([quote.total, quote.deposit], [154_600, 30_000])
  const adults = textIn((await open(`/trips/${first.serial}?adults=3&children=0&infants=0`)).body)
  assert.match(adults, /大人 × 3 NT\$119,700/)
  assert.match(text, /王大明.*交觀甲 0001|交觀甲 0001.*王大明/)
  assert.match(page.body, /測試產物保險 T-0001/)
  // The step of the contract as a day of this departure.
  const from = new Date(Date.parse(soon) - 30 * 86_400_000)
  assert.match(text, new RegExp(`20% ${from.getUTCFullYear()}/${from.getUTCMonth() + 1}/${from.getUTCDate()}`))
})

test('how long seats are kept is told, and until when the balance is paid, unless that day has passed', async () => {
  const text = textIn((await open(`/trips/${first.serial}`)).body)
  assert.match(text, /尾款，[\d/]+（.）前 NT\$/)
  assert.match(text, /確認信箱後，名額為您保留 3 天，這段時間內付訂金即可；登記時不需付款。/)
  const soon = daysFromToday(10)
  const { id, serial } = await trip(6, { departure_date: soon })
  assert.match(textIn((await open(`/trips/${serial}`)).body), /尾款，與訂金一起付 NT\$/)
  assert.match(textIn((await open(`/en/trips/${serial}`)).body), /Balance, with the deposit NT\$/)
  assert.equal((await as('admin').put(`/planned-trips/${id}`, { is_public: false })).status, 200)
})

test('seats are told as exactly as the agency wants', async () => {
  await register(first.id, ['甲一', '甲二'])
  assert.match(textIn((await open(`/trips/${first.serial}`)).body), /已報名 2／6 席/)
  await as('admin').put('/site', { seats_shown: 'never' })
  const hidden = textIn((await open(`/trips/${first.serial}`)).body)
  assert.doesNotMatch(hidden, /已報名|尚缺/)
  const { data } = await as().get(`/public/trips/${first.id}`)
  assert.deepEqual([data.seats_left, data.missing_pax, data.seats_state], [null, null, 'few'])
  await as('admin').put('/site', { seats_shown: 'few_only' })
  assert.equal((await as().get(`/public/trips/${first.id}`)).data.seats_left, 4)
  await as('admin').put('/site', { seats_shown: 'exact' })
  await register(first.id, ['乙一', '乙二', '乙三', '乙四'])
  const full = textIn((await open(`/trips/${first.serial}`)).body)
  assert.match(full, /已滿・可候補.*這一團已滿，仍可登記候補；.*有名額前不必付款。/)
  assert.doesNotMatch(full, /名額為您保留|付訂金/, 'the waitlist keeps no seats')
})

test('private trips, drafts and unknown serials are not there; cancelled ones say so with other dates', async () => {
  const hidden = await trip(6, { departure_date: later, is_public: false })
  const draft = await trip(6, { departure_date: later, status: 'draft' })
  for (const serial of [hidden.serial, draft.serial, 'NOTHING', '%27', 'a'.repeat(150)])
    assert.equal((await open(`/trips/${serial}`)).statusCode, 404, serial)
  assert.doesNotMatch((await open('/')).body, new RegExp(hidden.serial))
  const mistyped = await open(`/trips/${first.serial}X`)
  assert.equal(mistyped.statusCode, 404)
  assert.ok(linksIn(mistyped.body).includes(`/trips/${second.serial}`))
  assert.deepEqual(
    linksIn((await open('/trips/ZZZ270101A')).body).filter((link) => /^\/trips/.test(link)),
    [],
  )

  const cancelled = await trip(6, { departure_date: later })
  await db.updateTable('planned_trips').set({ status: 'cancelled' }).where('id', '=', cancelled.id).execute()
  const gone = await open(`/trips/${cancelled.serial}`)
  assert.equal(gone.statusCode, 410)
  assert.match(textIn(gone.body), /這一團已取消/)
  assert.ok(linksIn(gone.body).includes(`/trips/${first.serial}`))
  assert.equal(gone.headers['x-robots-tag'], 'noindex')
})

test('a departure of the past leads to the next of its route, else to the route', async () => {
  const past = await trip(6, { departure_date: later })
  await sql`update planned_trips set departure_date = today() - 10, return_date = today() - 8, status = 'returned' where id = ${past.id}`.execute(
    db,
  )
  const moved = await open(`/en/trips/${past.serial}`)
  assert.deepEqual([moved.statusCode, moved.headers.location], [301, `/en/trips/${first.serial}`])
})

test('a route has an address of its own, and its code leads there', async () => {
  assert.equal((await open('/packages/hkd')).statusCode, 200)
  const { data } = await as('op').put(`/packages/${package_id}`, {
    slug: 'hokkaido',
    subtitle: '雪國',
    subtitle_en: 'Snow',
  })
  assert.equal(data.slug, 'hokkaido')
  const moved = await open('/packages/hkd')
  assert.deepEqual([moved.statusCode, moved.headers.location], [301, '/packages/hokkaido'])
  const page = await open('/en/packages/hokkaido')
  assert.match(textIn(page.body), /Hokkaido, three days Snow/)
  assert.ok(linksIn(page.body).includes(`/en/trips/${second.serial}`))
  const copy = await as('op').post(`/packages/${package_id}/clone`, { package_code: 'HKD2' })
  assert.equal(copy.data.slug, null)
  const taken = await as('op').put(`/packages/${copy.data.id}`, { slug: 'hokkaido' })
  assert.match(JSON.stringify(taken.body), /Another package has this address/)
})

test('search engines read the same facts as people', async () => {
  const { body } = await open(`/trips/${second.serial}`)
  const [fact] = factsIn(body)
  assert.deepEqual(fact['@type'], ['TouristTrip', 'Product'])
  assert.deepEqual(
    [fact.name, fact.sku, fact.offers[0].price, fact.offers[0].priceCurrency, fact.offers[0].availability],
    ['北海道三日', second.serial, 39_900, 'TWD', 'https://schema.org/InStock'],
  )
  assert.equal(fact.url, `http://localhost/trips/${second.serial}`)
  assert.match(body, /<link rel="canonical" href="http:\/\/localhost\/packages\/hokkaido">/)
  assert.match(body, /<link rel="alternate" hreflang="en" href="http:\/\/localhost\/en\/packages\/hokkaido">/)
  const route = factsIn((await open('/packages/hokkaido')).body)[0]
  assert.deepEqual(
    route.offers.map(({ availability }: { availability: string }) => availability.split('/').at(-1)),
    ['SoldOut', 'InStock'],
  )
})

test('programs get addresses, a feed and calendars', async () => {
  assert.match((await open('/robots.txt')).body, /Disallow: \/desk\n[\s\S]*Sitemap: http:\/\/localhost\/sitemap.xml/)
  const sitemap = (await open('/sitemap.xml')).body
  assert.match(sitemap, /<loc>http:\/\/localhost\/en\/packages\/hokkaido<\/loc>/)
  assert.doesNotMatch(sitemap, /\/desk|\/l\//)
  for (const path of ['/sitemap.xml', '/robots.txt', '/feed.json', '/calendar.ics', '/packages/hokkaido', '/'])
    assert.doesNotMatch((await open(path, { host: 'evil.example' })).body, /evil\.example/, path)
  const feed = JSON.parse((await open('/feed.json')).body)
  assert.deepEqual(
    feed.items.map(({ id }: { id: string }) => id),
    [first.serial, second.serial],
  )
  const calendar = await open(`/trips/${second.serial}.ics`)
  assert.match(String(calendar.headers['content-type']), /^text\/calendar/)
  assert.match(calendar.body, new RegExp(`DTSTART;VALUE=DATE:${later.replaceAll('-', '')}`))
  assert.match((await open('/departures.ics')).body, /BEGIN:VEVENT[\s\S]*BEGIN:VEVENT/)
  assert.equal((await open('/trips/NOTHING.ics')).statusCode, 404)
})

test('a page is one statement of the database, without a script, light, and kept for 30 seconds', async () => {
  for (const [url, most] of [
    ['/', 60_000],
    [`/trips/${first.serial}`, 20_000],
    ['/packages/hokkaido', 20_000],
    ['/talks', 20_000],
  ] as const) {
    const page = await open(url)
    assert.ok(gzipSync(page.body).length < most, `${url} weighs ${gzipSync(page.body).length}`)
    assert.doesNotMatch(page.body.replace(/<script type="application\/ld\+json">/g, ''), /<script|style="|onclick/)
    assert.equal(page.body.match(/<h1/g)?.length, 1, url)
    const ids = [...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(ids, [...new Set(ids)], url)
    assert.equal(page.headers['cache-control'], 'public, max-age=30')
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/)
    assert.equal((await open(url, { 'if-none-match': String(page.headers.etag) })).statusCode, 304)
  }
})

test('the sheet and the covers have addresses that change with their content', async () => {
  const { body } = await open('/')
  const [sheet = ''] = /\/site\/[\w-]+\.css/.exec(body) ?? []
  const [cover = ''] = /\/site\/covers\/[\w-]+\.svg/.exec(body) ?? []
  for (const url of [sheet, cover]) {
    const file = await open(url, { 'accept-encoding': 'gzip' })
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable', url)
    assert.ok(file.rawPayload.length < 7_000, `${url} weighs ${file.rawPayload.length}`)
  }
  for (const url of ['/site/covers/nothing-1-abcdefghijkl.svg', '/site/abcdefghijkl-999-2.css', '/site/nothing.css'])
    assert.equal((await open(url)).statusCode, 404, url)
})

test('nothing internal is in public pages', async () => {
  await as('op').put(`/planned-trips/${second.id}`, { notes: 'ŦnoteŦ' })
  await as('op').put(`/packages/${package_id}`, { notes: 'ŦpackageŦ' })
  await register(second.id, ['ŦguestŦ'])
  for (const url of ['/', '/en/', `/trips/${second.serial}`, '/packages/hokkaido', '/feed.json', '/sitemap.xml'])
    assert.doesNotMatch((await open(url)).body, /Ŧ/, url)
})

test('the site is not shown any more when the record of the agency loses what the law wants', async () => {
  await as('admin').put('/house/record', { representative: null })
  assert.notEqual((await open('/')).statusCode, 200)
  assert.equal((await open(`/trips/${first.serial}`)).statusCode, 404)
})
