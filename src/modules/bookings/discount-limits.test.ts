import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'

const home = await house()
await refundsByOne(home)
const { as } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin, manager] = [as('sales'), as('finance'), as('admin'), as('manager')]
const read = async (id: number, who = sales) => (await who.get(`/bookings/${id}`)).data
const discount = (unit_price: number, more: object = {}) => ({
  kind: 'discount',
  description: '優惠',
  unit_price,
  ...more,
})
const approved = { override: true, reason: '總經理同意' }
const money = (amount: number, more: object = {}) => ({
  amount,
  method: 'bankTransfer',
  received_at: '2026-01-05T10:00+08:00',
  ...more,
})
const refund = (amount: number) => money(amount, { kind: 'refund' })

test('the discounts of sales are limited in total, and the refusal names the roles that may give more', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/price-lines`
  const refused = await sales.post(at, discount(999_999))
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.detail, refused.body.roles],
    [
      403,
      'forbidden',
      'The discounts of this booking would be NT$999,999, and sales give at most 10 % of its price, NT$3,990. Ask a manager or an administrator, who may give more with a reason.',
      ['manager', 'admin'],
    ],
  )
  assert.equal((await sales.post(at, discount(3991))).status, 403)
  assert.equal((await sales.post(at, discount(3991, approved))).status, 403, 'sales cannot override')
  done(await sales.post(at, discount(1000, { quantity: 3 })))
  assert.equal((await sales.post(at, discount(991))).status, 403, 'discounts count together')
  done(await sales.post(at, discount(990)))
  assert.equal((await read(id)).total, 35910)
})

test('a manager or an administrator gives more with a reason, which customers do not see', async () => {
  const { id } = await book((await trip(5)).id, ['甲'], { customer_user_id: home.ids.customer })
  const at = `/bookings/${id}/price-lines`
  assert.deepEqual((await admin.post(at, discount(5000))).body.errors, {
    override: [
      'The discounts of this booking would be NT$5,000, more than 10 % of its price, NT$3,990: confirm it, and give a reason.',
    ],
  })
  assert.deepEqual((await admin.post(at, discount(5000, { override: true }))).body.errors, {
    reason: ['An override needs its reason.'],
  })
  const line = done(await manager.post(at, discount(5000, approved)))
  assert.deepEqual([line.amount, line.override_reason], [-5000, '總經理同意'])
  done(await sales.post(at, discount(3990)))
  assert.equal((await read(id)).price_lines.at(-2).override_reason, '總經理同意')
  assert.equal((await read(id, as('customer'))).price_lines.at(-2).override_reason, null)
  const { id: full } = await book((await trip(5)).id, ['乙'])
  for (const daily of [discount(100, approved), { ...discount(100, approved), kind: 'surcharge' }, discount(9000)]) {
    const { status, body } = await manager.post(`/bookings/${full}/price-lines`, daily)
    assert.deepEqual(
      [status, body.detail],
      [
        403,
        'A manager only adds discounts and surcharges that are above the limit of sales, with a reason; sales and administrators do the rest.',
      ],
    )
  }
})

test('the limit is a setting of the agency, and a surcharge does not raise it', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/price-lines`
  assert.equal(done(await sales.get('/house/record')).discount_limit_percent, 10)
  assert.equal((await as().get('/house')).data.discount_limit_percent, undefined)
  const surcharge = done(
    await admin.post(at, { kind: 'surcharge', description: '簽證', unit_price: 10000, ...approved }),
  )
  const { status, body } = await sales.post(at, discount(4990))
  assert.deepEqual(
    [status, body.detail],
    [
      403,
      'The discounts of this booking would be NT$4,990, and sales give at most 10 % of its price, NT$3,990. Ask a manager or an administrator, who may give more with a reason.',
    ],
  )
  assert.deepEqual(Object.keys((await admin.put('/house/record', { discount_limit_percent: 100.5 })).body.errors), [
    'discount_limit_percent',
  ])
  done(await admin.put('/house/record', { discount_limit_percent: 12.51 }))
  done(await sales.post(at, discount(4990)))
  assert.equal((await sales.delete(`${at}/${surcharge.id}`)).status, 200)
  done(await sales.post(at, discount(1)))
  assert.equal((await sales.post(at, discount(1))).status, 403)
  done(await admin.put('/house/record', { discount_limit_percent: 10 }))
})

test('no discount makes a total negative, neither at once nor when the price becomes lower later', async () => {
  const { id, booking_number, travelers } = await book((await trip(5)).id, ['甲', '乙'])
  const at = `/bookings/${id}/price-lines`
  assert.deepEqual((await admin.post(at, discount(79801, approved))).body.errors, {
    unit_price: ['The total would be −NT$1, and cannot be below zero: give less.'],
  })
  const line = done(await admin.post(at, discount(39901, approved)))
  const { status, body } = await sales.post(`/travelers/${travelers[1].id}/cancel`)
  assert.deepEqual(
    [status, body.code, body.detail],
    [
      409,
      'step_not_possible',
      `The total of the booking ${booking_number} would be −NT$1, because its discounts would be higher than its price. Remove a discount first.`,
    ],
  )
  assert.equal((await sales.delete(`/travelers/${travelers[1].id}`)).status, 409)
  const cheaper = await trip(5, { price_overrides: { adult: 100 } })
  assert.equal((await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: cheaper.id })).status, 409)
  assert.deepEqual([(await read(id)).total, (await read(id)).party_size], [39899, 2])
  done(await sales.delete(`${at}/${line.id}`))
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`))
  assert.equal((await read(id)).total, 39900)
})

test('finance or an administrator records refunds, which are never more than what is owed back', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/payments`
  done(await sales.post(at, money(39900)))
  const unowed = await finance.post(at, refund(1))
  assert.deepEqual(unowed.body.errors, { amount: ['There is no refund due on this booking.'] })
  done(await sales.post(`/bookings/${id}/price-lines`, discount(1000)))
  const refused = await sales.post(at, refund(1000))
  assert.deepEqual(
    [refused.status, refused.body.detail, refused.body.roles],
    [403, 'Refunds are recorded by finance or an administrator: ask one of them.', ['finance', 'admin']],
  )
  assert.deepEqual((await finance.post(at, refund(1001))).body.errors, {
    amount: ['The refund due on this booking is NT$1,000, and no more can be refunded.'],
  })
  const back = done(await finance.post(at, refund(600)))
  assert.equal((await sales.post(`${at}/${back.id}/void`, { reason: '誤登' })).status, 403)
  done(await admin.post(at, refund(400)))
  const { paid, total, balance } = await read(id)
  assert.deepEqual([paid, total, balance], [38900, 38900, 0])
  done(await finance.post(`${at}/${back.id}/void`, { reason: '未匯出' }))
  assert.equal((await read(id)).refund_due, 600)
})
