import assert from 'node:assert/strict'
import { first, probesOf } from '../calls.ts'
import type { Fixtures } from '../fixtures.ts'

/** Bookings and their accounts. */
export const bookings = (given: Fixtures) => ({
  booking: () => booking(given),
  'line of a price': () => lines(given),
  payment: () => payments(given),
})

const booking = async ({ plain, as, body, planned, ids }: Fixtures) => {
  const id = await plain('/bookings', body(planned, ['李大同'], { customer_user_id: ids.customer }))
  const { data } = await as('customer').get(`/bookings/${id}`)
  assert.deepEqual([data.probe, data.notes], ['second', null])
}

const lines = async ({ make, read, booked }: Fixtures) => {
  const at = `/bookings/${booked}`
  const line = { kind: 'surcharge', description: '單人房', unit_price: 100 }
  const { id, probe } = await make(`${at}/price-lines`, { ...line, ...first })
  assert.deepEqual([probe, (await read(`${at}/price-lines/${id}`)).probe], ['first', 'first'])
  assert.deepEqual(probesOf((await read(at)).price_lines), [null, 'first'])
}

const payments = async ({ make, read, booked }: Fixtures) => {
  const at = `/bookings/${booked}/payments`
  const payment = { amount: 100, method: 'bankTransfer', received_at: '2026-01-01T10:00' }
  const { id, probe } = await make(at, { ...payment, ...first })
  assert.deepEqual([probe, (await read(`${at}/${id}`)).probe], ['first', 'first'])
  assert.deepEqual(probesOf(await read(at)), ['first'])
}
