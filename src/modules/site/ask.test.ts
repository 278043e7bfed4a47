import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'

const home = await house()
const { app, as, db } = home
const sales = as('sales')
const { trip, book } = await bookingFixtures(home)
const textIn = (page: string) =>
  unmarked(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

let full: { id: number; serial: string }
before(async () => {
  await completeAgency(as)
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
  full = await trip(2)
  done(await sales.post(`/bookings/${(await book(full.id, ['甲', '乙'])).id}/confirm`))
})
const open = (path: string) => app.inject({ url: path })
const send = (fields: Record<string, string>, locale = '', from = '203.0.113.9') =>
  app.inject({
    method: 'POST',
    url: `${locale}/ask`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': from,
    },
    payload: `${new URLSearchParams({ form: 'ask', ...fields })}`,
  })
const mei = { name: '王小美', phone: '0912-345-678', wish: '十月想去看楓葉', people: '3', privacy_consent: 'yes' }
const all = async () => done(await sales.get('/enquiries?sort=id'))

test('a visitor tells what no date fits, without a script: the page says thank you, and sales find it', async () => {
  const page = (await open('/ask?q=楓葉&month=2099-10')).body
  for (const words of ['日期都不合適？告訴我們', '個人資料告知', '結案後保存兩年', '至少填一項'])
    assert.ok(textIn(page).includes(words), words)
  assert.match(page, /<textarea[^>]*>楓葉<\/textarea>/)
  const [year, month] = new Date(Date.now() + 100 * 86_400_000).toISOString().split('-')
  const sent = await send({ ...mei, month: `${year}-${month}` })
  assert.equal(sent.statusCode, 200)
  assert.ok(textIn(sent.body).includes('謝謝，我們收到了'))
  const [made] = await all()
  assert.deepEqual(
    [made.name, made.phone, made.wish, made.people, made.source, made.travel_from, made.locale],
    ['王小美', '0912-345-678', '十月想去看楓葉', 3, 'site', `${year}-${month}-01`, 'zh-TW'],
  )
})

test('what is missing is told at its field in the language of the page, and what was typed stays', async () => {
  const { phone: _phone, privacy_consent: _consent, ...rest } = mei
  const refused = await send({ ...rest, name: 'Oliver' }, '/en')
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /value="Oliver"/)
  assert.match(refused.body, /十月想去看楓葉<\/textarea>/)
  const unreached = await send({ ...rest, privacy_consent: 'yes' }, '/en')
  assert.ok(textIn(unreached.body).includes('Enter at least one way to reach the person'))
})

test('an empty search, the catalogue and a full trip lead to the form, with what is known filled in', async () => {
  const empty = (await open('/?q=南極&month=2099-03')).body
  assert.match(empty, /href="\/ask\?q=%E5%8D%97%E6%A5%B5&#38;month=2099-03"/)
  assert.match((await open('/en')).body, /href="\/en\/ask"/)
  const page = (await open(`/trips/${full.serial}`)).body
  assert.ok(page.includes(`href="/ask?trip=${full.serial}"`))
  const form = (await open(`/ask?trip=${full.serial}`)).body
  assert.match(textIn(form), new RegExp(`關於：北海道三日，2099年3月10日.*（${full.serial}）`))
  const before = (await all()).length
  assert.equal((await send({ ...mei, wish: '有名額請通知', trip: full.serial })).statusCode, 200)
  const made = (await all()).at(-1)
  assert.deepEqual([(await all()).length, made.planned_trip_id, made.trip.serial], [before + 1, full.id, full.serial])
})

test('a trip that strangers do not see is not told, and the form is taken without it', async () => {
  const hidden = await trip(9, { is_public: false })
  assert.ok(!textIn((await open(`/ask?trip=${hidden.serial}`)).body).includes('關於'))
  assert.equal((await send({ ...mei, wish: '私團', trip: hidden.serial })).statusCode, 200)
  assert.equal((await all()).at(-1).planned_trip_id, null)
  assert.equal((await open('/ask?trip=%20&q=%2500')).statusCode, 200)
  assert.equal((await send({ ...mei, wish: 'a\u0000b' })).statusCode, 422)
})

test('a program that fills in the hidden field gets the page and is not kept, and one address has a limit', async () => {
  const before = (await all()).length
  assert.equal((await send({ ...mei, wish: '垃圾', website: 'http://spam.example' })).statusCode, 200)
  assert.equal((await all()).length, before)
  await db.deleteFrom('throttles').execute()
  for (let i = 0; i < 20; i += 1) await send({ ...mei, wish: `第 ${i} 次` }, '', '198.51.100.9')
  const late = await send({ ...mei, wish: '第二十一次' }, '', '198.51.100.9')
  assert.equal(late.statusCode, 429)
  assert.match(late.body, /第二十一次<\/textarea>/)
})
