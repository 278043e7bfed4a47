import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { moment, nullable, oneOf } from '../../kit/fields.ts'
import { Booking, contactColumns, NewBooking } from './booking.ts'
import { completeSettled } from './complete.ts'
import { accountOf } from './customer.ts'
import { frozenPrice, lockedTripToBook, type Terms } from './locks.ts'

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

/** Writes a booking at the price of its trip. One that is completed is confirmed at first, until its account is settled. */
export async function enterBooking(tx: Tx, body: EnteredBooking, actor_id: number | undefined) {
  const { contact, booked_at, status = 'confirmed', cancelled_at, cancel_reason, ...details } = body
  const trip = await lockedTripToBook(tx, body.planned_trip_id)
  if (!trip) return refuseField('planned_trip_id', ['沒有這筆資料。', 'There is no such record.'])
  const price = frozenPrice(trip)
  const before = (trip.terms as Terms).payment_policy?.balance_days_before ?? 0
  const moment = booked_at ? sql<string>`${booked_at}::timestamptz` : sql<string>`now()`
  await countNumber(tx, trip.id, body.booking_number)
  const { id } = await tx
    .insertInto('bookings')
    .values({
      branch_id: trip.branch_id,
      sales_user_id: trip.sales_user_id,
      balance_due_on: sql<string>`${trip.departure_date}::date - ${before}::integer`,
      ...details,
      ...contactColumns(contact),
      contact_name: contact.name,
      customer_user_id: contact.email ? await accountOf(tx, contact.email) : null,
      source: 'import',
      status: status === 'completed' ? 'confirmed' : status,
      ...(price && { price: JSON.stringify(price), currency: price.currency }),
      ...(status === 'cancelled' && {
        cancelled_at: cancelled_at ?? moment,
        cancel_reason: cancel_reason ?? null,
        cancel_cause: 'traveler',
      }),
      created_at: moment,
      queued_at: moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'booking.entered', { booking_id: id, step: 'register', actor_id })
  return id
}

// The next booking of the trip gets the number after it.
const countNumber = async (tx: Tx, planned_trip_id: number, booking_number: string) => {
  const last = Number(/-(\d{1,8})$/.exec(booking_number)?.[1] ?? 0)
  if (last > 0)
    await sql`insert into booking_numbers (planned_trip_id, last) values (${planned_trip_id}, ${last})
      on conflict (planned_trip_id) do update set last = greatest(booking_numbers.last, excluded.last)`.execute(tx)
}

/** The balance of a booking and whether it is completed, once its travelers and payments are there. */
export async function settleEntered(tx: Tx, id: number) {
  await completeSettled(tx, id)
  return found(
    await tx.selectFrom('bookings').select(['balance', 'currency', 'status']).where('id', '=', id).executeTakeFirst(),
  )
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
