import assert from 'node:assert/strict'
import type { Console } from './console.ts'

/** A request of the demo's customer with a price to be quoted. */
export const newRequest = async (caller: Console['caller']): Promise<number> => {
  const [sales, customer] = [await caller('sales'), await caller('customer')]
  const [booking] = (await customer.get('/bookings?status=confirmed')).data
  const [traveler] = (await sales.get(`/travelers?booking_id=${booking.id}`)).data
  const types = (await sales.get('/addon-requests/types')).data
  const type = types.find(
    (each: { pricing_type: string; requires_approval: boolean }) =>
      each.pricing_type === 'quotation_required' && !each.requires_approval,
  )
  const made = await sales.post('/addon-requests', { type_id: type.id, traveler_id: traveler.id })
  assert.equal(made.status, 201)
  return made.data.id
}
