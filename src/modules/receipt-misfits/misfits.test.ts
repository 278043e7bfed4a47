import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'

const home = await house()
await refundsByOne(home)
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin] = [as('sales'), as('finance'), as('admin')]
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
const aTrip = (departure = 90) => trip(9, { price_overrides: price, departure_date: daysFromToday(departure) })

let nth = 0
/** A confirmed booking of 30,000 that is paid, with receipts of these amounts. */
const receipted = async (on: number, amounts: number[], buyer?: object) => {
  nth += 1
  const contact = { name: '王小美', phone: '0912345678', email: `misfit${nth}@example.com` }
  const { id, booking_number } = await book(on, ['王小美'], { contact })
  done(await sales.post(`/bookings/${id}/confirm`))
  const paid = { amount: 30000, method: 'bankTransfer', received_at: new Date().toISOString(), reference: `M${nth}` }
  const payment = done(await sales.post(`/bookings/${id}/payments`, paid))
  const receipts: { id: number; number: string; version: number }[] = []
  for (const amount of amounts) {
    nth += 1
    const issue = { medium: 'paper', number: `M${10000000 + nth}`, amount, ...(buyer && { buyer }) }
    receipts.push(done(await finance.post(`/bookings/${id}/legal-receipts`, issue)).receipt)
  }
  return { id: id as number, booking_number: booking_number as string, payment, receipts }
}

type Misfit = { number: string; amount: number; misfit: string; way_out: string; give_back: number }
const told = (misfits: Misfit[]) =>
  misfits.map(({ number, amount, misfit, way_out, give_back }) => [number, amount, misfit, way_out, give_back])
const preview = async (id: number, change: object, who = finance) =>
  told(done(await who.post(`/bookings/${id}/receipt-misfits`, change)))

test('a cancellation names in its dry run the receipts above what is kept, and whether to void or to allow', async () => {
  const { id: on } = await aTrip(200)
  const { id, receipts } = await receipted(on, [10000, 20000])
  const [small, large] = receipts
  const dry = async (fee: number) =>
    told(
      (await sales.post(`/bookings/${id}/cancel`, { reason: '病', fee, dry_run: true })).body.meta.cancellation
        .receipt_misfits,
    )
  assert.deepEqual(await dry(0), [
    [large?.number, 20000, 'money', 'void', 20000],
    [small?.number, 10000, 'money', 'void', 10000],
  ])
  await sql`update planned_trips set terms = jsonb_set(terms, '{cancellation_policy}', '[{"days_before": 400, "fee_percent": 50}]'::jsonb) where id = ${on}`.execute(
    db,
  )
  assert.deepEqual(await dry(10000), [[large?.number, 20000, 'money', 'void', 20000]], 'one receipt of exactly so much')
  assert.deepEqual(await dry(15000), [[large?.number, 20000, 'money', 'allowance', 15000]])

  const { data } = await finance.get(`/planned-trips/${on}/cancellation?cause=other`)
  assert.deepEqual(told(data[0].receipt_misfits), await dry(0), 'the whole trip names the same')
})

test('a refund and a voided payment name what no longer fits before they are done, and the gate refuses them until it is mended', async () => {
  const { id: on } = await aTrip(91)
  const { id, payment, receipts } = await receipted(on, [30000])
  const [only] = receipts
  assert.deepEqual(await preview(id, { refund: 5000 }), [[only?.number, 30000, 'money', 'allowance', 5000]])
  assert.deepEqual(await preview(id, { payment_id: payment.id }), [[only?.number, 30000, 'money', 'void', 30000]])
  const refused = await sales.post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '重複' })
  assert.match(refused.body.errors.body[0], new RegExp(`Void them or give an allowance first.*${only?.number}`))
  const allow = { amount: 5000, reason: '退', confirmed: true }
  done(await finance.post(`/legal-receipts/${only?.id}/allowances`, allow))
  assert.deepEqual(await preview(id, { refund: 5000 }), [], 'what was given back fits')
  assert.deepEqual(
    await preview(id, { payment_id: payment.id }),
    [[only?.number, 30000, 'money', 'allowance', 25000]],
    'a receipt of which a part was given back is not voided',
  )
  const other = await finance.post(`/bookings/${id}/receipt-misfits`, { payment_id: 999999 })
  assert.equal(other.status, 422)
})

test('a transfer names the receipts of the trip that is left, alone and with a whole trip', async () => {
  const [{ id: from }, { id: to }] = [await aTrip(92), await aTrip(93)]
  const { id, receipts } = await receipted(from, [12000])
  const named = [[receipts[0]?.number, 12000, 'trip', 'void', 12000]]
  const one = await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: to, dry_run: true })
  assert.deepEqual(told(one.body.meta.transfer.receipt_misfits), named)
  const all = await admin.post(`/planned-trips/${from}/bookings/move`, {
    to_trip_id: to,
    dry_run: true,
    keeps_price: true,
    reason: '併',
  })
  assert.deepEqual(told(all.data[0].receipt_misfits), named)
})

test('another title or another contact names the receipts of the former one', async () => {
  const { id: on } = await aTrip(94)
  const { id, receipts } = await receipted(on, [9000])
  const named = [[receipts[0]?.number, 9000, 'title', 'void', 9000]]
  assert.deepEqual(await preview(id, { contact_name: '王曉美' }), named)
  assert.deepEqual(await preview(id, { contact_name: '王 小美' }), named)
  assert.deepEqual(await preview(id, { contact_name: '王小美' }), [])

  const [big, small] = [
    { kind: 'company', name: 'A＆B 公司', ubn: '12345675' },
    { kind: 'person', name: '李四' },
  ]
  const other = await receipted(on, [])
  done(await finance.put(`/bookings/${other.id}/receipt-buyers`, { buyers: [{ ...big, name: 'A&B 公司' }, small] }))
  const issue = { medium: 'paper', number: 'M99999999', amount: 7000, buyer: big }
  done(await finance.post(`/bookings/${other.id}/legal-receipts`, issue))
  assert.deepEqual(await preview(other.id, { buyers: [small] }), [['M99999999', 7000, 'title', 'void', 7000]])
  assert.deepEqual(
    await preview(other.id, { buyers: [{ ...big, name: 'A&B 公司' }] }),
    [],
    'signs in full width are the same',
  )
})

test('an electronic receipt is voided until a day of the next odd month, and given back by an allowance after it', async () => {
  const { id: on } = await aTrip(95)
  const { id, receipts } = await receipted(on, [30000])
  const ofDay = async (day: string) => {
    await sql`update legal_receipts set medium = 'electronic', issued_on = ${day} where id = ${receipts[0]?.id}`.execute(
      db,
    )
    return (await preview(id, { refund: 30000 })).map(([, , , way]) => way)
  }
  assert.deepEqual([await ofDay(daysFromToday(0)), await ofDay(daysFromToday(-100))], [['void'], ['allowance']])
})

test('until which day of the odd month the platform voids is a setting of the agency', async () => {
  const until = async (day: string) => {
    const { rows } = await sql<{ until: string }>`select receipt_voidable_until(${day}::date)::text as until`.execute(
      db,
    )
    return rows[0]?.until
  }
  assert.deepEqual(
    [await until('2026-10-31'), await until('2026-11-01'), await until('2026-12-31')],
    ['2026-11-15', '2027-01-15', '2027-01-15'],
  )
  const set = (day: number) => admin.put('/house/record', { receipts_voidable_until_day: day })
  done(await set(10))
  assert.deepEqual([await until('2026-10-31'), await until('2026-11-30')], ['2026-11-10', '2027-01-10'])
  for (const day of [0, 29])
    assert.deepEqual(Object.keys((await set(day)).body.errors), ['receipts_voidable_until_day'])
  done(await set(15))
})
