import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isAmong } from '../../kit/db/fragments.ts'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { moment, nullable, oneOf } from '../../kit/fields.ts'
import { Booking, contactColumns, NewBooking } from './booking.ts'
import { completeAllSettled } from './complete.ts'
import { accountsOf } from './customer.ts'
import { frozenPrice, lockedTripsToBook, type Terms, type TripToBook } from './locks.ts'

const { planned_trip_id, contact, branch_id, sales_user_id, locale, notes, customer_note } = NewBooking.properties
const { payment_method, travel_purpose, marketing_source } = NewBooking.properties
const { privacy_consent_how, privacy_consent_at, hold_expires_at } = NewBooking.properties
const { booking_number, deposit_due_on, balance_due_on, cancelled_at, cancel_reason } = Booking.properties

/** A booking that the house had before: it brings its number, its status and its days. Its travelers and its account follow. */
export const EnteredBooking = Type.Object({
  booking_number,
  planned_trip_id,
  contact,
  status: Type.Optional(oneOf(['waitlisted', 'held', 'confirmed', 'completed', 'cancelled'])),
  booked_at: nullable(moment()),
  branch_id,
  sales_user_id,
  locale,
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
  notes,
  privacy_consent_how,
  privacy_consent_at,
  hold_expires_at,
  deposit_due_on,
  balance_due_on,
  cancelled_at,
  cancel_reason,
})
export type EnteredBooking = Static<typeof EnteredBooking>

/** Writes bookings at the prices of their trips. One that is completed is confirmed at first, until its account is settled. */
export async function enterBookings(tx: Tx, bodies: readonly EnteredBooking[], actor_id: number | undefined) {
  const ids = bodies.map((body) => body.planned_trip_id)
  const trips = await lockedTripsToBook(tx, ids)
  const accounts = await accountsOf(
    tx,
    bodies.flatMap(({ contact }) => contact.email ?? []),
  )
  const rows = bodies.map((body) => {
    const trip = trips.get(body.planned_trip_id) ?? refuseField('planned_trip_id', noTrip)
    return rowOf(body, trip, accounts.get(body.contact.email?.toLowerCase() ?? '') ?? null)
  })
  await countNumbers(tx, bodies)
  const entered = await tx.insertInto('bookings').values(rows).returning('id').execute()
  for (const { id } of entered) await emit(tx, 'booking.entered', { booking_id: id, step: 'register', actor_id })
  return entered.map(({ id }) => id)
}

const noTrip = ['沒有這筆資料。', 'There is no such record.'] as const

const rowOf = (body: EnteredBooking, trip: TripToBook, customer_user_id: number | null) => {
  const { contact, booked_at, status = 'confirmed', cancelled_at, cancel_reason, ...details } = body
  const price = frozenPrice(trip)
  const before = (trip.terms as Terms).payment_policy?.balance_days_before ?? 0
  const moment = booked_at ? sql<string>`${booked_at}::timestamptz` : sql<string>`now()`
  return {
    branch_id: trip.branch_id,
    sales_user_id: trip.sales_user_id,
    balance_due_on: sql<string>`${trip.departure_date}::date - ${before}::integer`,
    ...details,
    ...contactColumns(contact),
    contact_name: contact.name,
    customer_user_id,
    source: 'import' as const,
    status: status === 'completed' ? ('confirmed' as const) : status,
    ...(price && { price: JSON.stringify(price), currency: price.currency }),
    ...(status === 'cancelled' && {
      cancelled_at: cancelled_at ?? moment,
      cancel_reason: cancel_reason ?? null,
      cancel_cause: 'traveler' as const,
    }),
    created_at: moment,
    queued_at: moment,
  }
}

// The next booking of each trip gets the number after its highest.
const countNumbers = async (tx: Tx, bodies: readonly EnteredBooking[]) => {
  const numbers = bodies.map(({ booking_number }) => Number(/-(\d{1,8})$/.exec(booking_number)?.[1] ?? 0))
  const ids = bodies.map(({ planned_trip_id }) => planned_trip_id)
  await sql`
    insert into booking_numbers (planned_trip_id, last)
    select id, max(number) from unnest(${ids}::integer[], ${numbers}::integer[]) given (id, number)
     where number > 0 group by id order by id
        on conflict (planned_trip_id) do update set last = greatest(booking_numbers.last, excluded.last)`.execute(tx)
}

/** The balances of bookings and whether they are completed, once their travelers and payments are there. */
export async function settleEntered(tx: Tx, ids: readonly number[]) {
  await completeAllSettled(tx, ids)
  const settled = await tx
    .selectFrom('bookings')
    .select(['id', 'balance', 'currency', 'status'])
    .where(isAmong('id', ids))
    .execute()
  return new Map(settled.map((booking) => [booking.id, booking]))
}

/** Removes a booking that was entered by mistake, with its fares; travelers and payments must be gone. */
export async function removeEntered(tx: Tx, id: number) {
  await tx.deleteFrom('booking_price_lines').where('booking_id', '=', id).execute()
  await sql`delete from obligation_settlements s using booking_obligations o
             where o.id = s.obligation_id and o.booking_id = ${id}`.execute(tx)
  await tx.deleteFrom('booking_obligations').where('booking_id', '=', id).execute()
  await remove(tx, 'bookings', id)
}

/** Removes a payment that was entered by mistake; what it paid is owed again. */
export async function removeEnteredPayment(tx: Tx, id: number) {
  const voided = await tx
    .updateTable('booking_payments')
    .set({ voided_at: sql<string>`now()`, void_reason: '匯入已復原 Import undone' })
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .returning('booking_id')
    .executeTakeFirst()
  // At once, not with the commit: what a refund has paid must not refer to it any more.
  if (voided) await sql`select keep_obligations(${voided.booking_id})`.execute(tx)
  await remove(tx, 'booking_payments', id)
}
