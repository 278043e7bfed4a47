import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { promised } from '../bookings/open-trip-facts.ts'
import { travelerOfLine } from '../shown-names.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import type { Reader } from '../users/reader.ts'
import { inZone, tripColumns, tripNames } from './trip-queries.ts'

type Part = ReturnType<typeof sql>
const rowsOf = <Row>(table: Part, columns: Part, order: Part) =>
  sql<
    Row[]
  >`(select coalesce(json_agg(json_build_object(${columns}) order by ${order}), '[]') from ${table} where x.booking_id = bookings.id)`

const lines = rowsOf<object>(
  sql`booking_price_lines x`,
  sql`'kind', x.kind, 'description', x.description || coalesce('（' || ${travelerOfLine('x')} || '）', ''),
      'description_en', x.description_en || coalesce(' (' || ${travelerOfLine('x')} || ')', ''), 'quantity', x.quantity,
      'unit_price', x.unit_price, 'amount', x.amount, 'currency', x.currency`,
  sql`x.id`,
)
type PaymentOnPaper = { id: number; kind: string; voided_at: string | null }
const payments = rowsOf<PaymentOnPaper>(
  sql`booking_payments x`,
  sql`'id', x.id, 'kind', x.kind, 'amount', x.amount, 'method', x.method, 'reference', x.reference,
      'voided_at', ${inZone('x.voided_at')}, 'received_at', ${inZone('x.received_at')}`,
  sql`x.received_at, x.id`,
)
type TravelerOnPaper = { name: string }
const travelers = sql<TravelerOnPaper[]>`(
  select coalesce(json_agg(json_build_object('name', x.name, 'surname_en', x.surname_en, 'given_name_en', x.given_name_en,
      'passenger_type', x.passenger_type) order by x.id), '[]') from travelers x where x.booking_id = bookings.id and x.status = 'active')`
// The salesperson of the booking, otherwise that of the trip.
const sales = sql<object | null>`(
  select json_build_object('name', u.name, 'name_en', u.name_en, 'phone', u.phone, 'email', u.email)
    from users u where u.id = coalesce(bookings.sales_user_id, planned_trips.sales_user_id) and u.status = 'active')`

/** A booking with its trip, with the fields that papers for its customer show. */
export const bookingOnPaper = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips', 'planned_trips.id', 'bookings.planned_trip_id')
    .where(isBookingSeen(reader))
    .select(['bookings.booking_number', 'bookings.status', 'bookings.locale', 'bookings.currency', 'bookings.total'])
    .select([
      'bookings.paid',
      'bookings.balance',
      'bookings.deposit',
      'bookings.deposit_due_on',
      'bookings.balance_due_on',
    ])
    .select(['bookings.contact_name', 'bookings.contact_phone', 'bookings.contact_email', 'bookings.customer_note'])
    .select([lines.as('price_lines'), payments.as('payments'), travelers.as('travelers'), sales.as('sales')])
    .select(tripNames)
    .select(tripColumns)
    .select(promised.as('promised'))
    .where('bookings.id', '=', id),
)
export type BookingOnPaper = Awaited<ReturnType<typeof bookingOnPaper>>
