import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../../test/fixtures/refunds.ts'
import { house } from '../../../../test/house.ts'
import { Refusal } from '../../../kit/errors.ts'
import { eraseContact } from '../erase.ts'
import { enterPayments } from '../payments.ts'

const home = await house()
const { as, db, database, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]
const at = '2026-01-05T10:00:00+08:00'

/** A cancelled booking of which 30,000 was paid and is owed back. */
const owing = async (amount = 30000) => {
  const booking = await book((await trip(5)).id, ['甲'])
  const paid = { amount, method: 'bankTransfer', received_at: at }
  done(await sales.post(`/bookings/${booking.id}/payments`, paid))
  done(await sales.post(`/bookings/${booking.id}/cancel`, { reason: '不去了' }))
  const [{ id: obligation_id }] = done(await finance.get(`/bookings/${booking.id}/obligations`))
  return { id: booking.id as number, number: booking.booking_number as string, obligation_id: obligation_id as number }
}
const toBank = { payee: '王小美', bank_code: '808', account: '0015-940-123456' }
const refund = (id: number, amount: number, who = finance) =>
  who.post(`/bookings/${id}/payments`, { kind: 'refund', amount, method: 'bankTransfer', received_at: at })
const payment = { method: 'bankTransfer', received_at: at } as const
const titles = async (who: typeof finance, event: string) =>
  done(await who.get(`/notifications?event=${event}`)).map(({ title }: { title: string }) => title)
const refused = ({ status, body }: Awaited<ReturnType<typeof refund>>) => [status, body.code]

test('finance orders a refund, another approves it, it comes into the bank file, and is recorded as paid', async () => {
  const { id, number, obligation_id } = await owing()
  const order = done(await finance.post('/refund-orders', { obligation_id, ...toBank }))
  const { created_at, updated_at, booking, ...shown } = order
  assert.deepEqual(shown, {
    id: order.id,
    booking_id: id,
    obligation_id,
    payee: '王小美',
    bank_code: '808',
    account: '•••456',
    amount: 30000,
    currency: 'TWD',
    status: 'waiting',
    asked_by: ids.finance,
    approved_by: null,
    approved_at: null,
    refused_by: null,
    refuse_reason: null,
    in_file_at: null,
    payment_id: null,
    bank_debit: null,
    card_provider: null,
    card_refund: null,
    warnings: [],
    asker: shown.asker,
    approver: null,
    refuser: null,
    possible: ['refuse'],
    version: 1,
  })
  assert.deepEqual([booking.booking_number, shown.asker.id], [number, ids.finance])
  assert.deepEqual(await titles(manager, 'refund-order.asked'), [`${number} Refund to be approved: NT$30,000`])

  const own = await finance.post(`/refund-orders/${order.id}/approve`, {})
  assert.deepEqual(
    [own.status, own.body.detail],
    [
      403,
      'Nobody approves a refund that they ordered themselves: let another colleague of finance, a manager or an administrator approve it.',
    ],
  )
  assert.deepEqual(refused(await finance.post(`/refund-orders/${order.id}/paid`, payment)), [409, 'step_not_possible'])
  assert.equal((await sales.post(`/refund-orders/${order.id}/approve`, {})).status, 403)

  const waiting = done(await manager.get('/approvals/waiting?to_decide=true'))
  assert.deepEqual(
    waiting.map(({ source, id, reason, possible }: Record<string, unknown>) => [source, id, reason, possible]),
    [['refund_order', order.id, '王小美 NT$30,000', ['approve', 'decline']]],
  )
  const approved = done(await manager.post(`/refund-orders/${order.id}/approve`, {}))
  assert.deepEqual([approved.status, approved.approver.id, approved.possible], ['approved', ids.manager, ['refuse']])
  assert.deepEqual(await titles(finance, 'refund-order.approved'), [`${number} Refund approved: NT$30,000`])

  const file = done(await finance.post('/refund-orders/bank-file', {}))
  assert.deepEqual(file, {
    orders: 1,
    csv: `\ufefforder,bank_code,account,payee,currency,amount,remark\r\n${order.id},808,0015940123456,王小美,TWD,30000,${number}\r\n`,
  })
  assert.deepEqual(refused(await finance.post('/refund-orders/bank-file', {})), [409, 'step_not_possible'])
  assert.equal(done(await finance.post('/refund-orders/bank-file', { ids: [order.id] })).orders, 1)
  assert.equal((await manager.post('/refund-orders/bank-file', {})).status, 403)
  const { rows } = await sql<{ actor_id: number; fields: string[] }>`
    select actor_id, fields from personal_data_reads where table_name = 'refund_orders' and record_id = ${order.id}`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { actor_id: ids.finance, fields: ['account'] },
    { actor_id: ids.finance, fields: ['account'] },
  ])

  const paid = done(await finance.post(`/refund-orders/${order.id}/paid`, payment))
  assert.equal(paid.status, 'paid')
  const payments = done(await finance.get(`/bookings/${id}/payments`))
  assert.deepEqual([payments[1].id, payments[1].kind, payments[1].amount], [paid.payment_id, 'refund', 30000])
  assert.deepEqual(done(await finance.get(`/bookings/${id}`)).balance, 0)
  assert.deepEqual(refused(await finance.post(`/refund-orders/${order.id}/paid`, payment)), [409, 'step_not_possible'])

  // A refund that was recorded by mistake is to be paid again.
  done(await finance.post(`/bookings/${id}/payments/${paid.payment_id}/void`, { reason: '銀行退匯' }))
  const again = done(await finance.get(`/refund-orders/${order.id}`))
  assert.deepEqual([again.status, again.payment_id, again.possible], ['approved', null, ['refuse', 'paid']])
})

test('the route of payments records a refund only with an approved order of its amount, and pays that order', async () => {
  const { id, obligation_id } = await owing()
  const alone = await refund(id, 30000)
  assert.deepEqual(
    [alone.status, alone.body.errors],
    [
      422,
      {
        amount: [
          'There is no approved order of NT$30,000 for this booking. Order the refund, let a colleague approve it, and record it then.',
        ],
      },
    ],
  )
  const order = done(await admin.post('/refund-orders', { obligation_id, payee: '王小美', amount: 12000 }))
  assert.equal((await refund(id, 12000)).status, 422, 'it is not approved yet')
  done(await finance.post(`/refund-orders/${order.id}/approve`, {}))
  assert.equal((await refund(id, 18000)).status, 422, 'another amount')
  const { id: paid } = done(await refund(id, 12000))
  const after = done(await finance.get(`/refund-orders/${order.id}`))
  assert.deepEqual([after.status, after.payment_id], ['paid', paid])
  assert.equal((await refund(id, 12000)).status, 422, 'an order is paid once')
})

test('whatever writes a refund, the database refuses one without an approved order at the end of the transaction', async () => {
  const { id } = await owing()
  const insert = (received_at: string, roles?: readonly string[]) =>
    database.transaction({ actor_id: ids.admin, ...(roles && { roles }) }, (tx) =>
      tx
        .insertInto('booking_payments')
        .values({ booking_id: id, kind: 'refund', amount: 100, method: 'cash', received_at, recorded_by: ids.admin })
        .execute(),
    )
  const today = new Date().toISOString()
  await assert.rejects(insert(today, ['admin']), /refund without an approved order/)
  await assert.rejects(insert(today), /refund without an approved order/)
  await assert.rejects(insert(at, ['admin']), /refund without an approved order/)
  // An import brings what was paid back before the booking was entered, and nothing later.
  const bring = (received_at: string) =>
    database.transaction({ actor_id: ids.admin }, (tx) =>
      enterPayments(tx, [{ booking_id: id, kind: 'refund', amount: 100, method: 'cash', received_at }], ids.admin),
    )
  await assert.rejects(bring(today), Refusal)
  assert.equal((await bring(at)).length, 1)
})

test('no more is ordered than is owed, bank and account go together, and a refused order frees its amount', async () => {
  const { obligation_id } = await owing()
  const order = (body: object) => finance.post('/refund-orders', { obligation_id, payee: '王小美', ...body })
  assert.deepEqual((await order({ amount: 30001 })).body.errors, {
    amount: ['NT$30,000 is owed and not ordered yet: enter that much at most.'],
  })
  assert.deepEqual(Object.keys((await order({ account: '12345678' })).body.errors), ['bank_code'])
  assert.deepEqual(Object.keys((await order({ bank_code: '808' })).body.errors), ['account'])
  const { id } = done(await order({ amount: 20000 }))
  assert.deepEqual((await order({ amount: 10001 })).body.errors, {
    amount: ['NT$10,000 is owed and not ordered yet: enter that much at most.'],
  })
  assert.equal(done(await order({})).amount, 10000)
  assert.deepEqual(refused(await order({})), [409, 'step_not_possible'])
  const due = done(await sales.get('/money/refunds-due')).find((row: { id: number }) => row.id === obligation_id)
  assert.deepEqual(
    due.orders.map(({ status, amount }: Record<string, unknown>) => [status, amount]),
    [
      ['waiting', 20000],
      ['waiting', 10000],
    ],
  )
  const gone = done(await manager.post(`/refund-orders/${id}/refuse`, { reason: '收款人不是訂購人' }))
  assert.deepEqual([gone.status, gone.refuser.id, gone.refuse_reason], ['refused', ids.manager, '收款人不是訂購人'])
  assert.equal(done(await order({})).amount, 20000)
  assert.equal((await sales.post('/refund-orders', { obligation_id, payee: '王小美' })).status, 403)
})

test('whoever approves is warned of another payee, of an account of several bookings and of a changed account', async () => {
  const [one, two] = [await owing(), await owing()]
  const order = async (obligation_id: number, more: object) =>
    done(await finance.post('/refund-orders', { obligation_id, amount: 1000, ...toBank, ...more }))
  const first = await order(one.obligation_id, { payee: ' 王 小美', account: '700-111-222-333' })
  assert.deepEqual(first.warnings, [])
  const changed = await order(one.obligation_id, { account: '700-444-555-666' })
  assert.deepEqual(changed.warnings, ['account_changed'])
  const shared = await order(two.obligation_id, { payee: '陳大文', account: '700111222333' })
  assert.deepEqual(shared.warnings, ['payee_differs', 'account_shared'])
})

test('of all who approve and pay at once one approves and one pays', async () => {
  const { id, obligation_id } = await owing()
  const order = done(await finance.post('/refund-orders', { obligation_id, ...toBank })).id
  const others = [manager, admin, manager, admin]
  const approvals = await Promise.all(others.map((who) => who.post(`/refund-orders/${order}/approve`, {})))
  assert.deepEqual(approvals.map(({ status }) => status).sort(), [200, 409, 409, 409])
  const paid = await Promise.all([
    ...[finance, admin, finance].map((who) => who.post(`/refund-orders/${order}/paid`, payment)),
    ...[finance, admin].map((who) => refund(id, 30000, who)),
  ])
  assert.equal(paid.filter(({ status }) => status < 300).length, 1, JSON.stringify(paid.map(({ body }) => body)))
  assert.equal(done(await finance.get(`/bookings/${id}`)).paid, 0)
})

test('an order that is no longer owed is not approved, and less is owed after a void', async () => {
  const { id, obligation_id } = await owing()
  const order = done(await finance.post('/refund-orders', { obligation_id, ...toBank })).id
  const [{ id: first }] = done(await finance.get(`/bookings/${id}/payments`))
  done(await finance.post(`/bookings/${id}/payments/${first}/void`, { reason: '入錯訂單' }))
  const late = await manager.post(`/refund-orders/${order}/approve`, {})
  assert.deepEqual([late.status, late.body.possible], [409, ['refuse']])
})

test('the second person is switched off only in an agency with one such account, and health says so', async () => {
  const off = await admin.put('/house/record', { refunds_by_two: false })
  assert.deepEqual(Object.keys(off.body.errors), ['refunds_by_two'])
  const said = async () =>
    done(await admin.get('/health')).find(({ about }: { about: string }) => about === 'refunds') as Record<
      string,
      string
    >
  assert.equal((await said()).is, 'ok')
  const { rows } = await sql<{ id: number }>`
    update users set status = 'suspended' where roles && '{finance,manager,admin}' and id <> ${ids.admin} and status = 'active' returning id`.execute(
    db,
  )
  assert.equal((await said()).says, 'Only one account may approve refunds, so none can be paid.')
  done(await admin.put('/house/record', { refunds_by_two: false }))
  assert.deepEqual([(await said()).is, (await said()).says], ['warn', 'No second person approves refunds.'])

  const { id, obligation_id } = await owingBefore
  done(await refund(id, 10000, admin))
  const order = done(await admin.post('/refund-orders', { obligation_id, ...toBank })).id
  done(await admin.post(`/refund-orders/${order}/approve`, {}))
  // Switched on again, an order that one person alone has approved is not paid any more.
  done(await admin.put('/house/record', { refunds_by_two: true }))
  const late = await admin.post(`/refund-orders/${order}/paid`, payment)
  assert.deepEqual([late.status, late.body.possible], [409, ['refuse']])
  await sql`update users set status = 'active' where id = any (${rows.map(({ id }) => id)}::integer[])`.execute(db)
  await refundsByOne(home)
  assert.match((await said()).todo ?? '', /switch it on in the record of the agency/)
  done(await admin.put('/house/record', { refunds_by_two: true }))
})
const owingBefore = owing()

test('an erased contact takes payee and account along; who ordered and approved, and the amounts, stay', async () => {
  const { id, obligation_id } = await owing()
  const order = done(await finance.post('/refund-orders', { obligation_id, ...toBank })).id
  const shown = { fields: ['account'], reason: '核對存摺影本' }
  assert.deepEqual(done(await manager.post(`/refund-orders/${order}/reveal`, shown)), { account: '0015-940-123456' })
  assert.equal((await sales.post(`/refund-orders/${order}/reveal`, shown)).status, 403)
  await database.transaction({}, (tx) => eraseContact(tx, id))
  const after = done(await finance.get(`/refund-orders/${order}`))
  assert.deepEqual(
    [after.payee, after.bank_code, after.account, after.amount, after.asked_by],
    ['•••', null, null, 30000, ids.finance],
  )
  const { rows } = await sql<{ left: string }>`
    select to_jsonb(o)::text as left from refund_orders o where id = ${order}
    union all select changes::text from audit where table_name = 'refund_orders' and record_id = ${order}`.execute(db)
  for (const { left } of rows) for (const secret of ['王小美', '123456', '808']) assert.ok(!left.includes(secret), left)
})
