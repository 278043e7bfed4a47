import type { House } from '../../../test/house.ts'

/** A trip, a booking of the customer and one of somebody else, and three types, for the tests of the conversation. */
export const ground = async ({ database, ids }: House) => {
  const category = (department: 'ticketing' | 'op') => ({ name: `測試 ${department}`, department })
  return database.transaction({}, async (tx) => {
    const trip = await tx
      .insertInto('planned_trips')
      .values({ serial: 'CNX270128A', name: '清邁五日', departure_date: '2027-01-28', return_date: '2027-02-01' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const booked = async (number: string, customer_user_id: number, traveler: string) => {
      const booking = await tx
        .insertInto('bookings')
        .values({
          booking_number: number,
          planned_trip_id: trip.id,
          contact_name: traveler,
          contact_email: `${number.toLowerCase()}@example.com`,
          customer_user_id,
          sales_user_id: ids.sales,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .insertInto('travelers')
        .values({ booking_id: booking.id, name: traveler })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { booking_id: booking.id, traveler_id: id }
    }
    const own = await booked('CNX270128A-001', ids.customer, '王小美')
    const others = await booked('CNX270128A-002', ids.other_customer, '李大同')
    const made = async (department: 'ticketing' | 'op') =>
      (await tx.insertInto('addon_categories').values(category(department)).returning('id').executeTakeFirstOrThrow())
        .id
    const [ticketing, op] = [await made('ticketing'), await made('op')]
    const type = async (
      type_code: string,
      category_id: number,
      pricing_type: 'free' | 'fixed_price' | 'quotation_required',
      base_cost: number | null,
      requires_approval = false,
    ) =>
      (
        await tx
          .insertInto('addon_request_types')
          .values({ category_id, name: type_code, type_code, pricing_type, base_cost, requires_approval })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    return {
      trip_id: trip.id,
      own,
      others,
      seat: await type('T_SEAT', ticketing, 'quotation_required', null),
      sim: await type('T_SIM', op, 'fixed_price', 350.5),
      cake: await type('T_CAKE', op, 'free', null),
      unpriced: await type('T_UNPRICED', op, 'fixed_price', null),
      guarded: await type('T_GUARDED', ticketing, 'quotation_required', null, true),
    }
  })
}
