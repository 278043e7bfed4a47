import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { browserOf, placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database } = home
const { trip, register, book } = await bookingFixtures(home)
const [finance, sales] = [as('finance'), as('sales')]
const big = { kind: 'company', name: '大發股份有限公司', ubn: '12345675' }
const sister = { kind: 'person', name: '王大美' }

before(async () => done(await as('admin').put('/site', { is_on: true })))

type Named = { name: string; ubn: string | null; email: string | null }
const titles = async (id: number) =>
  (done(await finance.get(`/bookings/${id}/receipt-buyers`)) as Named[]).map(({ name, ubn }) => [name, ubn])

test('a registration by the API brings its titles; a tax ID that cannot be one is refused at its field', async () => {
  const { id } = await trip(9)
  const registered = done(await register(id, ['王小美'], { receipt_buyers: [big, sister] }))
  const { data } = await sales.get(`/bookings?q=${registered.booking_number}`)
  assert.deepEqual(await titles(data[0].id), [
    ['大發股份有限公司', '12345675'],
    ['王大美', null],
  ])
  const wrong = await register(id, ['李小華'], { receipt_buyers: [sister, { ...big, ubn: '12345674' }] })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['receipt_buyers.1.ubn']])
  const without = await register(id, ['李小華'], { receipt_buyers: [{ ...big, ubn: null }] })
  assert.match(without.body.errors['receipt_buyers.0.ubn'][0], /A company has a tax ID of eight digits: enter it/)
  const byStaff = await book(id, ['陳一'], { receipt_buyers: [big] })
  assert.deepEqual(await titles(byStaff.id), [['大發股份有限公司', '12345675']])
})

/** A visitor without a script, who sends the form of the last step. */
const visitor = async () => {
  const on = await trip(6, { departure_date: daysFromToday(90), min_pax: 2 })
  const { ask } = browserOf(app)
  const headers = { host: 'tours.example', accept: 'text/html' }
  const open = async (url: string) => unmarked((await ask({ url, headers })).body)
  const post = (url: string, fields: Record<string, string>) =>
    ask({
      ...{ method: 'POST', url, payload: `${new URLSearchParams(fields)}` },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
  const begun = await post(`/register/${on.serial}`, { form: 'party', adults: '1', children: '0', infants: '0' })
  const draft = String(begun.headers.location).replace(/\?.*/, '')
  const people = `${draft}?step=people&person=1`
  const seen = /name="seen" value="([^"]*)"/.exec(await open(people))?.[1] ?? ''
  await post(people, { form: 'person-1', seen, name: '林怡君', birth_date: '1988-03-02' })
  return { on, draft, open, post }
}
const contact = { contact_name: '林怡君', phone: '+886 912 345 678', email: 'yichun@example.com' }

test('the last step of a registration asks who wants which title; a draft keeps them, and a wrong tax ID is refused where it stands', async () => {
  const { on, draft, open, post } = await visitor()
  const at = `${draft}?step=send`
  assert.match(await open(at), /收據要開給公司，或分開開立（可不填）[\s\S]*name="title_2"/)
  assert.match(await open(`/en${at}`), /Receipts for a company, or several of them \(optional\)/)

  const two = { title_1: '大發股份有限公司', ubn_1: '１２３４５６７５', title_2: '林大美' }
  const saved = await post(at, { form: 'contact', ...contact, ...two })
  assert.equal(saved.statusCode, 303)
  const kept = await open(at)
  assert.match(kept, /name="title_1"[^>]* value="大發股份有限公司"/)
  assert.match(kept, /name="ubn_1"[^>]* value="12345675"/)
  assert.match(kept, /name="title_3"/, 'saving adds a row')

  const wrong = await post(at, { form: 'contact', ...contact, ...two, ubn_1: '12345674' })
  assert.equal(wrong.statusCode, 422)
  assert.match(unmarked(wrong.body), /id="contact-ubn_1-fault">檢查碼不符，可能有一碼打錯；請對照公司登記再輸入。</)
  assert.match(unmarked(wrong.body), /<details class="more" open>[\s\S]*value="12345674"/)
  const nameless = await post(at, { form: 'send', ...contact, ubn_1: '12345675', privacy_consent: 'yes' })
  assert.match(unmarked(nameless.body), /id="send-title_1-fault">請填寫這張收據的抬頭/)

  const hidden = Object.fromEntries(
    [...kept.matchAll(/<input type="hidden" name="(agreed_\w+|seen)" value="([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )
  const sent = await post(at, { form: 'send', ...hidden, ...contact, ...two, privacy_consent: 'yes' })
  assert.equal(sent.statusCode, 303, sent.body)
  const { data } = await sales.get(`/bookings?q=${on.serial}-001`)
  assert.deepEqual(await titles(data[0].id), [
    ['大發股份有限公司', '12345675'],
    ['林大美', null],
  ])
})

test('the customer adds, changes and removes titles in the place, until a receipt was issued for them', async () => {
  const { id: on } = await trip(9)
  const booking = await book(on, ['王小美'])
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  const paid = { amount: 20000, confirmed_amount: 20000, method: 'cash', received_at: new Date().toISOString() }
  done(await sales.post(`/bookings/${booking.id}/payments`, paid))
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking.id))
  const place = await placeOf(app, `/l/booking/${token}`)
  assert.match((await place.open()).body, /The receipts are for the contact\.[\s\S]*href="\/en\/my\/[^"]+\/titles"/)

  const rows = { title_1: '大發股份有限公司', ubn_1: '12345675', mail_1: 'acc@example.com', title_2: '王大美' }
  const refused = await place.send('/titles', { form: 'titles', ...rows, ubn_1: '12345674' })
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /id="titles-ubn_1-fault">The check digit does not fit, so a digit is probably wrong/)
  const noTitle = await place.send('/titles', { form: 'titles', ubn_1: '12345675' })
  assert.match(noTitle.body, /id="titles-title_1-fault">Enter the title of this receipt/)
  assert.equal((await place.send('/titles', { form: 'titles', ...rows })).statusCode, 303)
  assert.deepEqual(await titles(booking.id), [
    ['大發股份有限公司', '12345675'],
    ['王大美', null],
  ])
  assert.match((await place.open()).body, /Titles of the receipts: 大發股份有限公司 \(12345675\), 王大美/)

  const issue = { medium: 'paper', number: 'T90000001', amount: 8000 }
  const { receipt } = done(await finance.post(`/bookings/${booking.id}/legal-receipts`, issue))
  assert.deepEqual([receipt.buyer_name, receipt.buyer_email], ['大發股份有限公司', 'acc@example.com'])
  const page = unmarked((await place.open('/titles')).body)
  assert.match(page, /大發股份有限公司 \(12345675\) <span[^>]*>T90000001/)
  assert.doesNotMatch(page, /value="大發股份有限公司"/)

  const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? ''
  done(await finance.put(`/bookings/${booking.id}/receipt-buyers`, { buyers: [big, { ...sister, name: '王二美' }] }))
  const clash = await place.send('/titles', { form: 'titles', seen, title_1: '王三美' })
  assert.equal(clash.statusCode, 422, 'the office has changed them meanwhile')
  assert.match(unmarked(clash.body), /Another phone has just saved this too/)
  assert.equal((await place.send('/titles', { form: 'titles', title_1: '王三美' })).statusCode, 303)
  assert.deepEqual(await titles(booking.id), [
    ['大發股份有限公司', '12345675'],
    ['王三美', null],
  ])
  assert.equal((await place.send('/titles', { form: 'titles' })).statusCode, 303)
  assert.deepEqual(await titles(booking.id), [['大發股份有限公司', '12345675']], 'what was issued stays')
})
