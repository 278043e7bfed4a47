import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'

const home = await house()
await refundsByOne(home)
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin] = [as('sales'), as('finance'), as('admin')]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const step = (id: number, name: string, body?: object) => sales.post(`/bookings/${id}/${name}`, body)
const pay = (id: number, amount: number, more: object = {}) =>
  step(id, 'payments', { amount, method: 'cash', received_at: '2026-01-01T00:00Z', confirmed_amount: amount, ...more })
const payBack = (id: number, amount: number, more: object = {}) =>
  finance.post(`/bookings/${id}/payments`, {
    kind: 'refund',
    amount,
    method: 'cash',
    received_at: '2026-01-01T00:00Z',
    ...more,
  })
const visa = { kind: 'surcharge', description: '簽證', unit_price: 10000, currency: 'JPY' }

test('a line in another currency is part of the total at its rate, rounded once, half a dollar away from zero', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const unrated = await step(id, 'price-lines', visa)
  assert.deepEqual(unrated.body.errors, {
    rate: ['No rate from JPY to TWD is known today: give the rate, or enter an exchange rate first.'],
  })
  const line = done(await step(id, 'price-lines', { ...visa, rate: '0.21525' }))
  assert.deepEqual([line.amount, line.currency, line.rate, line.booked_amount], [10000, 'JPY', 0.21525, 2153])
  const back = done(
    await step(id, 'price-lines', { ...visa, kind: 'discount', currency: 'USD', unit_price: 0.5, rate: 31 }),
  )
  assert.deepEqual([back.amount, back.booked_amount], [-0.5, -16])
  const { total, balance, other_currencies, price_lines } = await read(id)
  assert.deepEqual([total, balance, other_currencies], [42037, 42037, []])
  assert.deepEqual([price_lines[0].rate, price_lines[0].booked_amount], [1, 39900])
})

test('a line keeps the rate of the day on which it was added', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const yen = { from_currency: 'JPY', to_currency: 'TWD', rate: 0.2, valid_from: '2026-01-01' }
  assert.equal((await sales.post('/exchange-rates', yen)).status, 403)
  done(await finance.post('/exchange-rates', yen))
  done(await finance.post('/exchange-rates', { ...yen, rate: 0.25, valid_from: '2026-02-01', source: '臺灣銀行' }))
  done(await finance.post('/exchange-rates', { ...yen, rate: 0.3, valid_from: '2099-01-01' }))
  const line = done(await step(id, 'price-lines', { ...visa, unit_price: 1000 }))
  assert.deepEqual([line.rate, line.booked_amount], [0.25, 250])
  const { data } = await finance.get('/exchange-rates?from_currency=JPY')
  assert.deepEqual(
    data.map(({ valid_from }: { valid_from: string }) => valid_from),
    ['2099-01-01', '2026-02-01', '2026-01-01'],
  )
  done(await finance.put(`/exchange-rates/${data[1].id}`, { rate: 0.26 }))
  assert.equal((await read(id)).total, 40150)
  const same = await finance.post('/exchange-rates', { ...yen, to_currency: 'JPY' })
  assert.deepEqual(Object.keys(same.body.errors), ['to_currency'])
})

test('an add-on in a currency without a rate is not part of the total until it gets its rate, which is set once', async () => {
  const { id, travelers } = await book((await trip(5)).id, ['甲'])
  const category_id = done(await admin.post('/addon-requests/categories', { name: '測試', department: 'op' })).id
  const type = { category_id, name: '滑雪', type_code: 'T_SKI', pricing_type: 'fixed_price', base_cost: 100 }
  const type_id = done(await admin.post('/addon-requests/types', { ...type, cost_currency: 'CHF' })).id
  const request = done(await sales.post('/addon-requests', { type_id, traveler_id: travelers[0].id })).id
  done(await as('op').post(`/addon-requests/${request}/communications/department-final`, {}))
  const { total, other_currencies, price_lines } = await read(id)
  const line = price_lines.at(-1)
  assert.deepEqual(
    [total, other_currencies, line.rate, line.booked_amount],
    [39900, [{ currency: 'CHF', total: 100 }], null, null],
  )
  const at = `/bookings/${id}/price-lines/${line.id}`
  assert.equal((await as('op').put(at, { rate: 35.2 })).status, 403)
  assert.equal(done(await finance.put(at, { rate: 35.2 })).booked_amount, 3520)
  assert.deepEqual(Object.keys((await finance.put(at, { rate: 36 })).body.errors), ['rate'])
  const after = await read(id)
  assert.deepEqual([after.total, after.other_currencies], [43420, []])
})

test('a payment with a date in the future is refused', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  for (const recorded of [pay, payBack]) {
    const { status, body } = await recorded(id, 5, { received_at: '2098-01-01T00:00Z' })
    assert.deepEqual(
      [status, body.errors],
      [422, { received_at: ['The time of a payment cannot be in the future: enter the actual time.'] }],
    )
  }
})

test('a trip with open amounts is settled only with a reason, and each of its bookings is completed when its account is settled', async () => {
  const { id: on } = await trip(5)
  const [owing, owed, twice] = [await book(on, ['甲']), await book(on, ['乙']), await book(on, ['丙'])]
  for (const { id } of [owing, owed, twice]) done(await step(id, 'confirm'))
  done(await pay(owed.id, 40000))
  done(await pay(twice.id, 39900))
  const mistaken = done(await pay(twice.id, 39900)).id
  await sql`update planned_trips set departure_date = today() - 5, return_date = today() - 3 where id = ${on}`.execute(
    db,
  )
  const enter = (status: string, more: object = {}) => as('op').put(`/planned-trips/${on}/status`, { status, ...more })
  for (const status of ['guaranteed', 'closed', 'departed', 'returned']) done(await enter(status))
  const money = (broke: { kind: string; count: number }[]) =>
    broke.filter(({ kind }) => kind === 'balances' || kind === 'refunds').map(({ kind, count }) => [kind, count])
  assert.equal((await read(twice.id)).status, 'confirmed')
  const stale = { 'if-match': '"9"' }
  assert.equal(
    (await sales.post(`/bookings/${twice.id}/payments/${mistaken}/void`, { reason: 'x' }, stale)).status,
    412,
  )
  done(await finance.post(`/bookings/${twice.id}/payments/${mistaken}/void`, { reason: '重複登錄' }))
  assert.equal((await read(twice.id)).status, 'completed')
  const preview = (await sales.get(`/planned-trips/${on}/preview?status=settled`)).data
  assert.deepEqual(money(preview.broke), [
    ['balances', 1],
    ['refunds', 1],
  ])
  const refused = await enter('settled')
  assert.match(refused.body.errors.reason[0], /Bookings are not fully paid; Refunds are still due/)
  assert.deepEqual([(await read(owing.id)).status, (await read(owed.id)).status], ['confirmed', 'confirmed'])
  done(await payBack(owed.id, 100))
  assert.equal((await read(owed.id)).status, 'completed')
  const settled = await enter('settled', { reason: '甲另行收款' })
  assert.deepEqual([money(settled.body.meta.broke), settled.data.status], [[['balances', 1]], 'settled'])
  const waived = { kind: 'discount', description: '優惠', unit_price: 39900, override: true, reason: '另行收款' }
  done(await admin.post(`/bookings/${owing.id}/price-lines`, waived))
  assert.equal((await read(owing.id)).status, 'completed')
})

test('what is owed back is an obligation with its cause, and refunds pay the oldest first', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const owed = async () =>
    (await finance.get(`/bookings/${id}/obligations`)).data.map(
      (one: {
        cause: string
        amount: number
        open_amount: number
        settlements: { payment_id: number | null; amount: number }[]
      }) => [
        one.cause,
        one.amount,
        one.open_amount,
        ...one.settlements.map(({ payment_id, amount }) => [payment_id, amount]),
      ],
    )
  done(await step(id, 'confirm'))
  done(await pay(id, 40001))
  done(await step(id, 'price-lines', { kind: 'discount', description: '優惠', unit_price: 500 }))
  assert.equal((await read(id)).refund_due, 601)
  const first = done(
    await finance.post(`/bookings/${id}/payments`, {
      kind: 'refund',
      amount: 300,
      method: 'cash',
      received_at: '2026-01-02T00:00Z',
    }),
  ).id
  assert.deepEqual(await owed(), [
    ['overpayment', 101, 0, [first, 101]],
    ['price', 500, 301, [first, 199]],
  ])
  done(await step(id, 'price-lines', { kind: 'surcharge', description: '簽證', unit_price: 400 }))
  assert.deepEqual((await owed())[1], ['price', 500, 0, [first, 199], [null, 301]])
  assert.equal((await payBack(id, 50)).status, 422, 'the customer owes again')
  done(await finance.post(`/bookings/${id}/payments/${first}/void`, { reason: '未匯出' }))
  assert.deepEqual((await owed())[0], ['overpayment', 101, 2, [null, 99]])
  await sql`update planned_trips set departure_date = today() + 30, return_date = today() + 32
    where id = (select planned_trip_id from bookings where id = ${id})`.execute(db)
  // A fee that is so much lower than by the terms needs a manager or an administrator.
  done(await as('admin').post(`/bookings/${id}/cancel`, { reason: '生病', fee: 1000 }))
  const { refund_due, cancellation } = await read(id)
  assert.deepEqual([refund_due, cancellation.refund], [39001, 39001])
  assert.deepEqual((await owed()).at(-1).slice(0, 2), ['cancellation', 38800])
  assert.equal((await as('customer').get(`/bookings/${id}/obligations`)).status, 403)
})
