import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'
import { untilLocked } from '../../../test/until.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { feePercent } from '../cancellation-terms/rules.ts'
import { cancelTraveler } from '../travelers/cancel.ts'
import { changeTraveler } from '../travelers/change.ts'
import { seesAll } from '../users/reader.ts'
import { addLine } from './price-lines.ts'

const home = await house()
await refundsByOne(home)
const { as, database, db } = home
const second = await home.another()
const { trip, book, mailedLink, registerProved, seats } = await bookingFixtures(home)
const [sales, finance] = [as('sales'), as('finance')]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const step = (id: number, name: string, body?: object) => sales.post(`/bookings/${id}/${name}`, body)
const pay = (id: number, amount: number | string, more: object = {}) =>
  step(id, 'payments', {
    amount,
    method: 'bankTransfer',
    received_at: '2026-11-20T10:00+08:00',
    confirmed_amount: amount,
    ...more,
  })
const payBack = (id: number, amount: number) =>
  finance.post(`/bookings/${id}/payments`, {
    kind: 'refund',
    amount,
    method: 'bankTransfer',
    received_at: '2026-11-20T10:00+08:00',
  })
const leavesIn = (id: number, days: number) =>
  sql`update planned_trips set departure_date = today() + ${days}::integer,
      return_date = today() + ${days + 2}::integer where id = ${id}`.execute(db)

test('lines, payments, refunds and voids add up exactly, and all stay visible', async () => {
  const { id: on } = await trip(5)
  const { id } = await book(on, ['甲', { name: '乙', bed_type: 'single' }])
  const line = done(
    await step(id, 'price-lines', { kind: 'discount', description: '早鳥', quantity: 3, unit_price: '10' }),
  )
  done(await step(id, 'price-lines', { kind: 'surcharge', description: '簽證', unit_price: 1605 }))
  const { total, price_lines } = await read(id)
  assert.equal(total, 81375)
  assert.deepEqual([line.unit_price, line.amount, line.source], [-10, -30, 'staff'])
  assert.equal((await sales.delete(`/bookings/${id}/price-lines/${line.id}`)).data, null)
  assert.equal((await read(id)).total, 81405)
  const fare = await sales.delete(`/bookings/${id}/price-lines/${price_lines[0].id}`)
  assert.equal(fare.status, 404, 'a fare is not taken off by hand')

  const first = done(await pay(id, '81405', { reference: '末五碼 12345' }))
  assert.deepEqual([first.kind, first.amount, first.recorded_by], ['payment', 81405, home.ids.sales])
  const twice = await pay(id, 5, { reference: '末五碼 12345' })
  assert.deepEqual([twice.status, Object.keys(twice.body.errors)], [409, ['reference']])
  done(await step(id, 'price-lines', { kind: 'discount', description: '優惠', unit_price: 3 }))
  done(await payBack(id, 2))
  const after = await read(id)
  assert.deepEqual([after.paid, after.balance, after.payments.length], [81403, -1, 2])
  assert.deepEqual(Object.keys((await payBack(id, 20000)).body.errors), ['amount'])
  assert.deepEqual(Object.keys((await pay(id, 5, { reference: '4111 1111 1111 1111' })).body.errors), ['reference'])
  for (const amount of [0, -1, '1.001', 1e11]) assert.equal((await pay(id, amount)).status, 422, `${amount}`)

  const [, refund] = after.payments
  const alone = await step(id, `payments/${first.id}/void`, { reason: '重複' })
  assert.deepEqual(
    alone.body.errors,
    { body: ['A refund cannot be more than what was paid.'] },
    'the refund would stand alone',
  )
  done(await finance.post(`/bookings/${id}/payments/${refund.id}/void`, { reason: '重複' }))
  const voided = done(await finance.post(`/bookings/${id}/payments/${first.id}/void`, { reason: '重複' }))
  assert.deepEqual([voided.void_reason, voided.voided_by], ['重複', home.ids.finance])
  assert.equal((await step(id, `payments/${first.id}/void`, { reason: '重複' })).body.code, 'step_not_possible')
  const { paid, payments } = await read(id)
  assert.deepEqual([paid, payments.length], [0, 2])
  done(await pay(id, 5, { reference: '末五碼 12345' }))
})

test('price lines that are added at the same time are all part of the total', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const add = (tx: Tx, amount: number) =>
    addLine(tx, id, ['sales'], { kind: 'surcharge', description: '簽證', unit_price: amount })
  const first = database.transaction({}, async (tx) => {
    await add(tx, 100)
    written.resolve()
    await gate.promise
  })
  await written.promise
  const other = database.transaction({}, (tx) => add(tx, 20))
  await untilLocked(db)
  gate.resolve()
  await Promise.all([first, other])
  assert.equal((await read(id)).total, 40020)
})

test('if two travelers are changed or cancelled at the same time, the second change sees the first', async () => {
  const { id, travelers } = await book((await trip(5, { departure_date: daysFromToday(90) })).id, ['甲', '乙'])
  const by = { reader: seesAll, actor_id: home.ids.sales, roles: ['sales'], keys: home.keys } as const
  const together = async (work: (tx: Tx, traveler: number) => Promise<unknown>) => {
    const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = database.transaction({}, async (tx) => {
      await work(tx, travelers[0].id)
      written.resolve()
      await gate.promise
    })
    await written.promise
    const other = database.transaction({}, (tx) => work(tx, travelers[1].id))
    await untilLocked(db)
    gate.resolve()
    return Promise.allSettled([first, other])
  }
  const child = { birth_date: daysFromToday(0, -6), bed: false }
  await together((tx, traveler) => changeTraveler(tx, by, traveler, child, undefined))
  const { total, price_lines } = await read(id)
  assert.deepEqual(
    [total, price_lines.map(({ kind, quantity }: { kind: string; quantity: number }) => [kind, quantity])],
    [69800, [['child_no_bed', 2]]],
  )
  const [, last] = await together((tx, traveler) => cancelTraveler(tx, by, traveler, undefined))
  assert.equal(last?.status, 'rejected', 'nobody else would travel in this booking')
  assert.equal((await read(id)).party_size, 1)
})

test('the next amount due, and overdue amounts', async () => {
  const { id: on } = await trip(5)
  const { id, deposit_due_on } = await book(on, ['甲'])
  assert.equal((await read(id)).payment_due_on, deposit_due_on)
  done(await pay(id, 10000))
  assert.equal((await read(id)).payment_due_on, '2099-02-08')
  const late = async () => (await sales.get(`/bookings?overdue=true&planned_trip_id=${on}`)).data.length
  assert.equal(await late(), 0)
  done(await sales.put(`/bookings/${id}`, { balance_due_on: '2026-01-01' }))
  assert.deepEqual([await late(), (await read(id)).is_overdue], [1, true])
  assert.equal((await sales.get(`/bookings?overdue=false&planned_trip_id=${on}`)).data.length, 0)
  done(await pay(id, 29900))
  assert.deepEqual([await late(), (await read(id)).payment_due_on], [0, null])
})

test('the fee is that of the last cancellation term that has begun', () => {
  const policy = [
    { days_before: 30, fee_percent: 20 },
    { days_before: 20, fee_percent: 30 },
    { days_before: 0, fee_percent: 100 },
  ]
  assert.deepEqual(
    [31, 30, 21, 20, 1, 0, -1].map((days) => feePercent(policy, days)),
    [0, 20, 20, 30, 30, 100, 100],
  )
  assert.equal(feePercent([], 3), 0)
})

const none = { official_fees: 0, proven_costs: 0, penalty: 0, settled: [], receipt_misfits: [] }

test('a cancellation shows its cost first, and then charges it', async () => {
  const { id: on } = await trip(5)
  const { id } = await book(on, ['甲'])
  await leavesIn(on, 30)
  const free = (await step(id, 'cancel', { reason: '改期', dry_run: true })).body.meta
  assert.deepEqual(
    free.cancellation,
    { days_left: 30, fee_percent: 0, ...none, fee: 0, refund: 0, owed: 0 },
    'what was not confirmed',
  )
  done(await step(id, 'confirm'))
  done(await pay(id, 10000))
  const asked = await step(id, 'cancel', { reason: '改期', dry_run: true })
  assert.deepEqual(asked.body.meta, {
    dry_run: true,
    cancellation: { days_left: 30, fee_percent: 20, ...none, fee: 7980, refund: 2020, owed: 0 },
  })
  assert.deepEqual([asked.data.status, asked.data.total], ['confirmed', 39900])
  const { data, body } = await step(id, 'cancel', { reason: '改期' })
  assert.deepEqual(body.meta.cancellation, asked.body.meta.cancellation)
  assert.deepEqual(
    [data.status, data.total, data.balance, data.cancellation.fee, data.cancellation.refund],
    ['cancelled', 7980, -2020, 7980, 2020],
  )
  assert.equal(data.price_lines.at(-1).amount, -31920)
  done(await payBack(id, 2020))
  assert.equal((await read(id)).balance, 0)

  const other = await book(on, ['乙'])
  done(await step(other.id, 'confirm'))
  const waived = await step(other.id, 'cancel', { reason: '喪假', fee: 3991 })
  assert.deepEqual(
    [waived.body.meta.cancellation.fee, waived.body.meta.cancellation.owed, waived.data.total],
    [3991, 3991, 3991],
  )
})

test('a transfer has a preview, moves everything at the new price and frees the seats; or it changes nothing', async () => {
  const [{ id: from }, { id: to, serial }, { id: full }] = [
    await trip(2),
    await trip(2, { price_overrides: { adult: 45000 } }),
    await trip(1),
  ]
  const { id, booking_number } = await book(from, ['甲', '乙'])
  const waiting = done(await registerProved(from, ['丙', '丁']))
  done(await step(id, 'confirm'))
  done(await pay(id, 20000))
  const asked = await step(id, 'transfer', { planned_trip_id: to, dry_run: true })
  assert.deepEqual(asked.body.meta.transfer, {
    is_possible: true,
    seats: 2,
    remaining: 2,
    currency: 'TWD',
    price_before: 79800,
    price_after: 90000,
    difference: 10200,
    price_lines: [{ kind: 'adult', quantity: 2, unit_price: 45000, amount: 90000, source: 'trip' }],
    receipt_misfits: [],
  })
  assert.equal(asked.data.planned_trip_id, from)
  assert.equal(
    (await step(id, 'transfer', { planned_trip_id: full, dry_run: true })).body.meta.transfer.is_possible,
    false,
  )
  const refused = await step(id, 'transfer', { planned_trip_id: full })
  assert.deepEqual([refused.status, refused.body.code, refused.body.needed], [409, 'trip_full', 2])
  assert.equal((await read(id)).planned_trip_id, from)

  const moved = done(await step(id, 'transfer', { planned_trip_id: to }))
  assert.deepEqual(
    [moved.trip.serial, moved.booking_number, moved.status, moved.total, moved.paid],
    [serial, booking_number, 'confirmed', 90000, 20000],
  )
  assert.deepEqual(
    [await seats(from), await seats(to)],
    [
      { held: 2, confirmed: 0, waitlisted: 0, remaining: 0 },
      { held: 0, confirmed: 2, waitlisted: 0, remaining: 0 },
    ],
  )
  assert.equal(done(await as().get(await mailedLink(waiting.booking_number))).is_offered, true)
  assert.deepEqual(Object.keys((await step(id, 'transfer', { planned_trip_id: to })).body.errors), ['planned_trip_id'])
})

test('when two bookings swap trips at the same time, both succeed or one is refused because the trip is full', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [{ id: a }, { id: b }] = [await trip(2), await trip(2)]
    const [one, two] = [await book(a, ['甲']), await book(b, ['乙'])]
    const answers = await Promise.all([
      step(one.id, 'transfer', { planned_trip_id: b }),
      second.as('sales').post(`/bookings/${two.id}/transfer`, { planned_trip_id: a }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual([(await seats(a)).held, (await seats(b)).held], [1, 1])
  }
})

test('a completed add-on is charged once; add-ons move with their booking, and are cancelled with it', async () => {
  const admin = as('admin')
  const category_id = done(await admin.post('/addon-requests/categories', { name: '測試', department: 'op' })).id
  const type = { category_id, name: 'SIM 卡', type_code: 'T_SIM', pricing_type: 'fixed_price', base_cost: 350 }
  const type_id = done(await admin.post('/addon-requests/types', type)).id
  const [{ id: from }, { id: to }] = [await trip(3), await trip(3)]
  const { id, travelers } = await book(from, ['甲'])
  const ask = async () =>
    done(await sales.post('/addon-requests', { type_id, traveler_id: travelers[0].id, quantity: 2 }))
  const [finished, open] = [await ask(), await ask()]
  const final = () => as('op').post(`/addon-requests/${finished.id}/communications/department-final`, {})
  assert.deepEqual([(await final()).status, (await final()).status], [201, 409])
  const { total, price_lines } = await read(id)
  assert.deepEqual([total, price_lines.at(-1).kind, price_lines.at(-1).addon_request_id], [40600, 'addon', finished.id])

  assert.equal(done(await step(id, 'transfer', { planned_trip_id: to })).total, 40600)
  assert.equal((await sales.get(`/addon-requests/${open.id}`)).data.planned_trip_id, to)
  done(await step(id, 'cancel', { reason: '改期' }))
  await passUndo(home)
  const requests = await Promise.all([open, finished].map((one) => sales.get(`/addon-requests/${one.id}`)))
  assert.deepEqual(
    requests.map(({ data }) => data.status),
    ['cancelled', 'completed'],
  )
})

test("charges and payments always equal the booking's totals", async () => {
  const { rows } = await sql`
    select b.id from bookings b
     where total <> (select coalesce(sum(amount), 0) from booking_price_lines l where l.booking_id = b.id and l.currency = b.currency)
        or paid <> (select coalesce(sum(case kind when 'refund' then -amount else amount end), 0)
                      from booking_payments p where p.booking_id = b.id and voided_at is null)
        or balance <> total - paid`.execute(db)
  assert.deepEqual(rows, [])
})
