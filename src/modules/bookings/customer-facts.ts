import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { theRow } from '../../kit/db/statement.ts'
import { keptForProof } from '../planned-trips/seats.ts'
import { reportedAmount } from './payment-reports/payment-report.ts'

/** An amount that is owed back is paid within so many days of the event that caused it. */
const REFUND_DAYS = 14

const refunded = sql<number>`(select coalesce(sum(x.amount), 0) from booking_payments x
  where x.booking_id = bookings.id and x.kind = 'refund' and x.voided_at is null)`
const refundBy = sql<
  string | null
>`(select (min(${localDay(sql`o.created_at`)}) + ${sql.lit(REFUND_DAYS)}::integer)::text
  from booking_obligations o where o.booking_id = bookings.id and o.open_amount > 0)`

const answerBy = sql<string | null>`(select max(r.answer_by)::text from payment_reports r
  where r.booking_id = bookings.id and r.status = 'waiting')`

/** The columns of `CustomerFacts` for a booking and its trip `t`. */
export const customerColumns = [
  'bookings.status',
  sql<boolean>`bookings.offered_at is not null`.as('is_offered'),
  sql<boolean>`bookings.contact_proved_at is not null`.as('is_proved'),
  sql<string | null>`case when ${keptForProof('bookings')} then bookings.proof_until end`.as('proof_until'),
  'bookings.hold_expires_at',
  'bookings.cancel_cause',
  'bookings.cancel_reason',
  'bookings.cancel_reason_en',
  'bookings.currency',
  'bookings.total',
  'bookings.paid',
  'bookings.balance',
  'bookings.deposit',
  'bookings.deposit_due_on',
  'bookings.balance_due_on',
  reportedAmount('bookings').as('reported'),
  answerBy.as('answer_by'),
  refunded.as('refunded'),
  refundBy.as('refund_by'),
  't.status as trip_status',
] as const

/** What the sentences for the customer of a booking depend on. */
export const customerFacts = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(customerColumns)
    .where('bookings.id', '=', booking),
)
