import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, op, finance] = [as('sales'), as('op'), as('finance')]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const cancel = (id: number, more: object = {}) => sales.post(`/bookings/${id}/cancel`, { reason: '取消', ...more })
const costOf = async (id: number, more: object = {}) =>
  done(await cancel(id, { dry_run: true, ...more })) &&
  (await cancel(id, { dry_run: true, ...more })).body.meta.cancellation
const pay = async (id: number, amount: number) =>
  done(await finance.post(`/bookings/${id}/payments`, { amount, method: 'cash', received_at: '2026-01-01T00:00Z' }))

/** A confirmed booking of two at 30,000 each, by default paid in full, on a trip that departs in `days` days. */
const sold = async (days: number, { paid = 60000, status = 'open', min_pax = 4 } = {}) => {
  const { id: on } = await trip(9, { min_pax, price_overrides: { adult: 30000 } })
  const { id, travelers } = await book(on, ['甲', '乙'])
  done(await sales.post(`/bookings/${id}/confirm`))
  if (paid) await pay(id, paid)
  if (status !== 'open') done(await op.put(`/planned-trips/${on}/status`, { status }))
  await sql`update planned_trips set departure_date = today() + ${days}::integer, return_date = today() + ${days + 2}::integer
    where id = ${on}`.execute(db)
  return { on, id: id as number, first: travelers[0].id as number, second: travelers[1].id as number }
}

test('a cancelled traveler who is restored is charged as before, and the fee of another one stays', async () => {
  const { on, id } = await sold(30)
  const third = done(await sales.post('/travelers', { booking_id: id, name: '丙' })).id
  const before = await read(id)
  const charged = ({ price_lines }: typeof before) =>
    price_lines.map(({ kind, quantity, amount }: Record<string, unknown>) => [kind, quantity, amount])
  const [, second] = before.travelers
  done(await sales.post(`/travelers/${second.id}/cancel`))
  assert.equal((await read(id)).total, 66000)
  done(await sales.post(`/travelers/${second.id}/restore`))
  const after = await read(id)
  assert.deepEqual([after.total, charged(after), after.deposit], [90000, charged(before), before.deposit])
  done(await sales.post(`/travelers/${second.id}/cancel`))
  done(await sales.post(`/travelers/${third}/cancel`))
  done(await sales.post(`/travelers/${second.id}/restore`))
  assert.equal((await read(id)).total, 66000)
  assert.equal((await sales.get(`/planned-trips/${on}`)).data.seats.confirmed, 2)
})

test('the fee of a cancelled traveler has the name of the traveler, who cannot be removed', async () => {
  const { id, second } = await sold(30)
  done(await sales.post(`/travelers/${second}/cancel`))
  const line = (await read(id)).price_lines.at(-1)
  assert.deepEqual([line.kind, line.amount, line.traveler_id, line.traveler_name], ['cancellation', 6000, second, '乙'])
  const refused = await sales.delete(`/travelers/${second}`)
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [409, 'Still used by: price line × 1. Remove those first, or deactivate it.'],
  )
  assert.equal((await read(id)).total, 36000)
})

test('a fee is entered by hand only if the customer cancels, and only below the terms', async () => {
  const { id } = await sold(30)
  for (const cause of ['house_fault', 'below_minimum', 'force_majeure', 'objective_risk', 'other'])
    assert.deepEqual((await cancel(id, { cause, fee: 6000, dry_run: true })).body.errors, {
      fee: ['Only a customer who cancels pays a fee. Leave it out, or choose the customer as the cause.'],
    })
  for (const more of [{}, { paper: '航空公司退票收據' }])
    assert.deepEqual((await cancel(id, { fee: 12001, ...more, dry_run: true })).body.errors, {
      fee: [
        '30 days before the departure the terms of the trip allow NT$12,000 (20 %) at the most. Give less; a higher loss is given as proven costs, with its proof.',
      ],
    })
  const { fee, refund } = await costOf(id, { fee: 12000 })
  assert.deepEqual([fee, refund], [12000, 48000])
  assert.equal((await costOf(id, { fee: 501 })).fee, 501)
})

test('proven costs above the percentage of the terms are kept with their document', async () => {
  const { id } = await sold(30)
  assert.deepEqual((await cancel(id, { proven_costs: 20000, dry_run: true })).body.errors, {
    proven_costs: ['Costs that are kept need their proof: say which.'],
  })
  const cost = await costOf(id, { proven_costs: 20000, paper: '飯店取消費用單' })
  assert.deepEqual([cost.fee, cost.proven_costs, cost.refund], [20000, 20000, 40000])
  assert.deepEqual((await cancel(id, { proven_costs: 11999, paper: '收據', dry_run: true })).body.errors, {
    proven_costs: ['The terms already allow NT$12,000, which is more: leave the proven costs out.'],
  })
})

test('official fees are at most what was paid, or need a document', async () => {
  const { id } = await sold(30, { paid: 3000 })
  assert.deepEqual((await cancel(id, { official_fees: 3001, dry_run: true })).body.errors, {
    official_fees: ['NT$3,000 was paid. Official fees above that need their proof: say which.'],
  })
  assert.equal((await costOf(id, { official_fees: 3000 })).fee, 3000 + 11400)
  assert.equal((await costOf(id, { official_fees: 4000, paper: '簽證收據' })).fee, 4000 + 11200)
})

// Cause, days before the departure, costs; then the fee, penalty and refund of a booking of 60,000 for two.
const table = [
  ['house_fault', 45, {}, { fee: 0, penalty: 3000, refund: 63000 }],
  ['house_fault', 10, {}, { fee: 0, penalty: 18000, refund: 78000 }],
  ['below_minimum', 7, {}, { fee: 0, penalty: 0, refund: 60000 }],
  ['below_minimum', 7, { official_fees: 1600 }, { fee: 3200, penalty: 0, refund: 56800 }],
  ['below_minimum', 6, {}, { fee: 0, penalty: 18000, refund: 78000 }],
  ['force_majeure', 3, { official_fees: 1000, proven_costs: 2000 }, { fee: 6000, penalty: 0, refund: 54000 }],
  ['objective_risk', 3, { proven_costs: 90000 }, { fee: 60000, penalty: 0, refund: 0 }],
  ['other', 3, {}, { fee: 0, penalty: 0, refund: 60000 }],
] as const

const refused = [
  ['house_fault', 10, 'official_fees'],
  ['house_fault', 10, 'proven_costs'],
  ['below_minimum', 6, 'official_fees'],
  ['below_minimum', 7, 'proven_costs'],
  ['other', 3, 'official_fees'],
  ['other', 3, 'proven_costs'],
] as const

test('cancelling one booking and cancelling a whole trip follow the same table of causes', async () => {
  const sums = ({ fee, penalty, refund }: Record<string, number>) => ({ fee, penalty, refund })
  for (const [cause, days, costs, expected] of table) {
    const { on, id } = await sold(days)
    const paper = 'proven_costs' in costs ? { paper: '退票收據' } : {}
    const forTwo = Object.fromEntries(Object.entries(costs).map(([kind, amount]) => [kind, amount * 2]))
    assert.deepEqual(sums(await costOf(id, { cause, ...forTwo, ...paper })), expected, `${cause}, one booking`)
    const body = { status: 'cancelled', reason: '取消', cause, costs: { ...costs, ...paper } }
    done(await op.put(`/planned-trips/${on}/status`, body))
    assert.deepEqual(sums((await read(id)).cancellation), expected, `${cause}, the trip`)
  }
  for (const [cause, days, kind] of refused) {
    const { on, id } = await sold(days)
    const costs = { [kind]: 100, paper: '收據' }
    const one = (await cancel(id, { cause, ...costs, dry_run: true })).body
    assert.deepEqual(Object.keys(one.errors ?? {}), [kind], `${cause}, one booking`)
    const whole = (await op.put(`/planned-trips/${on}/status`, { status: 'cancelled', reason: '取消', cause, costs }))
      .body
    assert.deepEqual(Object.keys(whole.errors ?? {}), [`costs.${kind}`], `${cause}, the trip`)
    assert.deepEqual(whole.errors[`costs.${kind}`], one.errors[kind])
    const query = new URLSearchParams({ cause, [kind]: '100', paper: '收據' })
    assert.equal((await sales.get(`/planned-trips/${on}/cancellation?${query}`)).status, 422)
  }
})

test('a guaranteed trip, or one without a minimum, cannot be cancelled for too few travelers, nor can one booking of it', async () => {
  const guaranteed = await sold(20, { status: 'guaranteed' })
  assert.deepEqual((await cancel(guaranteed.id, { cause: 'below_minimum', dry_run: true })).body.errors, {
    cause: ['A trip that is guaranteed cannot be cancelled for numbers: name another cause.'],
  })
  const small = await sold(20, { min_pax: 1 })
  assert.deepEqual((await cancel(small.id, { cause: 'below_minimum', dry_run: true })).body.errors, {
    cause: ['A trip without a minimum cannot be cancelled for numbers: name another cause.'],
  })
})

test('the fee of a traveler cancelled earlier stays, and the percentage is not applied to it', async () => {
  const { id, second } = await sold(30)
  done(await sales.post(`/travelers/${second}/cancel`))
  const settled = [{ traveler_id: second, name: '乙', amount: 6000 }]
  const own = await costOf(id)
  assert.deepEqual([own.fee, own.settled, own.refund], [12000, settled, 48000])
  const fault = await costOf(id, { cause: 'house_fault' })
  assert.deepEqual([fault.fee, fault.penalty, fault.settled, fault.refund], [6000, 6000, settled, 60000])
  done(await cancel(id))
  const { total, refund_due, price_lines, cancellation } = await read(id)
  assert.deepEqual([total, refund_due, cancellation.fee, cancellation.refund], [12000, 48000, 12000, 48000])
  assert.deepEqual(
    price_lines.map(({ kind, amount, traveler_name }: Record<string, unknown>) => [kind, amount, traveler_name]),
    [
      ['adult', 30000, null],
      ['cancellation', 6000, '乙'],
      ['cancellation', -24000, null],
    ],
  )
})

test('the compensation of the agency is a line of its own', async () => {
  const { on, id } = await sold(30)
  done(await op.put(`/planned-trips/${on}/status`, { status: 'cancelled', reason: '取消', cause: 'house_fault' }))
  const { total, price_lines } = await read(id)
  assert.deepEqual(
    price_lines.map(({ amount, description_en }: Record<string, unknown>) => [amount, description_en]),
    [
      [60000, 'Adult'],
      [-60000, 'Settlement of the cancellation'],
      [-12000, 'Compensation of the agency'],
    ],
  )
  assert.equal(total, -12000)
})
