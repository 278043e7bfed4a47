import type { Tx } from '../../kit/db/tables.ts'

/** The recipients of a notice about one traveler: the contact, and the traveler if there is a separate address. */
export async function concernedWith(tx: Tx, { id, booking_id }: { id: number; booking_id: number }) {
  const { customer, ...concerned } = await concernedBy(tx, booking_id)
  return { ...concerned, customer: [...customer, { traveler: id }] }
}

/** The recipients of notices about a booking's travelers. Without a salesperson of the booking, that of the trip. */
export async function concernedBy(tx: Tx, booking_id: number) {
  const { sales, ...named } = await inCharge(tx, booking_id)
  return { ...named, sales: [sales], customer: [{ contact: booking_id }] }
}

const inCharge = (tx: Tx, booking_id: number) =>
  tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['t.serial', 'b.booking_number as number'])
    .select((is) => is.fn.coalesce('b.sales_user_id', 't.sales_user_id').as('sales'))
    .where('b.id', '=', booking_id)
    .executeTakeFirstOrThrow()
