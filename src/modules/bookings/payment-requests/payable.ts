import { sql } from 'kysely'
import { localDay } from '../../../kit/db/fragments.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import { minus } from '../../../kit/money.ts'
import { isToCall } from '../owed.ts'
import { reportedAmount } from '../payment-reports/payment-report.ts'
import type { Purpose } from './payment-request.ts'

/** A customer has so many days to pay where the day of the booking is over, or there is none. */
const DAYS_TO_PAY = 3

const itsHoldDay = sql<
  string | null
>`case when b.status = 'held' and b.paid = 0 then ${localDay(sql`b.hold_expires_at`)} end`

/** What a request for money depends on: what is owed, by when, and what is reported as paid. */
export const payableBooking = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .select([
      'b.id',
      'b.booking_number',
      'b.planned_trip_id',
      'b.status',
      'b.currency',
      'b.total',
      'b.paid',
      'b.balance',
    ])
    .select(['b.deposit', 'b.balance_due_on'])
    .select(sql<string | null>`coalesce(${itsHoldDay}, b.deposit_due_on)::text`.as('deposit_due_on'))
    .select(sql<string | null>`${itsHoldDay}::text`.as('hold_day'))
    .select(sql<boolean>`b.offered_at is not null and b.status = 'held'`.as('is_offered'))
    .select(isToCall('b').as('is_to_call'))
    .select(reportedAmount('b').as('reported'))
    .select([
      sql<string>`today()::text`.as('today'),
      sql<string>`(today() + ${sql.lit(DAYS_TO_PAY)}::integer)::text`.as('soon'),
    ])
    .where('b.id', '=', id),
)
export type PayableBooking = NonNullable<Awaited<ReturnType<typeof payableBooking>>>

/** Whether a booking in this status is asked for money. What a cancelled one still owes is settled by talking. */
export function isPayable({ status }: Pick<PayableBooking, 'status'>) {
  return status === 'held' || status === 'confirmed' || status === 'completed'
}

/** What all payments come to once everything that is asked for by this purpose is paid. */
export function reachedBy(purpose: Purpose, { deposit, total }: Pick<PayableBooking, 'deposit' | 'total'>) {
  return purpose === 'deposit' ? Math.min(deposit, total) : total
}

/** The day by which the booking itself says that it is due; null if it says none, or the day is over. */
export function dueDayOf(purpose: Purpose, { deposit_due_on, balance_due_on, hold_day, today }: PayableBooking) {
  const day = purpose === 'deposit' ? deposit_due_on : balance_due_on
  return day === null || day < today ? null : within(day, hold_day)
}

/** Seats that nothing is paid for lapse with their hold, so nobody is asked to pay after it. */
export function within(day: string, hold_day: string | null) {
  return hold_day !== null && day > hold_day ? hold_day : day
}

/** What may be asked for now: what is owed, without what its customer says it has paid. */
export function mayBeAsked({ balance, reported }: Pick<PayableBooking, 'balance' | 'reported'>) {
  return Math.max(minus(balance, reported), 0)
}
