import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay, span } from 'guidon-design/formats'
import { daysFromToday } from '../days.ts'
import { tellPayments } from '../fixtures/payments.ts'
import { done, office } from './office.ts'

const { as, ids, package_id, mail, page, database, db } = await office()
const [op, sales, finance] = [as('op'), as('sales', { 'accept-language': 'en' }), as('finance')]

const people = { op_user_id: ids.op, sales_user_id: ids.sales, ticketing_user_id: ids.ticketing }
const planned = async (departure_date: string, capacity: number) =>
  done(await op.post('/planned-trips', { package_id, departure_date, status: 'open', capacity, min_pax: 2, ...people }))
const trip = await planned('2099-06-05', 3)
const other = await planned('2099-07-03', 10)

const booked = async (name: string, email: string, locale: string) => {
  const booking = done(
    await sales.post('/bookings', {
      planned_trip_id: trip.id,
      contact: { name, phone: '0912345678', email },
      travelers: [{ name, birth_date: '1980-01-01', gender: 'male' }],
      ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
      ...{ privacy_consent: true, locale },
    }),
  )
  if (booking.status === 'held') done(await sales.post(`/bookings/${booking.id}/confirm-contact`))
  return booking
}
const pay = async (id: number, amount: number, kind: 'payment' | 'refund' = 'payment') => {
  const payment = { amount, kind, method: 'bankTransfer', received_at: '2026-01-05T10:00+08:00' }
  done(await finance.post(`/bookings/${id}/payments`, payment))
  await tellPayments({ database, db })
}
/** Finance orders what is owed back, a manager approves it, and finance pays it. */
const payBack = async (id: number, amount: number) => {
  const [{ id: obligation_id }] = done(await finance.get(`/bookings/${id}/obligations`))
  const order = done(await finance.post('/refund-orders', { obligation_id, payee: '訂購人', amount }))
  done(await as('manager').post(`/refund-orders/${order.id}/approve`, {}))
  await pay(id, amount, 'refund')
}
const linkOf = async (id: number) => done(await sales.post(`/bookings/${id}/link`)).path as string

const all = await booked('全付', 'all@example.com', 'zh-TW')
const deposit = await booked('Dep Lee', 'deposit@example.com', 'en')
const held = await booked('未付', 'held@example.com', 'zh-TW')
const waiting = await booked('候補', 'waiting@example.com', 'zh-TW')
done(await sales.post(`/bookings/${all.id}/confirm`))
await pay(all.id, 39900)
await pay(deposit.id, 10000)
done(await sales.post(`/bookings/${waiting.id}/confirm-contact`))
const links = {
  all: await linkOf(all.id),
  deposit: await linkOf(deposit.id),
  held: await linkOf(held.id),
  waiting: await linkOf(waiting.id),
}
/** Whether a page contains each of these texts. */
const reads = async (link: string, ...texts: string[]) => {
  const text = await page(link)
  for (const each of texts) assert.ok(text.includes(each), `${each} is not in\n${text}`)
  return text
}

test('before: each customer reads what it has paid, and seats that were paid for do not lapse', async () => {
  assert.deepEqual([all.status, deposit.status, held.status, waiting.status], ['held', 'held', 'held', 'waitlisted'])
  await reads(links.all, '您的訂單已確認。', '此團尚未確定成團，確定時我們會通知您。', '款項已付清。')
  const paid = await reads(
    links.deposit,
    'We have received your payment, so your seats are yours and do not lapse.',
    'The deposit of NT$10,000 has arrived. The balance of NT$29,900 is due by ',
  )
  assert.doesNotMatch(paid, /Seats kept until|next in line/)
  await reads(links.held, '名額保留至', '請在期限前付款，逾時將讓給下一位。', '尚未付款。')
  await reads(links.waiting, '您在候補名單上，有名額時我們會通知您。', '候補中還不必付款。')
})

test('the trip is cancelled: each reads regret, why, what comes back and by when, and the other dates', async () => {
  const end = { status: 'cancelled', reason: '報名人數只有三位', cause: 'below_minimum' }
  done(await op.put(`/planned-trips/${trip.id}/status`, end))
  const by = (locale: 'zh-TW' | 'en') => shortDay(daysFromToday(14), locale)
  const sorry = '很抱歉，此團取消出團，造成您的不便，我們深感歉意。'
  const dates = span('2099-07-03', '2099-07-05', 'zh-TW')
  const toAll = await reads(
    links.all,
    sorry,
    `應退您 NT$39,900，我們會於 ${by('zh-TW')}前退還。`,
    `您不必做任何事：我們會於 ${by('zh-TW')}前退還 NT$39,900。`,
    '取消原因 報名人數只有三位',
    '應退給您 NT$39,900',
    `同一行程的其他出發日 ${dates} ${other.serial}`,
  )
  assert.doesNotMatch(toAll, /−NT\$39,900 (?!合計|已付)|未付 NT/)
  const english = await reads(
    links.deposit,
    'We are sorry: this trip does not take place, and we apologize for the trouble.',
    `We owe you NT$10,000 and pay it back by ${by('en')}.`,
    'Why it was cancelled The minimum number of travelers was not reached',
    'To be paid back to you NT$10,000',
    `Other dates of this tour ${span('2099-07-03', '2099-07-05', 'en')} ${other.serial}`,
  )
  assert.doesNotMatch(english, /報名人數只有三位/)
  for (const link of [links.held, links.waiting])
    await reads(link, sorry, '您沒有付款，也不必付款。', '沒有要您做的事。', '取消原因 報名人數只有三位', dates)

  const mailed = async (address: string, number: string) => (await mail(address, `${number} 行程取消通知`)).text
  const told = await mailed('all@example.com', all.booking_number)
  assert.ok(told.includes(`${sorry}\n\n您不必做任何事：我們會於 ${by('zh-TW')}前退還 NT$39,900。\n`), told)
  assert.ok(told.includes(`\n同一行程的其他出發日：${other.serial} ${dates}\n`), told)
  assert.match(told, /\n應退：NT\$39,900\n取消原因：報名人數只有三位\n/)
  for (const [address, { booking_number }] of [
    ['held@example.com', held],
    ['waiting@example.com', waiting],
  ] as const)
    assert.ok((await mailed(address, booking_number)).includes(`${sorry}\n\n沒有要您做的事。\n`))
  const { text } = await mail('deposit@example.com', `${deposit.booking_number} Your trip does not take place`)
  assert.ok(text.includes(`\n\nThere is nothing for you to do: we pay NT$10,000 back by ${by('en')}.\n`), text)
  assert.match(text, /\nReason for the cancellation: The minimum number of travelers was not reached\n/)
  assert.doesNotMatch(text, /報名人數只有三位/)
})

test('the refund is paid, and the place says so', async () => {
  await payBack(all.id, 39900)
  const zh = await reads(
    links.all,
    '已退還您 NT$39,900。',
    '已退款完成，沒有要您做的事。',
    `已退 ${shortDay('2026-01-05', 'zh-TW')} NT$39,900`,
  )
  assert.doesNotMatch(zh, /應退/)
  await payBack(deposit.id, 10000)
  await reads(links.deposit, 'NT$10,000 was paid back to you.', 'The refund is paid; there is nothing for you to do.')
})
