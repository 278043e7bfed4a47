import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { form } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { payeesOfDebits } from './forget.ts'

const home = await house()
const { as, db, database } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]
const today = daysFromToday(0)
const mapping = JSON.stringify({ booked_at: '日期', debit: '支出', credit: '存入', last5: '帳號', text: '備註' })
const upload = (rows: string[]) =>
  finance.upload(
    '/bank-statements',
    form(Buffer.from(['日期,支出,存入,帳號,備註', ...rows].join('\n')), 'b.csv', { mapping }),
  )
const out = (amount: number, digits = '', text = '', day = today) => `${day},${amount},,${digits},${text}`

let nth = 0
/** An approved order of a refund of this amount to an account that ends with 456. */
const approved = async (amount: number, payee = '王小美') => {
  const { id, booking_number } = await book((await trip(5)).id, ['甲'])
  done(
    await sales.post(`/bookings/${id}/payments`, { amount, method: 'cash', received_at: '2026-01-05T10:00:00+08:00' }),
  )
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '不去了' }))
  const [{ id: obligation_id }] = done(await finance.get(`/bookings/${id}/obligations`))
  nth += 1
  const account = `0015-94${nth}-123456`
  const order = done(await finance.post('/refund-orders', { obligation_id, payee, bank_code: '808', account }))
  done(await manager.post(`/refund-orders/${order.id}/approve`, {}))
  return { booking: id as number, number: booking_number as string, order: order.id as number }
}
const paid = async (amount: number, payee?: string) => {
  const one = await approved(amount, payee)
  done(
    await finance.post(`/refund-orders/${one.order}/paid`, {
      method: 'bankTransfer',
      received_at: new Date().toISOString(),
    }),
  )
  return one
}
const orderOf = async ({ order }: { order: number }) => {
  const { status, bank_debit, warnings } = done(await finance.get(`/refund-orders/${order}`))
  return { status, debit: bank_debit?.id ?? null, warnings }
}
type Debit = { id: number; amount: number; state: string; candidates: { refund_order_id: number; reasons: string[] }[] }
const debits = async (amount: number) =>
  (done(await finance.get('/bank-debits?per_page=100&sort=booked_on')) as Debit[]).filter(
    (one) => one.amount === amount,
  )

test('a refund is found again by amount and account, is told, and only what has the amount of a refund is kept', async () => {
  const one = await paid(11_000)
  const rows = [out(11_000, '808-0015940123456', '退款'), out(2_000, '', '房租')]
  const read = done(await upload(rows))
  assert.deepEqual([read.confirmed, read.paid_out, read.lines_new], [1, 2, 0])
  const [debit] = await debits(11_000)
  assert.deepEqual(await orderOf(one), { status: 'paid', debit: debit?.id, warnings: [] })
  assert.deepEqual(await debits(2_000), [], 'other business of the account is not kept')
  assert.equal(done(await finance.get(`/bookings/${one.booking}/payments`)).length, 2, 'no payment came of it')
  assert.equal(done(await upload(rows)).confirmed, 0, 'the same file again changes nothing')
  assert.equal((await finance.delete(`/bank-statements/${read.statement_id}`)).status, 409)
  assert.equal((await sales.get('/bank-debits')).status, 403)
  assert.equal((await manager.get('/bank-debits')).status, 403)
})

test('a person confirms what is less sure, for one order, and takes it back', async () => {
  const [one, other] = [await paid(12_000), await paid(12_000, '林大明')]
  assert.equal(done(await upload([out(12_000, '', '跨行轉帳')])).confirmed, 0)
  const [debit] = (await debits(12_000)) as [Debit]
  assert.deepEqual(
    debit.candidates.map(({ refund_order_id, reasons }) => [refund_order_id, reasons]),
    [one.order, other.order].map((order) => [order, []]),
  )
  const confirm = (id: number, refund_order_id: number) =>
    finance.post(`/bank-debits/${id}/confirm`, { refund_order_id })
  assert.deepEqual((await confirm(debit.id, (await paid(500)).order)).body.errors.refund_order_id, [
    'This order has another amount or currency: choose one of the same amount.',
  ])
  const said = done(await confirm(debit.id, other.order))
  assert.deepEqual([said.state, said.refund_order.payee], ['confirmed', '林大明'])
  assert.equal((await confirm(debit.id, one.order)).status, 409)
  done(await upload([out(12_000, '', '第二次')]))
  const second = (await debits(12_000)).find(({ state }) => state === 'new') as Debit
  assert.deepEqual((await confirm(second.id, other.order)).body.errors.refund_order_id, [
    'Another debit confirms this order already. If it was paid twice, ask the bank and the customer.',
  ])
  done(await finance.post(`/bank-debits/${second.id}/ignore`, { reason: '廠商' }))
  assert.equal(done(await finance.post(`/bank-debits/${debit.id}/undo`, {})).state, 'new')
  assert.equal((await orderOf(other)).debit, null)
})

test('an order that is approved is recorded as paid by the debit, and a voided refund opens both again', async () => {
  const { booking, number, order } = await approved(13_000)
  done(await upload([out(13_000, '', `退款 ${number}`)]))
  const [debit] = (await debits(13_000)) as [Debit]
  assert.deepEqual(debit.candidates[0]?.reasons, ['number'])
  done(await finance.post(`/bank-debits/${debit.id}/confirm`, { refund_order_id: order }))
  assert.deepEqual(await orderOf({ order }), { status: 'paid', debit: debit.id, warnings: [] })
  const refund = done(await finance.get(`/bookings/${booking}/payments`)).find(
    (one: { kind: string }) => one.kind === 'refund',
  )
  assert.deepEqual([refund.amount, refund.method, refund.source], [13_000, 'bankTransfer', 'staff'])
  done(await finance.post(`/bookings/${booking}/payments/${refund.id}/void`, { reason: '退票' }))
  assert.deepEqual(await orderOf({ order }), { status: 'approved', debit: null, warnings: [] })
  assert.equal((await debits(13_000))[0]?.state, 'new')
})

test('two debits that fit one order wait for a person, because it may have been paid twice', async () => {
  await paid(14_000)
  const twice = out(14_000, '808-0015940123456')
  assert.equal(done(await upload([twice, twice])).confirmed, 0)
  assert.equal((await debits(14_000)).length, 2)
})

test('a refund that the files have passed by the days of the agency is marked, and listed alone', async () => {
  const one = await paid(15_000)
  const missing = async () =>
    done(await finance.get('/refund-orders?not_in_bank=true&per_page=100')).map(({ id }: { id: number }) => id)
  assert.ok(!(await missing()).includes(one.order))
  done(await upload([`${daysFromToday(5)},,1,,利息`]))
  assert.deepEqual((await orderOf(one)).warnings, ['not_in_bank'])
  assert.ok((await missing()).includes(one.order))
  done(await admin.put('/house/record', { refund_seen_days: 6 }))
  assert.deepEqual((await orderOf(one)).warnings, [])
})

test('to whom it went is forgotten after a year', async () => {
  const { order } = await paid(16_000)
  done(await upload([out(16_000, '808-0015940123456', '王小美 退款')]))
  const id = (await orderOf({ order })).debit as number
  await db
    .updateTable('bank_debits')
    .set({ created_at: daysFromToday(-366) })
    .where('id', '=', id)
    .execute()
  assert.equal(await database.transaction({}, payeesOfDebits.deleteBatch), 1)
  const { payee_text, last_five, amount } = done(await finance.get(`/bank-debits/${id}`))
  assert.deepEqual([payee_text, last_five, amount], [null, null, 16_000])
})
