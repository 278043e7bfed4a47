import assert from 'node:assert/strict'
import type { House } from '../../../test/house.ts'

type Ground = Awaited<ReturnType<typeof ground>>

/** A trip, a booking of the customer and one of somebody else, and five types, for the tests of the conversation. */
export const ground = ({ database, ids }: House) =>
  database.transaction({}, async (tx) => {
    const trip = await tx
      .insertInto('planned_trips')
      .values({ serial: 'CNX270128A', name: '清邁五日', departure_date: '2027-01-28', return_date: '2027-02-01' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const booked = async (booking_number: string, customer_user_id: number | null, name: string) => {
      const contact_email = `${booking_number.toLowerCase()}@example.com`
      const booking = await tx
        .insertInto('bookings')
        .values({
          booking_number,
          planned_trip_id: trip.id,
          contact_name: name,
          contact_email,
          customer_user_id,
          sales_user_id: ids.sales,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .insertInto('travelers')
        .values({ booking_id: booking.id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { booking_id: booking.id, traveler_id: id, contact_email }
    }
    const category = async (department: 'ticketing' | 'op') => {
      const made = { name: `測試 ${department}`, department }
      return (await tx.insertInto('addon_categories').values(made).returning('id').executeTakeFirstOrThrow()).id
    }
    const [ticketing, op] = [await category('ticketing'), await category('op')]
    const type = async (
      type_code: string,
      category_id: number,
      pricing_type: 'free' | 'fixed_price' | 'quotation_required',
      base_cost: number | null,
      requires_approval = false,
    ) => {
      const made = { category_id, name: type_code, type_code, pricing_type, base_cost, requires_approval }
      return (await tx.insertInto('addon_request_types').values(made).returning('id').executeTakeFirstOrThrow()).id
    }
    return {
      trip_id: trip.id,
      own: await booked('CNX270128A-001', ids.customer, '王小美'),
      others: await booked('CNX270128A-002', ids.other_customer, '李大同'),
      nobodys: await booked('CNX270128A-003', null, '陳無帳'),
      ticketing,
      op,
      seat: await type('T_SEAT', ticketing, 'quotation_required', null),
      sim: await type('T_SIM', op, 'fixed_price', 350.5),
      cake: await type('T_CAKE', op, 'free', null),
      unpriced: await type('T_UNPRICED', op, 'fixed_price', null),
      guarded: await type('T_GUARDED', ticketing, 'quotation_required', null, true),
    }
  })

/** Those who talk, and the shortest ways to what they say. */
export const talk = ({ as }: Pick<House, 'as'>, there: Ground) => {
  const sales = as('sales')
  const answerAt = (offer: number) => `/addon-requests/communications/${offer}/customer-response`
  const asked = async (type_id: number = there.seat, more: object = {}) => {
    const made = await sales.post('/addon-requests', { type_id, traveler_id: there.own.traveler_id, ...more })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return { ...made.data, at: `/addon-requests/${made.data.id}/communications` }
  }
  /** Forwards an offer. */
  const offer = async (request: { at: string }, said: object = { quoted_price: 900 }): Promise<number> => {
    const made = await sales.post(`${request.at}/sales-forward`, said)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.data.id
  }
  return {
    sales,
    ticketing: as('ticketing'),
    op: as('op'),
    customer: as('customer'),
    admin: as('admin'),
    asked,
    offer,
    answerAt,
    /** A new request with an offer. */
    offered: async (said?: object, more?: object) => {
      const request = await asked(there.seat, more)
      return { ...request, offer: await offer(request, said) }
    },
    answer: (offer: number, customer_response: string, by = as('customer')) =>
      by.patch(answerAt(offer), { customer_response }),
    /** All that was said, as `sender type`; what the customer sees too is marked. */
    said: async ({ at }: { at: string }): Promise<string[]> =>
      (await sales.get(`${at}?include_internal=true`)).data.map(
        (entry: { sender_type: string; message_type: string; is_internal: boolean }) =>
          `${entry.sender_type} ${entry.message_type}${entry.is_internal ? '' : ' (public)'}`,
      ),
  }
}
