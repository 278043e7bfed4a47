import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'
import { paymentsByDay } from './queries.ts'

const home = await house()
await refundsByOne(home)
const { as, database, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, op, finance] = [as('sales'), as('op'), as('finance')]
const step = (id: number, name: string, body?: object) => sales.post(`/bookings/${id}/${name}`, body)
const pay = (id: number, amount: number, received_at: string, more: object = {}) =>
  step(id, 'payments', { amount, method: 'cash', received_at, confirmed_amount: amount, ...more })

test('a trip shows its sales, payments, receivables, costs and margin', async () => {
  const { id: on } = await trip(9)
  const [one, two] = [await book(on, ['甲', '乙']), await book(on, ['丙'])]
  await book(on, ['丁'])
  for (const { id } of [one, two]) done(await step(id, 'confirm'))
  done(await pay(one.id, 80005, '2026-01-05T10:00+08:00'))
  done(await pay(two.id, 10000, '2026-01-05T23:59+08:00', { method: 'bankTransfer' }))
  const yen = { from_currency: 'JPY', to_currency: 'TWD', rate: 0.21505, valid_from: '2026-01-01' }
  done(await finance.post('/exchange-rates', yen))
  const at = `/planned-trips/${on}/costs`
  const land = done(await op.post(at, { kind: 'land', estimated: 300000, currency: 'JPY', supplier: '北海道觀光' }))
  assert.deepEqual([land.rate, land.booked_estimated, land.booked_actual], [0.21505, 64515, null])
  done(await finance.post(at, { kind: 'insurance', actual: '1234', invoice_number: 'AB-1' }))
  done(await op.post(at, { kind: 'other', actual: 10, currency: 'CHF' }))
  assert.deepEqual(Object.keys((await op.post(at, { kind: 'tips' })).body.errors ?? {}), ['estimated'])
  assert.equal((await sales.post(at, { kind: 'tips', actual: 1 })).status, 403)

  const money = {
    currency: 'TWD',
    trips: 1,
    bookings: 2,
    travelers: 3,
    sold: 119700,
    held: 39900,
    paid: 90005,
    owed: 29900,
    refunds_due: 205,
    costs: {
      estimated: 64515,
      actual: 1234,
      expected: 65749,
      without_rate: 1,
      without_invoice: 1,
      by_kind: [
        { kind: 'insurance', estimated: 0, actual: 1234, expected: 1234 },
        { kind: 'land', estimated: 64515, actual: 0, expected: 64515 },
        { kind: 'other', estimated: 0, actual: 0, expected: 0 },
      ],
    },
    margin: { amount: 53951, planned: 55185, percent: 45.07, per_traveler: 17983.67 },
    pass_through: { own_income: 0, passed_through: 1234, without_voucher: 0, margin: 118466 },
    other_currencies: [],
  }
  assert.deepEqual(done(await finance.get(`/planned-trips/${on}/money`)), money)
  assert.equal((await as('leader').get(`/planned-trips/${on}/money`)).status, 403)
  assert.deepEqual(done(await finance.get('/money/trips?departs_from=2099-03-10&departs_to=2099-03-10')), money)
  assert.deepEqual(done(await finance.get('/money/trips?departs_from=2099-03-11')).sold, 0)

  const invoice = { actual: 290000, invoice_number: 'JP-77', invoiced_on: '2026-03-01' }
  const changed = await finance.put(`${at}/${land.id}`, invoice, { 'if-match': '"1"' })
  assert.deepEqual([changed.data.booked_actual, changed.data.rate], [62365, 0.21505])
  assert.equal((await finance.put(`${at}/${land.id}`, invoice, { 'if-match': '"1"' })).status, 412)
  assert.equal(done(await finance.put(`${at}/${land.id}`, { currency: 'TWD' })).rate, 1)
  assert.equal((await op.delete(`${at}/${land.id}`)).status, 200)
  assert.equal(done(await finance.get(at)).length, 2)
})

test('payments of a day by method, refunds to pay, and receivables by age, over all trips', async () => {
  const days = done(await finance.get('/money/payments/by-day?from=2026-01-05&to=2026-01-05'))
  assert.deepEqual(days, [
    {
      day: '2026-01-05',
      method: 'bankTransfer',
      currency: 'TWD',
      payments: 1,
      received: 10000,
      paid_back: 0,
      net: 10000,
    },
    { day: '2026-01-05', method: 'cash', currency: 'TWD', payments: 1, received: 80005, paid_back: 0, net: 80005 },
  ])
  const [due] = done(await finance.get('/money/refunds-due'))
  assert.deepEqual(
    [due.open_amount, due.cause, due.days_open, due.booking.trip.name],
    [205, 'overpayment', 0, '北海道三日'],
  )
  done(
    await finance.post(`/bookings/${due.booking_id}/payments`, {
      kind: 'refund',
      amount: 205,
      method: 'cash',
      received_at: '2026-01-06T10:00+08:00',
    }),
  )
  assert.deepEqual(done(await finance.get('/money/refunds-due')), [])
  const listed = done(await finance.get('/money/payments?kind=refund&received_from=2026-01-06T00:00:00Z'))
  assert.deepEqual(
    listed.map(({ amount, booking }: { amount: number; booking: { id: number } }) => [amount, booking.id]),
    [[205, due.booking_id]],
  )
  await sql`update bookings set deposit_due_on = today() - 40, balance_due_on = today() - 40 where status = 'confirmed'`.execute(
    db,
  )
  const totals = { currency: 'TWD', payments: 3, received: 90005, paid_back: 205, net: 89800 }
  assert.deepEqual(done(await finance.get('/money/payments/totals')), [totals])
  const refunds = { currency: 'TWD', payments: 1, received: 0, paid_back: 205, net: -205 }
  assert.deepEqual(done(await finance.get('/money/payments/totals?kind=refund')), [refunds])
  assert.deepEqual(done(await finance.get('/money/payments/totals?received_from=2026-01-07')), [])
  for (const path of ['payments', 'payments/totals', 'refunds-due', 'receivables', 'trips'])
    for (const who of ['leader', 'customer'] as const) assert.equal((await as(who).get(`/money/${path}`)).status, 403)
})

test('the amount that customers owe is the same in every figure, and a list names them', async () => {
  const figures = async () => ({
    ofTrips: done(await finance.get('/money/trips')).owed,
    byAge: done(await finance.get('/money/receivables')),
    whoOwes: done(await finance.get('/bookings?owed=true&sort=payment_due_on')).map(
      ({ contact, balance }: { contact: { name: string }; balance: number }) => [contact.name, balance],
    ),
  })
  assert.deepEqual(await figures(), {
    ofTrips: 29900,
    byAge: [{ currency: 'TWD', age: '31-60', bookings: 1, amount: 29900 }],
    whoOwes: [['王小美', 29900]],
  })
  const { id: on } = await trip(1)
  const [held, waiting] = [await book(on, ['戊']), await book(on, ['己'])]
  assert.deepEqual([held.status, waiting.status], ['held', 'waitlisted'])
  assert.equal((await figures()).ofTrips, 29900, 'what is held or waits is not owed')
  done(await step(held.id, 'confirm'))
  const { ofTrips, byAge, whoOwes } = await figures()
  assert.deepEqual(
    [ofTrips, byAge.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0), whoOwes.length],
    [69800, 69800, 2],
  )
})

test('what is owed is shown by customer, trip, salesperson and booking, each with its ages', async () => {
  const { id: on, serial } = await trip(9)
  const chen = { contact: { name: '陳太太', phone: '0987654321' } }
  const [one, two] = [await book(on, ['子'], chen), await book(on, ['丑', '寅'], chen)]
  for (const { id } of [one, two]) done(await step(id, 'confirm'))
  done(await pay(two.id, 10000, '2026-01-05T10:00+08:00'))
  await sql`update bookings set deposit_due_on = today() - 40, balance_due_on = today() - 40 where id = ${one.id}`.execute(
    db,
  )
  const by = async (of: string) => done(await finance.get(`/money/receivables?by=${of}`))
  const nothing = { not_due: 0, late_30: 0, late_60: 0, late_90: 0, later: 0 }
  const both = { currency: 'TWD', age: '31-60', bookings: 2, amount: 109700 }
  const ages = { ...nothing, not_due: 69800, late_60: 39900 }
  const ofChen = ({ of: { more, name } }: Line) => more === '0987654321' || more === serial || name === '業務小陳'
  type Line = { of: { id: number | null; name: string | null; more: string | null }; amount: number }
  assert.deepEqual((await by('customer')).filter(ofChen), [
    { of: { id: one.id, name: '陳太太', name_en: null, more: '0987654321' }, ...both, ...ages },
  ])
  assert.deepEqual((await by('trip')).filter(ofChen), [
    { of: { id: on, name: '北海道三日', name_en: 'Hokkaido, three days', more: serial }, ...both, ...ages },
  ])
  const bookings = (await by('booking')).filter(({ of }: Line) => of.id === one.id || of.id === two.id)
  assert.deepEqual(
    bookings.map(({ of, amount }: Line) => [of.name, of.more, amount]),
    [
      [two.booking_number, '陳太太', 69800],
      [one.booking_number, '陳太太', 39900],
    ],
  )
  const total = (lines: Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
  const everything = total(done(await finance.get('/money/receivables')))
  for (const each of ['booking', 'customer', 'trip', 'salesperson'])
    assert.equal(total(await by(each)), everything, each)
  assert.equal((await finance.get('/money/receivables?by=weather')).status, 422)
})

test('a payment counts on the local day of its time, in summer and in winter', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  for (const received_at of ['2026-01-08T04:30Z', '2026-07-08T04:30Z']) done(await pay(id, 5, received_at))
  const { json } = await database.transaction({}, async (tx) => {
    await sql`select set_config('guidon.zone', 'America/New_York', true)`.execute(tx)
    return paymentsByDay(tx, { from: '2026-01-07', to: '2026-07-08' })
  })
  assert.deepEqual(
    JSON.parse(json).map(({ day }: { day: string }) => day),
    ['2026-01-07', '2026-07-08'],
  )
})

test('each refund that is due names its cause, who made it owed, and why', async () => {
  const { id: on } = await trip(9, { departure_date: daysFromToday(60) })
  const paid = async (names: string[], amount: number) => {
    const { id, travelers } = await book(on, names)
    done(await step(id, 'confirm'))
    done(await pay(id, amount, '2026-01-05T10:00+08:00', { reference: `末五碼 ${amount} ${id}` }))
    return { id, travelers }
  }
  const asked = async (path: string, reason: string, booking_id: number, params: object) => {
    const approval = done(await as('sales').post(`/approvals/${path}`, { booking_id, reason, params }))
    done(await as('manager').post(`/approvals/${approval.id}/approve`, {}))
  }
  const cancelled = await paid(['甲'], 39900)
  await asked('booking-cancelled', '訂房錯誤', cancelled.id, { reason: '訂房錯誤', cause: 'house_fault' })
  const discounted = await paid(['乙'], 39900)
  done(await step(discounted.id, 'price-lines', { kind: 'discount', description: '老客戶', unit_price: 1000 }))
  const changed = await paid(['丙'], 39900)
  const child = { birth_date: daysFromToday(-100, -6), bed: false }
  await asked('traveler-changed', '護照上是小孩', changed.id, { traveler_id: changed.travelers[0].id, ...child })
  const smaller = await paid(['丁', '戊'], 79800)
  done(await as('sales').post(`/travelers/${smaller.travelers[1].id}/cancel`))
  const over = await paid(['己'], 40000)

  const due = done(await finance.get(`/money/refunds-due?planned_trip_id=${on}`))
  assert.deepEqual(
    due.map(({ booking_id, open_amount, cause, cancel_cause, price_act, creator, reason }: Record<string, unknown>) => [
      ...[booking_id, open_amount, cause, cancel_cause, price_act, (creator as { name: string }).name, reason],
    ]),
    [
      [cancelled.id, 41895, 'cancellation', 'house_fault', null, '主管老周', '訂房錯誤'],
      [discounted.id, 1000, 'price', null, 'discount', '業務小陳', '老客戶'],
      [changed.id, 5000, 'price', null, 'traveler_changed', '主管老周', '護照上是小孩'],
      [smaller.id, 39900, 'price', null, 'traveler_cancelled', '業務小陳', null],
      [over.id, 100, 'overpayment', null, null, '業務小陳', `末五碼 40000 ${over.id}`],
    ],
  )
  const { body } = await finance.get(`/money/refunds-due?format=csv&planned_trip_id=${on}`)
  const [headings = '', first = ''] = String(body).split('\r\n')
  for (const heading of ['Cause of the cancellation', 'What lowered the price', 'Made by', 'Reason'])
    assert.ok(headings.includes(heading), headings)
  assert.ok(first.includes("The agency's fault") && first.includes('主管老周') && first.includes('訂房錯誤'), first)
})
