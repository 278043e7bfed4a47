import { type SqlBool, sql, type UpdateObject } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tables, Tx } from '../../kit/db/tables.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { terms } from '../../terms.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { bookableStatuses } from '../trip-statuses.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    cancelled_bookings: {
      booking_id: number
      status: Extract<BookingStatus, 'waitlisted' | 'held' | 'confirmed'>
      offered_at: string | null
      hold_expires_at: string | null
      undo_until: string | null
    }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.cancelled': Cancelled
  }
}
export type Cancelled = { booking_id: number; actor_id: number | undefined }

/** SQL: whether the cancellation of a booking of this alias can still be undone. */
export function canBeUndone(booking: string) {
  return sql<SqlBool>`exists (
    select from cancelled_bookings k where k.booking_id = ${sql.ref(`${booking}.id`)} and k.undo_until > clock_timestamp())`
}

/** SQL: whether a booking of this alias was cancelled lately enough to be restored. */
export function isRestoredInTime(booking: string) {
  return sql<SqlBool>`coalesce(${sql.ref(`${booking}.cancelled_at`)} > now() - ${sql.lit(terms.restore.interval)}::interval, false)`
}

/** SQL: whether the contact of a booking of this alias, or one who would travel again, was erased meanwhile. */
export function isErased(booking: string) {
  return sql<SqlBool>`(${sql.ref(`${booking}.contact_name`)} = ${ERASED_NAME} or exists (
    select from travelers v where v.booking_id = ${sql.ref(`${booking}.id`)} and v.status = 'active' and v.name = ${ERASED_NAME}))`
}

/** SQL: whether a cancelled booking of this alias can be restored, if there are seats. */
export function canBeRestored(booking: string) {
  return sql<SqlBool>`(${isRestoredInTime(booking)} and not ${canBeUndone(booking)} and not ${isErased(booking)} and exists (
    select from planned_trips t where t.id = ${sql.ref(`${booking}.planned_trip_id`)} and t.departure_date >= today()
       and ${isOneOf('t.status', bookableStatuses)}))`
}

/** Remembers how a booking stands before it is cancelled. */
export function rememberStanding(tx: Tx, id: number) {
  return sql`
    insert into cancelled_bookings (booking_id, status, offered_at, hold_expires_at)
    select id, status, offered_at, hold_expires_at from bookings where id = ${id}
        on conflict (booking_id) do update set status = excluded.status, offered_at = excluded.offered_at,
           hold_expires_at = excluded.hold_expires_at, undo_until = null`.execute(tx)
}

type Change = UpdateObject<Tables, 'bookings'> & { actor_id?: number | undefined }

/**
 * Cancels a booking so that it can be undone: until then its seats are kept and nobody is told, also no other module, so that undoing it
 * only has to put back what is written here.
 */
export async function cancelForNow(tx: Tx, id: number, { actor_id, ...change }: Change) {
  await tx.updateTable('bookings').set(change).where('id', '=', id).execute()
  await tx
    .updateTable('cancelled_bookings')
    .set({ undo_until: sql<string>`now() + ${terms.undo.interval}::interval` })
    .where('booking_id', '=', id)
    .execute()
  enqueue(tx, 'bookings.cancelled', { booking_id: id, actor_id }, { at: terms.undo.interval })
}

/** How a booking stood before it was cancelled; undefined if it was cancelled before this was kept. Compared with the clock after the lock. */
export const standingBefore = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('cancelled_bookings')
    .select(['status', 'offered_at', 'hold_expires_at'])
    .select(sql<boolean>`coalesce(undo_until > clock_timestamp(), false)`.as('is_undoable'))
    .where('booking_id', '=', id),
)

/** Removes what the cancellation of a booking has written: the lines that settled it and what was given up. Fees of single travelers stay. */
export async function reopen(tx: Tx, id: number) {
  await tx
    .deleteFrom('booking_price_lines')
    .where('booking_id', '=', id)
    .where('kind', '=', 'cancellation')
    .where('traveler_id', 'is', null)
    .execute()
  await sql`
    delete from booking_concessions c using bookings b
     where b.id = ${id} and c.booking_id = b.id and c.created_at = b.cancelled_at`.execute(tx)
  await tx
    .updateTable('bookings')
    .set({ cancelled_at: null, cancelled_by: null, cancel_cause: null, cancel_reason: null, cancel_reason_en: null })
    .set({ cancel_paper: null, cancellation_fee: null, official_fees: null, proven_costs: null, penalty: null })
    .set({ refund: null })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('cancelled_bookings').where('booking_id', '=', id).execute()
}
