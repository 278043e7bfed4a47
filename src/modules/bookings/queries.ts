import { type SqlBool, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { membersOf, selected } from '../../kit/db/columns.ts'
import { jsonArrayOf, jsonRecord, jsonRow } from '../../kit/db/json.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { day, flag, nullable, ref } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { type Filter, from, is, openOrDone, reached, sought, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { nameColumns } from '../../kit/resource/names.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { idsFound } from '../search-parts.ts'
import { openChangeRequest, travelerOfLine, tripNames } from '../shown-names.ts'
import { askedForMine, type Owned, ownOf } from '../users/mine.ts'
import { actingOf, isOutside, type Reader } from '../users/reader.ts'
import { Obligation, Settlement } from './account/schema.ts'
import { life } from './flow.ts'
import { Booking } from './schema.ts'
import { namedInBookings, PlainBooking, StoredLine } from './shapes.ts'
import { actsAs, bookingsSeenBy } from './visible.ts'

const { booking_number, total, source, status, customer_user_id, sales_user_id } = Booking.properties

// Each table is searched with its own index, and the results are combined.
const byPeople = sought(
  (given) => sql`bookings.id in (${idsFound('bookings', given)} union ${idsFound('travelers', given, 'booking_id')})`,
)
const ofTrip = (by: Filter) => reached('bookings.planned_trip_id', 'planned_trips', 'id', by)

const bookingList = list({
  of: 'bookings',
  sort: { booking_number, total, payment_due_on: nullable(day()) },
  order: '-created_at',
  filters: {
    q: byPeople,
    planned_trip_id: is('bookings.planned_trip_id', ref()),
    status: is('bookings.status', status),
    group: openOrDone('bookings.status', life.statuses, life.ends),
    source: is('bookings.source', source),
    sales_user_id: is('bookings.sales_user_id', sales_user_id),
    customer_user_id: is('bookings.customer_user_id', customer_user_id),
    branch_id: is('bookings.branch_id', ref()),
    departs_from: ofTrip(from('planned_trips.departure_date', day())),
    departs_to: ofTrip(until('planned_trips.departure_date', day())),
    payment_due_until: until('bookings.payment_due_on', day()),
    overdue: {
      schema: flag(),
      where: (asked) => sql<SqlBool>`(coalesce(bookings.payment_due_on < today(), false) = ${asked})`,
    },
  },
})

/** The contact of the booking. */
export const contact = sql<object>`json_build_object('name', bookings.contact_name, 'phone', bookings.contact_phone,
  'email', bookings.contact_email, 'line_id', bookings.contact_line_id)`
const trip = sql<object>`(
  select ${tripNames('t', 'return_date', 'status')}
    from planned_trips t where t.id = bookings.planned_trip_id)`
/** The position on the waitlist, from 1. */
export const position = sql<number | null>`case bookings.status when 'waitlisted' then (
  select count(*) from bookings o where o.planned_trip_id = bookings.planned_trip_id and o.status = 'waitlisted'
     and (o.queued_at, o.id) <= (bookings.queued_at, bookings.id)) end`
const isOverdue = sql<boolean>`coalesce(bookings.payment_due_on < today(), false)`
const cancellation = (by: ReturnType<typeof sql>) => sql<object | null>`case when bookings.status = 'cancelled' then
  json_build_object('at', cancelled_at, 'by', ${by}, 'cause', cancel_cause, 'reason', cancel_reason, 'fee', cancellation_fee,
    'official_fees', official_fees, 'proven_costs', proven_costs, 'paper', cancel_paper, 'penalty', penalty, 'refund', refund) end`
/** The kinds of travelers for whom the price of the trip has no amount yet. */
export const missingPrices = sql<'infant'[]>`case when bookings.status in ('held', 'waitlisted', 'confirmed')
    and bookings.price ->> 'adult' is not null and bookings.price ->> 'infant' is null and exists (
      select from travelers v where v.booking_id = bookings.id and v.status = 'active' and v.passenger_type = 'infant')
  then '["infant"]'::json else '[]'::json end`
const isOffered = sql`bookings.offered_at is not null`
const isCalledOff = sql`coalesce(bookings.cancel_cause, 'traveler') <> 'traveler'`
const isProved = sql`bookings.contact_proved_at is not null`
const size = sql<number>`(select count(*) from travelers v where v.booking_id = bookings.id and v.status = 'active')`

/** Bookings as the reader may see them: internal notes are not shown to customers. */
const bookings = (db: Db, reader: Reader) =>
  bookingsSeenBy(db, reader)
    .select(columnsOf('bookings', PlainBooking, isOutside(reader) ? ['notes'] : []))
    .select([
      'bookings.balance',
      sql<number>`greatest(-bookings.balance, 0)`.as('refund_due'),
      'bookings.payment_due_on',
      contact.as('contact'),
      trip.as('trip'),
      ...nameColumns('bookings', namedInBookings),
      size.as('party_size'),
      position.as('waitlist_position'),
      isOverdue.as('is_overdue'),
      missingPrices.as('missing_prices'),
      cancellation(isOutside(reader) ? sql`null::integer` : sql`cancelled_by`).as('cancellation'),
      possibleColumn(life, actsAs(reader), 'bookings.status', { isOffered, isProved, isCalledOff }).as('possible'),
    ])

/** The list of bookings with its filters, `mine` among them. */
export const bookingsOf = <Row extends TSchema>(row: Row) => bookingList.asking(row, askedForMine)
export const readBookings = (db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) =>
  bookingPage(db, { ...actingOf(actor), ...ownOf(actor, mine) }, query)

export const bookingPage = bookingList.over((db, { own_of, ...reader }: Reader & Owned) =>
  own_of === undefined ? bookings(db, reader) : bookings(db, reader).where('bookings.sales_user_id', '=', own_of),
)

const lineNames = Object.keys(StoredLine.properties)
const openNames = lineNames.filter((name) => name !== 'override_reason')
const bookedAmount = (of: string) => sql<number | null>`at_rate(${sql.ref(`${of}.amount`)}, ${sql.ref(`${of}.rate`)})`
/** Why a discount was approved is for the office, finance among it. */
const readsReasons = ({ sees }: Reader) => sees === 'all' || sees === 'money'
const shownLines = (reason: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object(${membersOf('l', openNames)}, 'override_reason', ${reason},
      'traveler_name', ${travelerOfLine('l')}, 'booked_amount', ${bookedAmount('l')}) order by l.id), '[]')
    from booking_price_lines l where l.booking_id = bookings.id)`
const payments = sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount, 'method', p.method,
      'received_at', p.received_at, 'reference', p.reference, 'voided_at', p.voided_at) order by p.received_at, p.id), '[]')
    from booking_payments p where p.booking_id = bookings.id)`
const travelers = sql`(
  select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'surname_en', v.surname_en,
      'given_name_en', v.given_name_en, 'passenger_type', v.passenger_type, 'status', v.status, 'open_change_request_id', ${openChangeRequest('v')}) order by v.id), '[]')
    from travelers v where v.booking_id = bookings.id)`
// Amounts in another currency are not part of the total as long as they have no rate.
const others = sql`(
  select coalesce(json_agg(o), '[]') from (
    select currency, sum(amount) as total from booking_price_lines l
     where l.booking_id = bookings.id and l.rate is null group by currency order by currency) o)`

export const oneBooking = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  bookings(db, reader)
    .select([
      shownLines(readsReasons(reader) ? sql.ref('l.override_reason') : sql`null::text`).as('price_lines'),
      payments.as('payments'),
      travelers.as('travelers'),
      others.as('other_currencies'),
    ])
    .where('bookings.id', '=', id),
)

const seen = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  bookingsSeenBy(db, reader).select('bookings.id').where('bookings.id', '=', id)
export const knownBooking = theRow(seen)

export const oneLine = jsonRow((db, { id, line }: { id: number; line: number }) =>
  db
    .selectFrom('booking_price_lines')
    .select(selected('booking_price_lines', lineNames))
    .select(travelerOfLine('booking_price_lines').as('traveler_name'))
    .select(bookedAmount('booking_price_lines').as('booked_amount'))
    .where('booking_id', '=', id)
    .where('id', '=', line),
)

const allPayments = (db: Db, { id }: { id: number }) =>
  db.selectFrom('booking_payments').selectAll().where('booking_id', '=', id)
export const paymentArray = jsonArrayOf(seen, (db, given) =>
  allPayments(db, given).orderBy('received_at').orderBy('id'),
)
const settlements = sql<object[]>`(
  select coalesce(json_agg(json_build_object(${membersOf('s', Object.keys(Settlement.properties))}) order by s.id), '[]')
    from obligation_settlements s where s.obligation_id = booking_obligations.id)`
export const obligationArray = jsonArrayOf(seen, (db, { id }) =>
  db
    .selectFrom('booking_obligations')
    .select(selected('booking_obligations', ['id', ...Object.keys(Obligation.properties)]))
    .select(settlements.as('settlements'))
    .where('booking_id', '=', id)
    .orderBy('id'),
)
export const onePayment = jsonRecord((db, { payment, ...given }: { id: number; payment: number }) =>
  allPayments(db, given).where('booking_payments.id', '=', payment),
)

const link = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('bookings as b', 'b.id', 'l.booking_id')
    .select(['b.id as booking', 'l.is_mailed', 'b.contact_proved_at'])
    .where('l.token_hash', '=', token_hash)
    .where('l.expires_at', '>', sql<string>`now()`),
)

/**
 * The booking of a link; 404 for a wrong or expired link. The link in the answer to a registration works only until the mailbox
 * of the contact is proved. Afterwards the booking may contain data of others, so only mailed links open it.
 */
export const openLink = async (db: Db, token: string) => {
  const row = (await link(db, { token_hash: hashOf(token) })) ?? refuse('not_found', { detail: wrongLink })
  const { booking, is_mailed, contact_proved_at } = row
  if (!is_mailed && contact_proved_at) refuse('forbidden', { detail: mailedOnly })
  return { booking, is_mailed, reader: { sees: 'booking', booking } as const satisfies Reader }
}

/** The same, only for a mailed link, because only the mailbox of the contact may decide about the booking. */
export const openMailedLink = async (db: Db, token: string) => {
  const opened = await openLink(db, token)
  return opened.is_mailed ? opened : refuse('forbidden', { detail: mailedOnly })
}

const mailedOnly = [
  '請使用寄到聯絡信箱的連結；若沒有收到，請聯絡我們重新寄送。',
  'Use the link that was mailed to the contact; if it did not arrive, ask us to send it again.',
] as const
const wrongLink = [
  '這個連結不正確或已過期，請確認網址是否完整。',
  'This link is wrong or over; please check that it is whole.',
] as const
