import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'

const home = await house()
const { app, as, db } = home
const { trip, body } = await bookingFixtures(home)
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const form = 'application/x-www-form-urlencoded'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, url: string, { payload, type = form }: { payload?: string; type?: string } = {}) =>
  app.inject({
    method,
    url,
    headers: { accept: browser, 'accept-language': 'zh-TW', ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
const headingOf = (page: string) => /<h1>([^<]*)<\/h1>/.exec(page)?.[1]

let on: { id: number; serial: string }
before(async () => {
  on = await trip(40, { departure_date: daysFromToday(90) })
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
})

test('NUL in any public address leads to a page in words, in the frame of the agency and in both languages', async () => {
  const paths = ['/?q=%00', '/trips/%00', '/packages/%00', '/talks/%00', '/pages/%00', '/register/%00', '/my/%00']
  for (const path of [
    ...paths,
    '/my/%00/trip',
    '/trips/a.ics%00',
    `/register/${on.serial}/%00`,
    '/embed/departures?q=%00',
  ]) {
    const zh = await ask('GET', path)
    assert.deepEqual([zh.statusCode, zh.headers['content-type']], [404, 'text/html; charset=utf-8'], path)
    assert.equal(headingOf(zh.body), '找不到這個頁面', path)
    assert.match(zh.body, /\+886 2 2555 0100/)
    const en = await ask('GET', `/en${path}`)
    assert.deepEqual([en.statusCode, headingOf(en.body)], [404, 'There is no such page'], path)
  }
  for (const kind of ['booking', 'traveler', 'offer', 'session', 'password']) {
    const page = await ask('GET', `/l/${kind}/%00`)
    assert.deepEqual([page.statusCode, headingOf(page.body)], [404, '找不到這個頁面'], kind)
  }
  const sent = await ask('POST', '/my/%00', { payload: 'form=mail' })
  assert.deepEqual([sent.statusCode, headingOf(sent.body)], [404, '找不到這個頁面'])
  const program = await app.inject({ url: '/trips/%00', headers: { accept: 'application/json' } })
  assert.deepEqual([program.statusCode, program.json().code], [404, 'not_found'])
})

test('a browser that sends what a page does not take gets a page in words: 405, 413 and 415', async () => {
  const other = ['這個頁面不接受送出的內容', 'This page does not take what was sent']
  const large = ['內容過大', 'Too large']
  const cases: [
    method: Method,
    path: string,
    sent: { payload?: string; type?: string },
    status: number,
    says: string[],
  ][] = [
    ['POST', `/trips/${on.serial}`, { payload: 'a=1' }, 405, other],
    ['DELETE', '/talks', {}, 405, other],
    ['PUT', '/my/', { payload: '{}', type: 'application/json' }, 405, other],
    ['POST', '/my/', { payload: `email=${'a'.repeat(300_000)}` }, 413, large],
    ['POST', `/register/${on.serial}`, { payload: `adults=${'1'.repeat(300_000)}` }, 413, large],
    ['POST', '/my/', { payload: '{}', type: 'application/json' }, 415, other],
  ]
  for (const [method, path, sent, status, [zh, en]] of cases) {
    const chinese = await ask(method, path, sent)
    assert.deepEqual([chinese.statusCode, headingOf(chinese.body)], [status, zh], `${method} ${path}`)
    assert.match(chinese.body, /\+886 2 2555 0100/)
    assert.doesNotMatch(chinese.body, /Allow|application\/json/)
    const english = await ask(method, `/en${path}`, sent)
    assert.deepEqual([english.statusCode, headingOf(english.body)], [status, en], `${method} /en${path}`)
  }
  const refused = await app.inject({
    method: 'POST',
    url: `/trips/${on.serial}`,
    headers: { accept: 'application/json' },
  })
  assert.deepEqual([refused.statusCode, refused.json().code], [405, 'method_not_allowed'])
})

test('more than 20 people are told to call, with the number, on the page and by the API', async () => {
  const words = '網路報名一次最多 20 人；人數更多時請來電 +886 2 2555 0100，由業務為您安排。'
  const english =
    'A registration is for 20 people at most. For more, call us at +886 2 2555 0100; sales arrange it for you.'
  const counts = { form: 'party', adults: '9', children: '9', infants: '3' }
  const page = await ask('POST', `/register/${on.serial}`, { payload: new URLSearchParams(counts).toString() })
  assert.equal(page.statusCode, 422)
  assert.ok(unmarked(page.body).includes(words), page.body)
  assert.match(page.body, /<option value="3" selected>3<\/option>/, 'what was chosen stays')

  const begun = await ask('POST', `/register/${on.serial}`, { payload: 'form=party&adults=9&children=9&infants=2' })
  assert.equal(begun.statusCode, 303, 'twenty are taken')
  const draft = String(begun.headers.location).replace(/\?.*/, '')
  const changed = await ask('POST', `${draft}?step=party`, { payload: new URLSearchParams(counts).toString() })
  assert.equal(changed.statusCode, 422)
  assert.ok(unmarked(changed.body).includes(words))

  const names = Array.from({ length: 21 }, (_, i) => `旅客${i + 1}`)
  const party = body(on.id, names)
  const travelers = names.map((name) => ({ name }))
  const token = draft.split('/').at(-1)
  const answers = [
    await as().post('/trip-registrations', party),
    await as().post('/registration-drafts', { planned_trip_id: on.id, travelers }),
    await as().put(`/registration-drafts/${token}`, { travelers }),
    await as().post('/trip-registrations/quote', { planned_trip_id: on.id, travelers: names.map(() => ({})) }),
  ]
  for (const refused of answers)
    assert.deepEqual([refused.status, refused.body.errors], [422, { travelers: [english] }])
})

test('a fault of the service is a page in words with the number of the request, also if the agency cannot be read', async () => {
  await sql`alter table site_pages rename to site_pages_away`.execute(db)
  const zh = await ask('GET', '/talks')
  assert.deepEqual(
    [zh.statusCode, zh.headers['content-type'], headingOf(zh.body)],
    [500, 'text/html; charset=utf-8', '系統發生錯誤'],
  )
  assert.ok(zh.body.includes(String(zh.headers['x-request-id'])))
  const en = await app.inject({ url: '/en/talks', headers: { accept: browser, 'accept-language': 'en' } })
  assert.deepEqual([en.statusCode, headingOf(en.body)], [500, 'Internal error'])
  const program = await app.inject({ url: '/talks', headers: { accept: 'application/json' } })
  assert.deepEqual([program.statusCode, program.json().code], [500, 'internal'])
  await sql`alter table site_pages_away rename to site_pages`.execute(db)
})

test('a paper that a browser opens and that is refused is a page in words, and for a program a problem', async () => {
  const opens = { accept: browser, 'accept-language': 'zh-TW', 'sec-fetch-mode': 'navigate' }
  const paper = '/bookings/999999/papers/confirmation?format=pdf'
  const missing = await as('sales', opens).get(paper)
  assert.deepEqual([missing.status, headingOf(missing.body)], [404, '找不到這個頁面'])
  assert.match(
    missing.body,
    /<a class="button main" href="\/api\/bookings\/999999\/papers\/confirmation\?format=pdf">再試一次<\/a>/,
  )
  assert.match(String(missing.headers['content-security-policy']), /frame-ancestors 'self'/)
  const ended = await as(undefined, opens).get(paper)
  assert.deepEqual([ended.status, headingOf(ended.body)], [401, '登入已結束'])
  const program = await as('sales').get(paper)
  assert.deepEqual([program.status, program.body.code], [404, 'not_found'])
})

test('a form that a page of another site sends is refused, also by a browser that tells only its origin', async () => {
  const from = (origin: string) =>
    app.inject({
      method: 'POST',
      url: `/register/${on.serial}`,
      headers: { host: 'tours.example', accept: browser, 'content-type': form, origin },
      payload: 'form=party&adults=1&children=0&infants=0',
    })
  const foreign = await from('https://evil.example')
  assert.deepEqual([foreign.statusCode, headingOf(foreign.body)], [403, '這一頁不接受其他網站送出的表單'])
  assert.equal((await from('https://tours.example')).statusCode, 303)
  assert.equal((await from('null')).statusCode, 303, 'our own pages that send no referrer')
})
