import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'

const home = await house()
await refundsByOne(home)
const { as, db } = home
const { trip, book, package_id } = await bookingFixtures(home)
const [sales, op, admin] = [as('sales'), as('op'), as('admin')]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const step = (id: number, name: string, body?: object) => sales.post(`/bookings/${id}/${name}`, body)
const pay = (id: number, amount: number) =>
  step(id, 'payments', { amount, method: 'cash', received_at: '2026-01-01T00:00Z' })
const payBack = (id: number, amount: number) =>
  as('finance').post(`/bookings/${id}/payments`, {
    kind: 'refund',
    amount,
    method: 'cash',
    received_at: '2026-01-01T00:00Z',
  })
const leavesIn = (id: number, days: number) =>
  sql`update planned_trips set departure_date = today() + ${days}::integer, return_date = today() + ${days + 2}::integer where id = ${id}`.execute(
    db,
  )
const callOff = (id: number, more: object = {}) =>
  op.put(`/planned-trips/${id}/status`, { status: 'cancelled', reason: '取消', ...more })

/** A trip with two bookings: one of two travelers, confirmed, with 50,000 of 79,800 paid; one of one traveler, held and unpaid. */
const sold = async (days: number) => {
  const { id: on } = await trip(9, { min_pax: 4 })
  const [confirmed, held] = [await book(on, ['甲', '乙']), await book(on, ['丙'])]
  done(await step(confirmed.id, 'confirm'))
  done(await pay(confirmed.id, 50000))
  await leavesIn(on, days)
  return { on, confirmed: confirmed.id as number, held: held.id as number }
}

// Cause, days before the departure, costs for each traveler; then the fee, penalty and refund.
const cases = [
  ['other', 5, {}, { fee: 0, penalty: 0, refund: 50000 }],
  ['below_minimum', 7, { official_fees: 1600 }, { fee: 3200, penalty: 0, refund: 46800 }],
  ['below_minimum', 6, {}, { fee: 0, penalty: 23940, refund: 73940 }],
  ['house_fault', 45, {}, { fee: 0, penalty: 3990, refund: 53990 }],
  ['house_fault', 0, {}, { fee: 0, penalty: 79800, refund: 129800 }],
  [
    'force_majeure',
    3,
    { official_fees: 1000, proven_costs: 2000, paper: '退票收據' },
    { fee: 6000, penalty: 0, refund: 44000 },
  ],
  ['objective_risk', 3, { proven_costs: 90000, paper: '退票收據' }, { fee: 50000, penalty: 0, refund: 0 }],
] as const

test('the cause of a cancelled trip decides what each booking gets back, and the preview shows it before', async () => {
  for (const [cause, days, costs, expected] of cases) {
    const { on, confirmed, held } = await sold(days)
    const query = new URLSearchParams({
      cause,
      ...Object.fromEntries(Object.entries(costs).map(([k, v]) => [k, `${v}`])),
    })
    const preview = done(await sales.get(`/planned-trips/${on}/cancellation?${query}`))
    const [first, second] = preview
    assert.deepEqual(
      [first.id, first.travelers, second.id, second.refund, second.penalty, second.owed],
      [confirmed, 2, held, 0, 0, 0],
      cause,
    )
    assert.deepEqual({ fee: first.fee, penalty: first.penalty, refund: first.refund }, expected, cause)
    done(await callOff(on, { cause, costs }))
    const { cancellation, refund_due, status } = await read(confirmed)
    const { fee, penalty, refund } = cancellation
    assert.deepEqual(
      [status, cancellation.cause, { fee, penalty, refund }, refund_due],
      ['cancelled', cause, expected, expected.refund],
    )
    if (refund) done(await payBack(confirmed, refund))
    assert.equal((await read(confirmed)).balance, 0)
    assert.equal((await payBack(confirmed, 1)).status, 422)
  }
})

test('the service says for each cause what the agency may keep today, and why', async () => {
  const { on } = await sold(7)
  const causes = async () =>
    Object.fromEntries(
      (await sales.get(`/planned-trips/${on}/cancellation-causes`)).data.map(
        ({ cause, ...effect }: { cause: string }) => [cause, effect],
      ),
    )
  const inTime = await causes()
  assert.deepEqual(Object.keys(inTime), [
    'traveler',
    'below_minimum',
    'house_fault',
    'force_majeure',
    'objective_risk',
    'other',
  ])
  assert.deepEqual(inTime.below_minimum, {
    is_possible: true,
    keeps: ['official_fees'],
    needs_paper: [],
    penalty_percent: 0,
    rules: ['below_minimum', 'house_fault'],
    says: '及時通知人數不足：可扣除已繳規費，其餘退還。',
    says_en: 'Notified in time: official fees are kept, the rest is paid back.',
  })
  const both = { keeps: ['official_fees', 'proven_costs'], needs_paper: ['proven_costs'] }
  for (const cause of ['traveler', 'force_majeure', 'objective_risk']) {
    const { keeps, needs_paper } = inTime[cause]
    assert.deepEqual({ keeps, needs_paper }, both, cause)
  }
  assert.deepEqual([inTime.other.keeps, inTime.other.penalty_percent, inTime.other.rules], [[], 0, []])
  await leavesIn(on, 6)
  const late = (await causes()).below_minimum
  assert.deepEqual([late.keeps, late.penalty_percent], [[], 30])
  assert.equal(
    late.says,
    '人數不足的通知已逾期限，視同旅行社因素。不得扣除費用，全數退還，並賠償已確認的客戶團費的 30%。',
  )
  done(await op.put(`/planned-trips/${on}/status`, { status: 'guaranteed' }))
  const { is_possible, says_en } = (await causes()).below_minimum
  assert.deepEqual(
    [is_possible, says_en],
    [false, 'A trip that is guaranteed cannot be cancelled for numbers: name another cause.'],
  )
  assert.equal((await as('customer').get(`/planned-trips/${on}/cancellation-causes`)).status, 403)
})

test('a cause that does not apply to the trip is refused, and so are costs without a reason', async () => {
  const { on } = await sold(20)
  const errors = async (more: object) => (await callOff(on, more)).body.errors
  assert.deepEqual(await errors({ cause: 'house_fault', costs: { official_fees: 5 } }), {
    'costs.official_fees': [
      "Nothing of this is kept for the cause “The agency's fault”: leave it out, or name another cause.",
    ],
  })
  assert.deepEqual(await errors({ cause: 'force_majeure', costs: { proven_costs: 5 } }), {
    'costs.proven_costs': ['Costs that are kept need their proof: say which.'],
  })
  const open = await op.put(`/planned-trips/${on}/status`, { status: 'guaranteed', cause: 'other' })
  assert.deepEqual(open.body.errors, { cause: ['Only a cancellation has this field.'] })
  done(await op.put(`/planned-trips/${on}/status`, { status: 'guaranteed' }))
  assert.deepEqual(await errors({ cause: 'below_minimum' }), {
    cause: ['A trip that is guaranteed cannot be cancelled for numbers: name another cause.'],
  })
  assert.equal((await sales.get(`/planned-trips/${on}/cancellation?cause=below_minimum`)).status, 422)
  const { id: small } = await trip(2, { min_pax: 1 })
  assert.deepEqual((await callOff(small, { cause: 'below_minimum' })).body.errors, {
    cause: ['A trip without a minimum cannot be cancelled for numbers: name another cause.'],
  })
})

test('a booking of a cancelled trip is moved to another trip, and what was owed back pays for it', async () => {
  const { on, confirmed } = await sold(20)
  const { id: other } = await trip(5)
  done(await callOff(on, { cause: 'house_fault' }))
  assert.deepEqual((await read(confirmed)).possible, ['transfer'])
  const moved = done(await step(confirmed, 'transfer', { planned_trip_id: other }))
  assert.deepEqual(
    [moved.status, moved.total, moved.paid, moved.refund_due, moved.cancellation],
    ['held', 79800, 50000, 0, null],
  )
  const { data } = await sales.get(`/bookings/${confirmed}/obligations`)
  assert.deepEqual([data[0].amount, data[0].open_amount, data[0].settlements[0].payment_id], [73940, 0, null])
  const left = await book(other, ['丁'])
  done(await step(left.id, 'cancel', { reason: '改期' }))
  await passUndo(home)
  assert.deepEqual((await read(left.id)).possible, [])
  assert.equal((await step(left.id, 'transfer', { planned_trip_id: on })).status, 409)
})

test('a customer who cancels pays official fees and a percentage of the rest; a higher loss needs its document', async () => {
  const { confirmed } = await sold(30)
  const cost = async (more: object) =>
    (await step(confirmed, 'cancel', { reason: '生病', dry_run: true, ...more })).body
  assert.equal((await cost({ official_fees: 3200 })).meta.cancellation.fee, 3200 + 15320)
  assert.deepEqual((await cost({ fee: 15961 })).errors, {
    fee: [
      '30 days before the departure the terms of the trip allow NT$15,960 (20 %) at the most. Give less; a higher loss is given as proven costs, with its proof.',
    ],
  })
  assert.equal((await cost({ fee: 15960 })).meta.cancellation.refund, 34040)
  assert.equal((await cost({ proven_costs: 20000, paper: '飯店取消費用單' })).meta.cancellation.refund, 30000)
  const policy = (fee_percent: number, days_before = 20) =>
    admin.put(`/packages/${package_id}`, { cancellation_policy: [{ days_before, fee_percent }] })
  assert.deepEqual((await policy(30.5)).body.errors, {
    'cancellation_policy.0.fee_percent': [
      '20 days before the departure the terms in force allow 30 % at the most: lower it, or change the terms first.',
    ],
  })
  const term = { rule: 'traveler', days: 20, percent: 30.5, source: '試行條款', valid_from: '2024-01-01' }
  assert.equal((await sales.post('/cancellation-terms', term)).status, 403)
  const { id } = done(await admin.post('/cancellation-terms', term))
  assert.equal((await policy(30.5)).status, 200)
  done(await admin.delete(`/cancellation-terms/${id}`))
  assert.equal((await policy(30.5)).status, 422)
  assert.equal((await policy(20, 30)).status, 200)
})

test('no percentage applies to delivered add-ons; those of a refundable type are paid back', async () => {
  const { confirmed } = await sold(30)
  const category_id = done(await admin.post('/addon-requests/categories', { name: '測試', department: 'op' })).id
  const [traveler] = (await read(confirmed)).travelers
  for (const [type_code, base_cost, is_refundable] of [
    ['T_MEAL', 700, false],
    ['T_TICKET', 5000, true],
  ] as const) {
    const type = { category_id, name: type_code, type_code, pricing_type: 'fixed_price', base_cost, is_refundable }
    const type_id = done(await admin.post('/addon-requests/types', type)).id
    const request = done(await sales.post('/addon-requests', { type_id, traveler_id: traveler.id })).id
    done(await op.post(`/addon-requests/${request}/communications/department-final`, {}))
  }
  assert.equal((await read(confirmed)).total, 85500)
  const cost = async (more: object = {}) =>
    (await step(confirmed, 'cancel', { reason: '生病', dry_run: true, ...more })).body.meta.cancellation
  assert.equal((await cost()).fee, 15960 + 700)
  assert.equal((await cost({ cause: 'house_fault' })).penalty, 15960)
})

test('cancelling one traveler shows its cost before, and notifies the customer and sales', async () => {
  const { id: on } = await trip(5)
  const { id, travelers } = await book(on, ['甲', '乙'], { customer_user_id: home.ids.customer })
  done(await step(id, 'confirm'))
  done(await pay(id, 79800))
  await leavesIn(on, 10)
  const one = travelers[1].id
  const preview = done(await sales.get(`/travelers/${one}/cancellation`))
  assert.deepEqual(preview, {
    traveler_id: one,
    name: '乙',
    booking_id: id,
    is_possible: true,
    currency: 'TWD',
    days_left: 10,
    fee_percent: 20,
    fare: 39900,
    fee: 7980,
    total_before: 79800,
    total_after: 47880,
    refund: 31920,
    owed: 0,
  })
  assert.equal((await as('customer').get(`/travelers/${one}/cancellation`)).status, 403)
  done(await admin.post(`/travelers/${one}/cancel`))
  const { total, refund_due } = await read(id)
  assert.deepEqual([total, refund_due], [47880, 31920])
  for (const who of [as('customer'), sales]) {
    const { data } = await who.get('/notifications')
    assert.equal(data[0].event, 'booking.traveler-cancelled')
    assert.match(data[0].body, /乙/)
  }
  assert.equal(done(await sales.get(`/travelers/${travelers[0].id}/cancellation`)).is_possible, false)
})
