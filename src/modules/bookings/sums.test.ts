import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, op, finance, admin] = [as('sales'), as('op'), as('finance'), as('admin')]
const most = 9_999_999_999
const tooMuch = 'The sum would be above 999,999,999,999.99, which is the most that can be kept: give less.'
const line = (unit_price: number, more: object = {}) => ({
  kind: 'surcharge',
  description: '包機',
  unit_price,
  ...more,
})

test('a price that is too high is refused at its field, also if only the sum with earlier lines is too high', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const at = `/bookings/${id}/price-lines`
  for (const more of [
    { currency: 'JPY', rate: 99999 },
    { currency: 'JPY', rate: 999999.99999999, quantity: 99 },
    { kind: 'discount', currency: 'JPY', rate: 999999.99999999, quantity: 99 },
  ]) {
    const { status, body } = await sales.post(at, line(most, more))
    assert.deepEqual([status, body.errors], [422, { unit_price: [tooMuch] }])
  }
  const approved = { override: true, reason: '包機' }
  done(await admin.post(at, line(most, { quantity: 99, ...approved })))
  assert.deepEqual((await sales.post(at, line(most, { quantity: 2 }))).body.errors, { unit_price: [tooMuch] })
  assert.equal((await sales.get(`/bookings/${id}`)).data.total, 990_000_039_801)
})

test('a payment that is too high is refused at its field', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  await sql`update bookings set paid = 990000000000 where id = ${id}`.execute(db)
  const payment = { amount: most, method: 'cash', received_at: '2026-01-01T00:00Z', confirmed_amount: most }
  const { status, body } = await finance.post(`/bookings/${id}/payments`, payment)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual((await finance.post(`/bookings/${id}/payments`, payment)).body.errors, { amount: [tooMuch] })
})

test('an add-on whose price is too high at the rate of its currency is refused, and so is such a rate', async () => {
  const { id, travelers } = await book((await trip(5)).id, ['甲'])
  const category_id = done(await admin.post('/addon-requests/categories', { name: '測試', department: 'op' })).id
  const type = { category_id, name: '包機', pricing_type: 'fixed_price', base_cost: most }
  const request = async (cost_currency: string, type_code: string) => {
    const type_id = done(await admin.post('/addon-requests/types', { ...type, cost_currency, type_code })).id
    return done(await sales.post('/addon-requests', { type_id, traveler_id: travelers[0].id })).id
  }
  const final = async (of: number) => op.post(`/addon-requests/${of}/communications/department-final`, {})
  const dear = { from_currency: 'KWD', to_currency: 'TWD', rate: 999999.99999999, valid_from: '2026-01-01' }
  done(await finance.post('/exchange-rates', dear))
  const refused = await final(await request('KWD', 'T_KWD'))
  assert.deepEqual([refused.status, refused.body.errors], [422, { final_price: [tooMuch] }])
  done(await final(await request('CHF', 'T_CHF')))
  const { price_lines } = (await sales.get(`/bookings/${id}`)).data
  const rated = await finance.put(`/bookings/${id}/price-lines/${price_lines.at(-1).id}`, { rate: 99999 })
  assert.deepEqual([rated.status, rated.body.errors], [422, { rate: [tooMuch] }])
})

test('costs of a trip that are too high are refused, and their sum is exact', async () => {
  const { id } = await trip(5)
  const at = `/planned-trips/${id}/costs`
  const cost = { kind: 'air', currency: 'JPY' }
  for (const kind of ['estimated', 'actual'])
    assert.deepEqual((await op.post(at, { ...cost, [kind]: most, rate: 999999.99999999 })).body.errors, {
      [kind]: [tooMuch],
    })
  const first = done(await op.post(at, { ...cost, estimated: most, rate: 99 }))
  assert.deepEqual((await op.post(at, { ...cost, estimated: most, rate: 2 })).body.errors, { estimated: [tooMuch] })
  assert.deepEqual((await op.put(`${at}/${first.id}`, { rate: 101 })).body.errors, { estimated: [tooMuch] })
  assert.equal(done(await finance.get(`/planned-trips/${id}/money`)).costs.estimated, 989_999_999_901)
})
