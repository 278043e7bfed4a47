import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as } = home
const { trip } = await bookingFixtures(home)
const open = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'tours.example', accept: 'text/html', ...headers } })
const framedBy = async (url: string) =>
  /frame-ancestors (.*)$/.exec(String((await open(url)).headers['content-security-policy']))?.[1]

const soon = daysFromToday(90)
let serial = ''
before(async () => {
  serial = (await trip(6, { departure_date: soon })).serial
})

test('while the site is off there is nothing to embed', async () => {
  assert.equal((await open('/embed/departures')).statusCode, 404)
  await as('admin').put('/site', { is_on: true })
})

test('only the sites that the agency lists may frame the departures, and no other page', async () => {
  assert.equal((await open('/embed/departures')).statusCode, 200)
  assert.equal(await framedBy('/embed/departures'), "'none'")

  await as('admin').put('/site', { hosts: ['https://www.example.com.tw', 'http://localhost:3001'] })
  for (const url of ['/embed/departures', '/en/embed/departures'])
    assert.equal(await framedBy(url), 'https://www.example.com.tw http://localhost:3001', url)
  for (const url of [
    '/',
    '/en/',
    `/trips/${serial}`,
    '/packages/hkd',
    '/talks',
    `/register/${serial}`,
    '/my/',
    '/nothing',
  ])
    assert.equal(await framedBy(url), "'none'", url)
  assert.equal((await open('/embed/departures')).headers['x-frame-options'], undefined)
})

test('the cards lead out of the frame, without a script and without a cookie', async () => {
  const { body, headers } = await open('/embed/departures')
  assert.match(body, /<base target="_top">/)
  assert.doesNotMatch(body, /<script|style="|onclick/)
  assert.equal(body.match(/<article class="tour">/g)?.length, 1)
  assert.match(body, new RegExp(`href="/trips/${serial}"`))
  assert.match(body, /北海道三日[\s\S]*NT\$39,900[\s\S]*測試旅行社股份有限公司 交觀甲 0001/)
  assert.match((await open('/en/embed/departures')).body, /Hokkaido, three days/)
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(headers['x-robots-tag'], 'noindex')
})

test('it is kept like the catalogue', async () => {
  const { headers } = await open('/embed/departures')
  assert.equal(headers['cache-control'], 'public, max-age=30')
  assert.equal((await open('/embed/departures', { 'if-none-match': String(headers.etag) })).statusCode, 304)
})

test('it is filtered like the catalogue, and what nothing matches leads to what does', async () => {
  const shows = async (query: string) => (await open(`/embed/departures?${query}`)).body.includes('class="tour"')
  assert.ok(await shows(`month=${soon.slice(0, 7)}&q=${encodeURIComponent('小樽')}&party=2.1.0`))
  for (const query of ['month=2099-01', `q=${encodeURIComponent('巴黎')}`, 'price_to=1', 'area=NOWHERE'])
    assert.ok(!(await shows(query)), query)
  const { body } = await open('/en/embed/departures?month=2099-01&party=2.1.0')
  assert.match(body, /No trip matches\.[\s\S]*href="\/en\/\?party=2\.1\.0#trips">In any month/)
})
