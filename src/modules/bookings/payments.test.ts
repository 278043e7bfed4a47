import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellPayments } from '../../../test/fixtures/payments.ts'
import { house } from '../../../test/house.ts'
import { languages } from '../languages/languages.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance] = [as('sales'), as('finance')]
const money = (amount: number, more: object = {}) => ({
  amount,
  method: 'bankTransfer',
  received_at: '2026-01-05T10:00+08:00',
  ...more,
})

test('an amount above what is due is confirmed as itself, and the right amount needs no confirmation', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/payments`
  assert.deepEqual((await finance.post(at, money(99_999_999))).body.errors, {
    confirmed_amount: [
      'NT$39,900 is owed, and the amount is NT$99,960,099 more. Check it, and confirm this amount if it is right.',
    ],
  })
  const another = await finance.post(at, money(450_000, { confirmed_amount: 99_999_999 }))
  assert.deepEqual(another.body.errors, {
    confirmed_amount: [
      'NT$39,900 is owed, and the amount is NT$410,100 more. Check it, and confirm this amount if it is right.',
    ],
  })
  assert.deepEqual((await sales.get(`/bookings/${id}`)).data.payments, [])
  done(await finance.post(at, money(39900)))
  assert.deepEqual((await finance.post(at, money(5))).body.errors, {
    confirmed_amount: ['Nothing is owed, and the amount is NT$5. Check it, and confirm this amount if it is right.'],
  })
  done(await finance.post(at, money(5, { confirmed_amount: '5.00' })))
  assert.equal((await sales.get(`/bookings/${id}`)).data.refund_due, 5)
})

test('an overpayment that was undone was not refunded, and the history says what happened and by whom', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/payments`
  done(await finance.post(at, money(39900)))
  done(await sales.post(`/bookings/${id}/price-lines`, { kind: 'discount', description: '優惠', unit_price: 500 }))
  const mistaken = done(await finance.post(at, money(1500, { confirmed_amount: 1500 })))
  done(await finance.post(`${at}/${mistaken.id}/void`, { reason: '登記後立即復原' }))
  const owed: { cause: string; payment_id: number | null; open_amount: number; settlements: object[] }[] = (
    await finance.get(`/bookings/${id}/obligations`)
  ).data
  assert.deepEqual(
    owed.map(({ cause, payment_id, open_amount }) => [cause, payment_id, open_amount]),
    [
      ['price', null, 500],
      ['overpayment', mistaken.id, 0],
    ],
    'the undone payment ends what it had caused, not the older refund due',
  )
  const [settlement] = owed[1]?.settlements ?? []
  assert.partialDeepStrictEqual(settlement, { payment_id: null, voided_payment_id: mistaken.id, amount: 1500 })
  const { data: history } = await finance.get(`/bookings/${id}/history`)
  const undone = history.find(
    ({ change }: { change: { changes: object } | null }) => 'voided_at' in (change?.changes ?? {}),
  )
  assert.deepEqual(
    [undone.kind, undone.by, undone.payment, undone.change.changes.void_reason],
    [
      'payment',
      '會計小吳',
      { kind: 'payment', amount: 1500, method: 'bankTransfer', source: 'staff' },
      [null, '登記後立即復原'],
    ],
  )
})

const told = async (booking: number) => {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from deliveries where booking_id = ${booking} and sentence like 'payment.%' order by id`.execute(db)
  return rows.map(({ sentence }) => sentence)
}

test('a payment is notified after half a minute, and not at all if it was undone by then', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/payments`
  const mistaken: { id: number } = done(await finance.post(at, money(1000)))
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from start_after - now())::float as wait from jobs.job
     where name = 'bookings.payment' and data @> ${{ payment_id: mistaken.id }}`.execute(db)
  assert.equal(rows.length, 1)
  assert.ok(Number(rows[0]?.wait) > 5 && Number(rows[0]?.wait) <= 30, `it waits for ${rows[0]?.wait} s`)
  assert.deepEqual(await told(id), [])
  done(await finance.post(`${at}/${mistaken.id}/void`, { reason: '輸入錯誤' }))
  await tellPayments(home)
  assert.deepEqual(await told(id), [], 'the contact has not heard of it, so it needs no correction')

  const right = done(await finance.post(at, money(2000)))
  await tellPayments(home)
  assert.deepEqual(await told(id), ['payment.received'])
  done(await finance.post(`${at}/${right.id}/void`, { reason: '退票' }))
  assert.deepEqual(await told(id), ['payment.received', 'payment.voided'])
  const { data } = await sales.get('/notifications?event=payment.voided')
  assert.equal(data.length, 1)
  // The amounts below are those of the mistake, so they are not to be relied on.
  const [, zh] = languages['zh-TW'].notices['payment.voided']
  const [, en] = languages.en.notices['payment.voided']
  assert.doesNotMatch(`${zh} ${en}`, /為準|rely on/)
})

test('a job that runs late notifies only of payments that still count, once', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const payment = done(await finance.post(`/bookings/${id}/payments`, money(3000)))
  await tellPayments(home)
  await home.database.transaction({}, async (tx) => {
    tx.jobs.push({
      name: 'bookings.payment',
      payload: { payment_id: payment.id, what: 'received', actor_id: home.ids.finance },
    })
  })
  await tellPayments(home)
  assert.deepEqual(await told(id), ['payment.received'])
})
