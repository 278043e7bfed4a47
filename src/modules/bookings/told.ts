import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import { keptForProof } from '../planned-trips/seats.ts'
import { tripCalled } from '../shown-names.ts'
import type { LineKind } from './booking.ts'
import { reportedAmount } from './payment-reports/payment-report.ts'
import { position } from './read.ts'
import type { LeftTrip } from './status.ts'

/**
 * A price line. The traveler is an id here; the name is added when the mail is sent, because a job payload holds no personal data.
 */
export type ToldLine = {
  kind: LineKind
  /** Set only on a line that settles a cancellation, which the system writes. */
  description: string | null
  description_en: string | null
  quantity: number
  amount: number
  currency: string
  traveler_id: number | null
}

const lines = sql<ToldLine[]>`(
  select coalesce(json_agg(l order by l.id), '[]') from (
    select p.id, p.kind, p.quantity, p.amount, p.currency, p.traveler_id,
           case when p.kind = 'cancellation' then p.description end as description,
           case when p.kind = 'cancellation' then p.description_en end as description_en
      from booking_price_lines p where p.booking_id = bookings.id) l)`

// The salesperson of the booking, or all of sales if it has none.
const sales = sql<number[]>`case when bookings.sales_user_id is not null then array[bookings.sales_user_id]
  else array(select id from users where roles @> '{sales}' and status = 'active') end`

/** A booking as it is now: the values for notices now, and for the mail that is sent later. */
export const bookingNow = oneRow((db, { booking_id }: { booking_id: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select([
      'bookings.id',
      'contact_name as contact',
      'bookings.cancel_reason as reason',
      'customer_user_id as customer',
    ])
    .select(sales.as('sales'))
    .select([
      'booking_number as number',
      'planned_trip_id',
      't.serial',
      't.name as trip',
      tripCalled('t').as('trip_en'),
    ])
    .select(['t.departure_date as departure', 't.return_date as return'])
    .select(['bookings.status', position.as('position')])
    .select([
      sql<boolean>`contact_proved_at is not null`.as('is_proved'),
      sql<boolean>`offered_at is not null`.as('is_offered'),
    ])
    .select(
      sql<string | null>`case when bookings.status = 'held' then hold_expires_at
        when ${keptForProof('bookings')} then proof_until end`.as('kept_until'),
    )
    .select(['currency', 'total', 'paid', 'deposit', 'deposit_due_on', 'balance_due_on', 'cancellation_fee', 'refund'])
    .select(reportedAmount('bookings').as('reported'))
    .select(lines.as('lines'))
    .where('bookings.id', '=', booking_id),
)
export type BookingNow = NonNullable<Awaited<ReturnType<typeof bookingNow>>>

/** What a transfer says of the trip before, for its notices and its mail. */
export function leftParams(left: LeftTrip | undefined) {
  const { before = null, after = null, difference = null } = left?.fares ?? {}
  const isSame = before !== null && before === after
  return {
    ...{ left_serial: left?.serial ?? null, left_trip: left?.trip ?? null, left_trip_en: left?.trip_en ?? null },
    ...{ left_departure: left?.departure ?? null, left_return: left?.return ?? null },
    ...{
      fare_before: before,
      fare_after: after,
      difference: isSame ? null : difference,
      fare_same: isSame ? after : null,
    },
  }
}

/** The values of the moment of an event, for its mail. They wait in the job queue, so they contain no personal data. */
export type Told = Omit<BookingNow, 'id' | 'contact' | 'reason' | 'customer' | 'sales'>
export function toldOf({ id: _, contact, reason, customer, sales, ...told }: BookingNow): Told {
  return told
}
