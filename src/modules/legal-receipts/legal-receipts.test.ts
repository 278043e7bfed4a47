import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'
import { buyersOfReceipts, forgetBuyers } from './forget.ts'

const home = await house()
await refundsByOne(home)
const { as, db, database, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]
const today = daysFromToday(0)
const price = {
  adult: 30000,
  child_with_bed: 30000,
  child_no_bed: 30000,
  infant: 3000,
  single_supplement: 0,
  deposit: 10000,
}

let nth = 0
const aBooking = async (paid = 30000) => {
  nth += 1
  const { id: on } = await trip(9, { price_overrides: price, departure_date: daysFromToday(90 + nth) })
  const contact = { name: '王小美', phone: '0912345678', email: `receipt${nth}@example.com` }
  const { id } = await book(on, ['王小美'], { contact })
  done(await sales.post(`/bookings/${id}/confirm`))
  if (paid) await pay(id, paid)
  return id as number
}
const pay = async (id: number, amount: number, who = sales) => {
  nth += 1
  const received_at = new Date().toISOString()
  return done(
    await who.post(`/bookings/${id}/payments`, {
      ...{ amount, confirmed_amount: amount, method: 'bankTransfer', received_at, reference: `R${nth}` },
    }),
  )
}
let printed = 10000000
const paper = async (id: number, body: object = {}, who = finance) => {
  printed += 1
  return who.post(`/bookings/${id}/legal-receipts`, { medium: 'paper', number: `T${printed}`, ...body })
}
const receipt = async (id: number, amount: number) => done(await paper(id, { amount })).receipt

test('a receipt on paper is issued for what was paid, with a title, a day and items; a dry run shows it first', async () => {
  const id = await aBooking()
  const { preview, receipt: none } = done(
    await finance.post(`/bookings/${id}/legal-receipts`, { medium: 'paper', dry_run: true }),
  )
  assert.equal(none, null)
  assert.deepEqual(
    [preview.most, preview.standing, preview.going_back, preview.open, preview.media],
    [30000, 0, 0, 30000, ['paper']],
  )
  assert.deepEqual([preview.buyer.kind, preview.buyer.name, preview.items[0].price], ['person', '王小美', 30000])
  const { receipt: made } = done(await paper(id, { amount: 20000, issued_on: daysFromToday(-3) }))
  assert.deepEqual(
    [made.status, made.amount, made.standing, made.issued_on, made.issuer.id, made.buyer_name, made.possible],
    ['issued', 20000, 20000, daysFromToday(-3), ids.finance, '王小美', ['void']],
  )
  assert.deepEqual([made.items[0].count, made.items[0].amount, made.bookings[0].booking_id], [1, 20000, id])
  const [listed] = done(await manager.get(`/bookings/${id}/legal-receipts`))
  assert.equal(listed.number, made.number)
  const again = done(await finance.post(`/bookings/${id}/legal-receipts`, { medium: 'paper', dry_run: true })).preview
  assert.deepEqual([again.standing, again.open, again.items[0].amount], [20000, 10000, 10000])
})

test('no more is issued than is paid, and each number once; finance issues, and sales where the agency says so', async () => {
  const id = await aBooking(10000)
  const above = await paper(id, { amount: 10001 })
  assert.match(above.body.errors.amount[0], /NT\$10,000 can be issued at most/)
  const first = await receipt(id, 4000)
  const twice = await paper(id, { amount: 1000, number: first.number })
  assert.equal(twice.status, 409)
  assert.deepEqual(Object.keys(twice.body.errors), ['number'])
  assert.deepEqual(Object.keys((await paper(id, { number: null })).body.errors), ['number'])
  assert.equal((await paper(id, { amount: 0 })).status, 422)
  assert.equal((await paper(id, { amount: 100.5 })).status, 422)
  assert.equal((await paper(id, { amount: -5 })).status, 422)
  const electronic = await finance.post(`/bookings/${id}/legal-receipts`, { medium: 'electronic' })
  assert.deepEqual(Object.keys(electronic.body.errors), ['medium'])
  assert.equal((await paper(id, { amount: 1000 }, sales)).status, 403)
  done(await admin.put('/house/record', { sales_issue_receipts: true }))
  done(await paper(id, { amount: 1000 }, sales))
  done(await admin.put('/house/record', { sales_issue_receipts: false }))
  assert.equal((await manager.post(`/bookings/${id}/legal-receipts`, { medium: 'paper' })).status, 403)
})

test('a company has a tax ID whose check digit fits, and items come to the amount', async () => {
  const id = await aBooking()
  const company = { kind: 'company', name: '大發股份有限公司', ubn: '04595257' }
  const refused = async (body: object) => Object.keys((await paper(id, body)).body.errors ?? {})
  assert.deepEqual(await refused({ buyer: { ...company, ubn: '04595258' } }), ['buyer.ubn'])
  assert.deepEqual(await refused({ buyer: { ...company, ubn: null } }), ['buyer.ubn'])
  assert.deepEqual(await refused({ buyer: { ...company, kind: 'person' } }), ['buyer.ubn'])
  const item = { name: '團費', count: 2, unit: '人', price: 5000, amount: 10000 }
  assert.deepEqual(await refused({ items: [{ ...item, count: 3 }] }), ['items'])
  assert.deepEqual(await refused({ amount: 9000, items: [item] }), ['items'])
  assert.deepEqual(
    await refused({
      amount: 10000,
      items: [
        { ...item, name: '團'.repeat(200) },
        { ...item, name: '費'.repeat(81) },
      ],
    }),
    ['items'],
  )
  const { receipt: made } = done(await paper(id, { buyer: company, items: [item, { ...item, name: '簽證費' }] }))
  assert.deepEqual([made.amount, made.buyer_kind, made.buyer_ubn], [20000, 'company', '04595257'])
  const [found] = done(await finance.get('/legal-receipts?ubn=04595257'))
  assert.equal(found.id, made.id)
})

test('money goes back once its receipts are void or allowed; until then the refusal names them', async () => {
  const id = await aBooking(0)
  const payment = await pay(id, 30000)
  const made = await receipt(id, 30000)
  const refused = await sales.post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '誤登' })
  assert.match(
    refused.body.errors.body[0],
    new RegExp(`NT\\$30,000, more than the NT\\$0 .* ${made.number} NT\\$30,000`),
  )
  done(await finance.post(`/legal-receipts/${made.id}/void`, { reason: '客戶退團' }))
  done(await sales.post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '誤登' }))
  assert.equal((await finance.post(`/legal-receipts/${made.id}/void`, { reason: '再一次' })).status, 409)
  const { status, void_reason, standing } = done(await finance.get(`/legal-receipts/${made.id}`))
  assert.deepEqual([status, void_reason, standing], ['void', '客戶退團', 0])
})

test('a part is given back by an allowance, which the buyer confirms; then the receipt is not voided any more', async () => {
  const id = await aBooking(30000)
  const made = await receipt(id, 30000)
  const allow = (body: object) => finance.post(`/legal-receipts/${made.id}/allowances`, { reason: '折扣', ...body })
  assert.equal((await allow({ amount: 30001 })).status, 422)
  const given = done(await allow({ amount: 10000 }))
  const [allowance] = given.allowances
  assert.deepEqual([allowance.status, given.standing, given.possible], ['waiting', 30000, []])
  const refused = await finance.post(`/legal-receipts/${made.id}/void`, { reason: 'x' })
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [
      409,
      'A part of this receipt was given back by an allowance, so it cannot be voided: cancel the allowance first, or give the rest back by another one.',
    ],
  )
  assert.equal((await paper(id, { amount: 1 })).status, 422, 'nothing new before it is confirmed')
  const confirmed = done(await finance.post(`/legal-receipts/${made.id}/allowances/${allowance.id}/confirm`))
  assert.deepEqual(
    [confirmed.allowances[0].status, confirmed.allowances[0].confirmed_on, confirmed.standing],
    ['confirmed', today, 20000],
  )
  assert.equal((await allow({ amount: 20001 })).status, 422)
  const again = await receipt(id, 10000)
  const cancel = await finance.post(`/legal-receipts/${made.id}/allowances/${allowance.id}/cancel`)
  assert.equal(cancel.status, 422, 'it would stand above what is paid')
  done(await finance.post(`/legal-receipts/${again.id}/void`, { reason: '重開' }))
  const { allowances } = done(await finance.post(`/legal-receipts/${made.id}/allowances/${allowance.id}/cancel`))
  assert.equal(allowances[0].status, 'cancelled')
})

test('one receipt joins bookings of a company; an allowance says of which of them', async () => {
  const [one, other] = [await aBooking(), await aBooking(20000)]
  const bookings = [
    { booking_id: one, amount: 30000 },
    { booking_id: other, amount: 20000 },
  ]
  assert.deepEqual(Object.keys((await paper(one, { amount: 40000, bookings })).body.errors), ['bookings'])
  const { receipt: made } = done(await paper(one, { bookings }))
  assert.deepEqual([made.amount, made.bookings.length], [50000, 2])
  const allow = (body: object) =>
    finance.post(`/legal-receipts/${made.id}/allowances`, { amount: 25000, reason: '退', ...body })
  assert.deepEqual(Object.keys((await allow({})).body.errors), ['booking_id'])
  assert.equal((await allow({ booking_id: other })).status, 422)
  done(await allow({ booking_id: one, confirmed: true }))
  const [listed] = done(await finance.get(`/legal-receipts?booking_id=${other}`))
  assert.deepEqual([listed.id, listed.standing], [made.id, 25000])
})

test('what the platform is asked to void may be paid back, but nothing new is issued until it has answered', async () => {
  const id = await aBooking(0)
  const payment = await pay(id, 30000)
  const made = await receipt(id, 30000)
  await db.updateTable('legal_receipts').set({ medium: 'electronic' }).where('id', '=', made.id).execute()
  const { status } = done(await finance.post(`/legal-receipts/${made.id}/void`, { reason: '抬頭錯誤' }))
  assert.equal(status, 'void_waiting')
  assert.equal((await paper(id, { amount: 1 })).status, 422)
  done(await sales.post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '誤登' }))
  await assert.rejects(
    database.transaction({}, (tx) =>
      tx.updateTable('legal_receipts').set({ status: 'issued' }).where('id', '=', made.id).execute(),
    ),
    { constraint: 'receipts_within_payments' },
    'what went back is not taken for received again',
  )
})

test('what is paid without a receipt is listed with its day and age, and waits in the morning of finance', async () => {
  const id = await aBooking(30000)
  await sql`update booking_payments set received_at = now() - interval '12 days' where booking_id = ${id}`.execute(db)
  await pay(id, 5000)
  type Row = { id: number; amount: number; since: string; age: string }
  const mine = async () =>
    (done(await finance.get('/money/unreceipted?per_page=100')) as Row[]).find((row) => row.id === id)
  const first = await mine()
  assert.deepEqual([first?.amount, first?.since, first?.age], [35000, daysFromToday(-12), '11-30'])
  const groups = done(await finance.get('/work'))
  assert.ok(groups.some(({ key }: { key: string }) => key === 'unreceipted'))
  await receipt(id, 30000)
  const rest = await mine()
  assert.deepEqual([rest?.amount, rest?.since, rest?.age], [5000, today, 'up_to_3'])
  await receipt(id, 5000)
  assert.equal(await mine(), undefined)
})

test('what is paid without a receipt has pages, is filtered by age, and is summed by age over all pages', async () => {
  type Sum = { age: string; bookings: number; amount: number }
  const before = done(await finance.get('/money/unreceipted/ages')) as Sum[]
  const old = [await aBooking(30000), await aBooking(20000)]
  await sql`update booking_payments set received_at = now() - interval '40 days' where booking_id = any(${old})`.execute(
    db,
  )
  const [known] = before.filter(({ age }) => age === 'over_30')
  assert.deepEqual((done(await finance.get('/money/unreceipted/ages')) as Sum[]).at(-1), {
    age: 'over_30',
    bookings: (known?.bookings ?? 0) + 2,
    amount: (known?.amount ?? 0) + 50000,
  })
  const { body } = await finance.get('/money/unreceipted?per_page=1&age=over_30')
  assert.deepEqual(
    [body.data.length, body.data[0].age, body.meta.per_page, body.meta.total],
    [1, 'over_30', 1, (known?.bookings ?? 0) + 2],
  )
  const second = await finance.get('/money/unreceipted?per_page=1&page=2&age=over_30')
  assert.notEqual(second.data[0].id, body.data[0].id)
})

test('two who issue at once issue no more than is paid', async () => {
  const id = await aBooking(30000)
  const answers = await Promise.all([1, 2, 3].map(() => paper(id, { amount: 20000 })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422])
  const payment = await pay(id, 5000)
  const [voided, issued] = await Promise.all([
    sales.post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '誤登' }),
    paper(id, { amount: 15000 }),
  ])
  assert.deepEqual([voided.status, issued.status].sort(), [200, 422])
})

test('a transfer keeps the receipts, and they are marked as naming another trip', async () => {
  const id = await aBooking(30000)
  const made = await receipt(id, 30000)
  assert.deepEqual(made.misfits, [])
  const { id: to } = await trip(9, { price_overrides: price, departure_date: daysFromToday(300) })
  done(await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: to }))
  assert.deepEqual(done(await finance.get(`/legal-receipts/${made.id}`)).misfits, ['trip'])
})

test('who wants which title is asked for, and proposed; an erasure takes it, and what was issued stays for its years', async () => {
  const id = await aBooking(30000)
  const buyers = [{ kind: 'company', name: '大發股份有限公司', ubn: '04595257', email: 'a@example.com', address: null }]
  assert.equal(
    (await sales.put(`/bookings/${id}/receipt-buyers`, { buyers: [{ ...buyers[0], ubn: '12345678' }] })).status,
    422,
  )
  done(await sales.put(`/bookings/${id}/receipt-buyers`, { buyers }))
  assert.deepEqual(done(await finance.get(`/bookings/${id}/receipt-buyers`)), buyers)
  const made = await receipt(id, 30000)
  assert.deepEqual([made.buyer_name, made.buyer_email], ['大發股份有限公司', 'a@example.com'])
  await database.transaction({}, (tx) => forgetBuyers(tx, { booking_id: id, names: [] }))
  assert.deepEqual(done(await finance.get(`/bookings/${id}/receipt-buyers`)), [])
  const kept = done(await finance.get(`/legal-receipts/${made.id}`))
  assert.deepEqual([kept.buyer_name, kept.buyer_email], ['大發股份有限公司', null])
  await database.transaction({}, buyersOfReceipts.deleteBatch)
  assert.equal(done(await finance.get(`/legal-receipts/${made.id}`)).buyer_name, '大發股份有限公司')
  await sql`update legal_receipts set issued_on = today() - interval '10 years' - interval '1 day' where id = ${made.id}`.execute(
    db,
  )
  await database.transaction({}, buyersOfReceipts.deleteBatch)
  const { buyer_name, buyer_ubn, amount } = done(await finance.get(`/legal-receipts/${made.id}`))
  assert.deepEqual([buyer_name, buyer_ubn, amount], ['•••', null, 30000])
})
