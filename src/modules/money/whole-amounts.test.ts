import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { mover, workbook } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'
import { wholeCurrencies } from '../../kit/money.ts'

const home = await house()
const { as, db } = home
const { trip, book, package_id } = await bookingFixtures(home)
const [sales, finance, op, ticketing, admin] = [as('sales'), as('finance'), as('op'), as('ticketing'), as('admin')]
const whole = ['TWD has no cents: give a whole amount.']
const faults = async (answer: Promise<{ status: number; body: { errors: object } }>) => {
  const { status, body } = await answer
  return [status, body.errors]
}
const cash = { method: 'cash', received_at: '2026-01-01T00:00Z' }
const surcharge = { kind: 'surcharge', description: '簽證' }

test('nobody pays or owes a part of a dollar: such an amount is refused at its field, in both languages', async () => {
  const { id: on } = await trip(9)
  const { id, travelers } = await book(on, ['甲'])
  const at = `/bookings/${id}`
  for (const amount of [0.01, '12000.50'])
    assert.deepEqual(await faults(finance.post(`${at}/payments`, { amount, ...cash })), [422, { amount: whole }])
  const inChinese = await finance.post(`${at}/payments`, { amount: 0.01, ...cash }, { 'accept-language': 'zh-TW' })
  assert.deepEqual(inChinese.body.errors, { amount: ['TWD 沒有角分，請填寫整數金額。'] })
  assert.deepEqual(await faults(sales.post(`${at}/price-lines`, { ...surcharge, unit_price: 100.5 })), [
    422,
    { unit_price: whole },
  ])
  const ask = { booking_id: id, reason: '老客戶', params: { description: '優惠', unit_price: 5000.5 } }
  assert.deepEqual(await faults(sales.post('/approvals/discount', ask)), [422, { unit_price: whole }])
  for (const field of ['fee', 'official_fees'])
    assert.deepEqual(await faults(sales.post(`${at}/cancel`, { reason: '病', [field]: 99.5, dry_run: true })), [
      422,
      { [field]: whole },
    ])
  assert.deepEqual(await faults(op.post(`/planned-trips/${on}/costs`, { kind: 'air', actual: 1234.56 })), [
    422,
    { actual: whole },
  ])
  const called = { status: 'cancelled', reason: '颱風', cause: 'objective_risk', costs: { official_fees: 10.5 } }
  assert.deepEqual(await faults(op.put(`/planned-trips/${on}/status`, called)), [422, { 'costs.official_fees': whole }])
  const planned = { package_id, departure_date: '2099-05-10', price_overrides: { adult: 12321.5 } }
  assert.deepEqual(await faults(admin.post('/planned-trips', planned)), [422, { 'price_overrides.adult': whole }])
  assert.deepEqual(
    await faults(
      admin.post(`/packages/${package_id}/prices`, {
        adult: 1.5,
        infant: 0,
        valid_from: '2098-01-01',
        valid_to: '2098-01-02',
      }),
    ),
    [422, { adult: whole }],
  )
  const category_id = done(await admin.post('/addon-requests/categories', { name: '票務', department: 'ticketing' })).id
  const seat = { category_id, name: '升等', type_code: 'T_SEAT', pricing_type: 'quotation_required' }
  assert.deepEqual(await faults(admin.post('/addon-requests/types', { ...seat, base_cost: 9.9 })), [
    422,
    { base_cost: whole },
  ])
  const type_id = done(await admin.post('/addon-requests/types', seat)).id
  const request = done(await sales.post('/addon-requests', { type_id, traveler_id: travelers[0].id })).id
  const said = `/addon-requests/${request}/communications`
  assert.deepEqual(await faults(ticketing.post(`${said}/department-quote`, { message: '含稅', quoted_price: 99.5 })), [
    422,
    { quoted_price: whole },
  ])
})

test('a currency with cents keeps them, and its amount on a booking is whole dollars, rounded once', async () => {
  const { id } = await book((await trip(9)).id, ['甲'])
  const line = done(
    await sales.post(`/bookings/${id}/price-lines`, { ...surcharge, unit_price: 100.5, currency: 'USD', rate: 31.11 }),
  )
  assert.deepEqual([line.amount, line.booked_amount], [100.5, 3127])
  assert.equal(done(await sales.get(`/bookings/${id}`)).total, 43027)
})

test('a fee by the terms is whole dollars, half a dollar up', async () => {
  const { id: on } = await trip(9, { price_overrides: { adult: 39901 } })
  await sql`update planned_trips set departure_date = today() + 20, return_date = today() + 22,
    terms = jsonb_set(terms, '{cancellation_policy}', '[{"days_before": 30, "fee_percent": 12.5}]') where id = ${on}`.execute(
    db,
  )
  const { id } = await book(on, ['甲', '乙'])
  done(await sales.post(`/bookings/${id}/confirm`))
  const { travelers } = done(await sales.get(`/bookings/${id}`))
  const one = done(await sales.get(`/travelers/${travelers[1].id}/cancellation`))
  assert.deepEqual([one.fee_percent, one.fare, one.fee], [12.5, 39901, 4988])
  const both = await sales.post(`/bookings/${id}/cancel`, { reason: '病', dry_run: true })
  assert.equal(both.body.meta.cancellation.fee, 9975)
})

test('an account that has cents from before is paid to the cent, and keeps its total', async () => {
  const { id } = await book((await trip(9)).id, ['甲'])
  await sql`insert into booking_price_lines (booking_id, kind, description, unit_price, amount, currency, source)
    values (${id}, 'surcharge', '簽證', 100.5, 100.5, 'TWD', 'staff')`.execute(db)
  const pay = (amount: number) => finance.post(`/bookings/${id}/payments`, { amount, ...cash })
  done(await pay(40000.5))
  assert.deepEqual(await faults(pay(0.5)), [
    422,
    {
      confirmed_amount: [
        'Nothing is owed, and the amount is NT$0.50. Check it, and confirm this amount if it is right.',
      ],
    },
  ])
  const { total, balance } = done(await sales.get(`/bookings/${id}`))
  assert.deepEqual([total, balance], [40000.5, 0])
})

test('an import names the cell with cents', async () => {
  const { send } = mover(home)
  const { serial } = await trip(9)
  const costs = [
    ['團號', '種類', '說明', '預估金額'],
    [serial, '機票', '長榮團體票', '12,000.50'],
  ]
  const { body } = await send('costs.xlsx', await workbook({ 出團成本: costs }))
  assert.deepEqual(
    body.data.problems.map(({ line, column, message }: Record<string, unknown>) => [line, column, message]),
    [[2, 'estimated', 'TWD has no cents: give a whole amount.']],
  )
})

test('service and database name the same currencies', async () => {
  const { rows } = await sql<{ code: string }>`
    select distinct currency_code as code from countries where decimals_of(currency_code) = 0
    union select code from unnest(array['TWD', 'USD', 'EUR', 'JPY', 'KRW', 'VND', 'CHF']) code where decimals_of(code) = 0`.execute(
    db,
  )
  assert.deepEqual(
    rows
      .map(({ code }) => code)
      .filter(Boolean)
      .sort(),
    [...wholeCurrencies].sort(),
  )
})
