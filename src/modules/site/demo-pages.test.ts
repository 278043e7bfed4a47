import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { demoHouse } from '../../../test/fixtures/demo.ts'

// The pages of the demo beside what the API tells of the same records.

const home = await demoHouse()
const { app, as, signedIn } = home
const open = (url: string) => app.inject({ url, headers: { host: 'tours.example', accept: 'text/html' } })
const languages = ['', '/en'] as const
/** A name in the language of a page. */
const nameIn = (language: string, { name, name_en }: { name: string; name_en: string | null }) =>
  language ? (name_en ?? name) : name

// biome-ignore lint/suspicious/noExplicitAny: the facts have many shapes.
const factsOn = async (url: string): Promise<any[]> => {
  const { statusCode, body } = await open(url)
  assert.equal(statusCode, 200, url)
  return [...body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  )
}

const { data: listed } = await as().get('/public/trips?per_page=100')
const { data: agency } = await (await signedIn('admin')).get('/house/record')
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client does.
const trips: any[] = await Promise.all(
  listed.map(async ({ id }: { id: number }) => (await as().get(`/public/trips/${id}`)).data),
)

/** What search engines are told of a departure, from the record. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
const offerOf = (language: string, { serial, prices, currency, seats_state, departure_date }: any) => ({
  '@type': 'Offer',
  price: prices.adult,
  priceCurrency: currency,
  availability: `https://schema.org/${seats_state === 'waitlist' ? 'SoldOut' : 'InStock'}`,
  validThrough: departure_date,
  url: `http://localhost${language}/trips/${serial}`,
})
const providerIn = (language: string) => ({
  '@type': 'TravelAgency',
  name: nameIn(language, agency),
  telephone: agency.phone,
  address: language ? (agency.address_en ?? agency.address) : agency.address,
  ...(agency.email && { email: agency.email }),
})

test('the demo has what is compared: departures with seats and without, and some that share a route', () => {
  const states = new Set(trips.map(({ seats_state }) => seats_state))
  assert.ok(states.has('waitlist') && states.has('available'), [...states].join())
  assert.ok(new Set(trips.map((trip) => trip.package.id)).size < trips.length)
})

test('search engines read where the agency leads, and every day of a trip says in both languages what happens on it', async () => {
  const described = async (url: string) =>
    /<meta name="description" content="([^"]*)">/.exec((await open(url)).body)?.[1]
  assert.match(
    (await described('/')) ?? '',
    /^旗手旅行社的團體行程，前往[^：]*東北亞[^：]*：\d+ 條路線・\d+ 個出發日。/,
  )
  assert.match(
    (await described('/en/')) ?? '',
    /^Group tours of [^:]+ to [^:]*Northeast Asia[^:]*: \d+ routes, \d+ dep/,
  )
  const silent = trips.flatMap(({ serial, segments }) =>
    segments
      .filter((day: { description: string; description_en: string }) => !day.description || !day.description_en)
      .map((day: { title: string }) => `${serial} ${day.title}`),
  )
  assert.deepEqual(silent, [])
})

test('the facts of a departure are those of its record: name, days, price, currency, seats, address and agency', async () => {
  for (const trip of trips)
    for (const language of languages) {
      const [fact, crumbs] = await factsOn(`${language}/trips/${trip.serial}`)
      const { name, sku, url, departureTime, arrivalTime, offers, provider, itinerary } = fact
      assert.deepEqual(
        { name, sku, url, departureTime, arrivalTime, offers, provider },
        {
          name: nameIn(language, trip),
          sku: trip.serial,
          url: `http://localhost${language}/trips/${trip.serial}`,
          departureTime: trip.flights.at(0)?.departs_at ?? trip.departure_date,
          arrivalTime: trip.flights.at(-1)?.arrives_at ?? trip.return_date,
          offers: [offerOf(language, trip)],
          provider: providerIn(language),
        },
      )
      assert.equal(itinerary.itemListElement.length, trip.segments.length)
      assert.equal(crumbs.itemListElement.at(-1).item, url)
    }
})

test('the facts of a route have one offer for each open departure, in the order of the days', async () => {
  for (const [id, departures] of Map.groupBy(trips, (trip) => trip.package.id))
    for (const language of languages) {
      const { headers } = await open(`${language}/packages/${departures[0].package.package_code.toLowerCase()}`)
      const address = String(
        headers.location ?? `${language}/packages/${departures[0].package.package_code.toLowerCase()}`,
      )
      const [fact] = await factsOn(address)
      assert.equal(fact.name, nameIn(language, departures[0].package), `${id}`)
      assert.equal(fact.url, `http://localhost${address}`)
      assert.deepEqual(
        fact.offers,
        departures.map((trip) => offerOf(language, trip)),
      )
    }
})

test('the facts of the catalogue name each route that has an open departure, once', async () => {
  const [list] = await factsOn('/')
  const names = list.itemListElement.map(({ name }: { name: string }) => name).sort()
  assert.deepEqual(names, [...new Set(trips.map((trip) => trip.package.name))].sort())
  for (const { url } of list.itemListElement)
    assert.equal((await open(url.replace('http://localhost', ''))).statusCode, 200, url)
})

test('the facts of a talk are those of its record', async () => {
  const { data: talks } = await as().get('/public/sessions?per_page=100')
  assert.ok(talks.length > 0)
  for (const talk of talks)
    for (const language of languages) {
      const [fact] = await factsOn(`${language}/talks/${talk.id}`)
      const { name, startDate, endDate, url, organizer } = fact
      assert.deepEqual(
        { name, startDate: new Date(startDate), endDate: new Date(endDate), url, organizer },
        {
          name: nameIn(language, { name: talk.title, name_en: talk.title_en }),
          startDate: new Date(talk.starts_at),
          endDate: new Date(talk.ends_at),
          url: `http://localhost${language}/talks/${talk.id}`,
          organizer: providerIn(language),
        },
      )
    }
})

test('the page of a talk says in words whose time it tells', async () => {
  const { data: talks } = await as().get('/public/sessions?per_page=1')
  for (const [language, zone] of [
    ['', '台北時間'],
    ['/en', 'Taipei time'],
  ] as const) {
    const { body } = await open(`${language}/talks/${talks[0].id}`)
    assert.match(body, new RegExp(`\\d\\d:\\d\\d<small>${zone}</small>`))
  }
})

/** The bytes of a page as they are sent, without what the browser has kept. */
const sent = async (url: string) => {
  const { statusCode, headers, rawPayload } = await open(url)
  assert.equal(statusCode, 200, url)
  return /webp|png/.test(String(headers['content-type'])) ? rawPayload.length : gzipSync(rawPayload).length
}
const sheetsOn = (body: string) =>
  [...body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url = '']) => url)

test('a trip with its sheet weighs at most 20 kB without photographs', async () => {
  for (const { serial } of trips)
    for (const language of languages) {
      const url = `${language}/trips/${serial}`
      const { body } = await open(url)
      const parts = await Promise.all([url, ...sheetsOn(body)].map(sent))
      const bytes = parts.reduce((sum, each) => sum + each, 0)
      assert.ok(bytes <= 20_000, `${url} weighs ${parts.join(' + ')}`)
    }
})

test('no page of the demo has a script, an inline style, or anything from elsewhere', async () => {
  const talks = (await as().get('/public/sessions')).data
  const paths = [
    '/',
    '/talks',
    '/embed/departures',
    '/my/',
    '/my/sign-in',
    '/my/password',
    `/register/${trips[0].serial}`,
  ]
  paths.push(...trips.map(({ serial }) => `/trips/${serial}`), ...talks.map(({ id }: { id: number }) => `/talks/${id}`))
  for (const path of paths)
    for (const language of languages) {
      const { body } = await open(language + path)
      const without = body.replaceAll(/<script type="application\/ld\+json">/g, '')
      assert.doesNotMatch(without, /<script|<iframe|<object|<style| style=| on\w+="/, path)
      for (const [, url = ''] of without.matchAll(
        / (?:src|srcset|action|formaction)="([^"]+)"|<link rel="(?:stylesheet|icon|manifest)[^>]* href="([^"]+)"/g,
      ))
        assert.match(url, /^(\/(?!\/)|$)/, `${path} loads ${url}`)
    }
})
