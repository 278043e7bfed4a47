import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house, type Person } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin] = [as('sales'), as('finance'), as('admin')]

const paid = async (who: Person, minutes = 10) => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const body = { amount: 39900, method: 'bankTransfer', received_at: '2026-01-05T10:00+08:00' }
  const payment = done(await as(who).post(`/bookings/${id}/payments`, body)).id as number
  await sql`update booking_payments set created_at = created_at - ${minutes} * interval '1 minute' where id = ${payment}`.execute(
    db,
  )
  const isVoided = async () => (await finance.get(`/bookings/${id}/payments/${payment}`)).data.voided_at !== null
  return { id, payment, at: `/bookings/${id}/payments/${payment}/void`, isVoided }
}
const paidOn = (language: 'zh-TW' | 'en') => shortDay('2026-01-05', language)
const reason = { reason: '匯款人姓名不同，入錯訂單' }
const refusedTo = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.roles,
  body.approval,
  body.detail,
]
const roles = ['finance', 'admin']

test('sales void neither a payment of finance nor an older one of their own, and ask for it', async () => {
  for (const who of ['finance', 'sales'] as const) {
    const { id, payment, at, isVoided } = await paid(who)
    const detail =
      who === 'sales'
        ? 'Nobody voids a payment that they recorded themselves more than 30 seconds ago. Ask another colleague of finance or an administrator, with a reason.'
        : 'Payments are voided by finance or an administrator. Ask them to approve it, with a reason.'
    assert.deepEqual(refusedTo(await sales.post(at, reason)), [403, roles, 'payment_voided', detail])
    assert.equal(await isVoided(), false)
    const asked = done(
      await sales.post('/approvals/payment-voided', { booking_id: id, ...reason, params: { payment_id: payment } }),
    )
    assert.deepEqual(
      [asked.price_before, asked.price_after, asked.about],
      [39900, 39900, { name: `NT$39,900 ${paidOn('zh-TW')}`, name_en: `NT$39,900 ${paidOn('en')}` }],
    )
    assert.equal(await isVoided(), false, 'nothing is voided before it is approved')
    const decider = who === 'sales' ? finance : admin
    if (who === 'finance')
      assert.equal((await finance.post(`/approvals/${asked.id}/approve`, {})).status, 403, 'finance recorded it')
    done(await decider.post(`/approvals/${asked.id}/approve`, {}))
    assert.equal(await isVoided(), true)
  }
})

test('finance voids what sales recorded, and not what it recorded itself', async () => {
  const ofSales = await paid('sales')
  done(await finance.post(ofSales.at, reason))
  assert.equal(await ofSales.isVoided(), true)
  const own = await paid('finance')
  assert.equal((await finance.post(own.at, reason)).status, 403)
  done(await admin.post(own.at, reason))
  assert.equal(await own.isVoided(), true)
})

test('whoever has just recorded a payment takes it back', async () => {
  const ofFinance = await paid('finance', 0)
  assert.equal((await sales.post(ofFinance.at, reason)).status, 403)
  const { at, isVoided } = await paid('sales', 0)
  done(await sales.post(at, reason))
  assert.equal(await isVoided(), true)
})

test('finance and the salesperson are told of a voided payment, also if nobody had heard of it', async () => {
  const { at, id } = await paid('sales')
  done(await admin.post(at, reason))
  for (const who of ['finance', 'sales'] as const) {
    const { data } = await as(who).get('/notifications?event=payment.voided', { 'accept-language': 'en' })
    const told = data.filter(({ subject }: { subject: { id: number } }) => subject.id === id)
    assert.deepEqual(
      told.map(({ body }: { body: string }) => body.split('\n').slice(0, 2)),
      [[paidOn('en'), 'Reason: 匯款人姓名不同，入錯訂單']],
      who,
    )
  }
})
