import { type SqlBool, sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { isOneOf, membersOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import {
  anyText,
  currency,
  day,
  flag,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  shown,
  shownFields,
  without,
} from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { among, type Filter, from, is, openOrDone, reached, sought, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { nameColumns, shownNames } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { idsFound } from '../search-parts.ts'
import { openChangeRequest, StandingTrip, travelerOfLine, tripNames } from '../shown-names.ts'
import { ownChecks } from '../travelers/checks.ts'
import { checkNames } from '../travelers/words.ts'
import { actingOf, actsAs, askedForMine, isOutside, type Owned, ownOf, type Reader } from '../users/reader.ts'
import { Booking, Payment, ShownLine, StoredLine, sum } from './booking.ts'
import { canBeRestored, canBeUndone } from './cancelled.ts'
import { bookingFlow, steps } from './flow.ts'
import { isOwed, isToCall } from './owed.ts'
import { bookingsSeenBy, readers } from './visible.ts'

const count = Type.Integer({ examples: [2] })
const countOrNone = orNull(Type.Integer({ examples: [3] }))

const { contact_name: name, contact_phone: phone, contact_email: email, contact_line_id: line_id } = Booking.properties
const { cancelled_at, cancelled_by, cancel_reason, cancel_reason_en, cancellation_fee, refund, cancel_cause } =
  Booking.properties
const { official_fees, proven_costs, penalty, cancel_paper } = Booking.properties
/** The fields of a booking that are shown as they are stored. Its contact and its cancellation are shown as objects. */
const PlainBooking = without(Booking, [
  'contact_name',
  'contact_phone',
  'contact_email',
  'contact_line_id',
  'queued_at',
  'cancelled_at',
  'cancelled_by',
  'cancel_reason',
  'cancel_reason_en',
  'cancellation_fee',
  'refund',
  'cancel_cause',
  'official_fees',
  'proven_costs',
  'penalty',
  'cancel_paper',
  'restore_reason',
])

const ShownContact = Type.Object(shownFields({ name, phone, email, line_id }))
const CancelledAs = Type.Object(
  shownFields({
    at: cancelled_at,
    by: cancelled_by,
    cause: cancel_cause,
    reason: cancel_reason,
    reason_en: cancel_reason_en,
    fee: cancellation_fee,
    official_fees,
    proven_costs,
    paper: cancel_paper,
    penalty,
    refund,
  }),
)

const namedInBookings = { customer_user: 'users', sales_user: 'users', branch: 'branches' }

const ListedBooking = RecordOf(PlainBooking, {
  contact: ShownContact,
  trip: StandingTrip,
  ...shownNames(namedInBookings),
  party_size: count,
  balance: sum(),
  ...shownFields({ refund_due: money() }),
  ...shownFields({ payment_due_on: nullable(day()), is_overdue: flag() }),
  missing_prices: Type.Array(Type.Enum(['infant'])),
  waitlist_position: countOrNone,
  cancellation: orNull(CancelledAs),
  possible: Type.Array(Type.Enum(Object.keys(steps))),
})
const { kind, amount, method, received_at, reference, voided_at, charged_back_on } = shown(Payment).properties

export const ShownBooking = RecordOf(PlainBooking, {
  ...ListedBooking.properties,
  price_lines: Type.Array(ShownLine),
  ...shownFields({ infant_price: nullable(money()) }),
  payments: Type.Array(
    Type.Object({ id: ref(), kind, amount, method, received_at, reference, voided_at, charged_back_on }),
  ),
  travelers: Type.Array(
    Type.Object({
      id: ref(),
      name: Type.String(),
      surname_en: orNull(anyText()),
      given_name_en: orNull(anyText()),
      passenger_type: orNull(anyText()),
      status: Type.String({ examples: ['active'] }),
      open_change_request_id: countOrNone,
      /** What is missing before the departure, as far as its customer may know. */
      checks: Type.Array(oneOf(checkNames)),
    }),
  ),
  /** What its customer asks to cancel. */
  open_cancellation_request_id: countOrNone,
  /** How many payments its customer has reported. */
  reported_payments: Type.Integer({ minimum: 0, examples: [1] }),
  /** How often its customer was asked to pay. */
  asked_payments: Type.Integer({ minimum: 0, examples: [1] }),
  /** How many cheques were taken for it. */
  taken_cheques: Type.Integer({ minimum: 0, examples: [1] }),
  /** How many legal receipts were issued for it. */
  issued_receipts: Type.Integer({ minimum: 0, examples: [1] }),
  other_currencies: Type.Array(Type.Object({ ...shownFields({ currency: currency() }), total: sum() })),
})
/** The answer of a route that changes a booking. */
export const shownBooking = { returns: ShownBooking, etag: 'content' } as const

const { booking_number, total, source, status, customer_user_id, sales_user_id } = Booking.properties

// Each table is searched with its own index, and the results are combined.
const byPeople = sought(
  (given) => sql`bookings.id in (${idsFound('bookings', given)} union ${idsFound('travelers', given, 'booking_id')})`,
)
const isOverdue = sql<boolean>`(coalesce(bookings.payment_due_on < today(), false) and not ${isToCall('bookings')})`
const due = until('bookings.payment_due_on', day())
const dueUntil: Filter = { ...due, where: (day) => sql<SqlBool>`(${due.where(day)} and not ${isToCall('bookings')})` }
// Of bookings whose trip is still to depart. The trips are found first, because the checks of a traveler are dear. Only what a customer may
// know counts, because customers may filter by it too.
const isToDepart = sql<SqlBool>`(${isOneOf('bookings.status', aliveStatuses)}
  and bookings.planned_trip_id in (select id from planned_trips where departure_date >= today()))`
const lackingTraveler = sql<SqlBool>`exists (
  select from travelers where travelers.booking_id = bookings.id and travelers.status = 'active' and cardinality(${ownChecks}) > 0)`
const lacksPapers: Filter = {
  schema: flag(),
  isOfFew: true,
  where: (asked) => sql<SqlBool>`(${isToDepart} and ${lackingTraveler} = ${asked})`,
}
const ofTrip = (by: Filter) => reached('bookings.planned_trip_id', 'planned_trips', 'id', by)

const bookingList = list({
  of: 'bookings',
  sort: { booking_number, total, payment_due_on: nullable(day()) },
  order: '-created_at',
  columns: [
    'booking_number',
    'contact.name',
    'contact.phone',
    'party_size',
    'trip.serial',
    'trip.name',
    'trip.departure_date',
    'sales_user.name',
    'status',
    'payment_due_on',
    'currency',
    'balance',
    'total',
  ],
  people: true,
  filters: {
    id: among('bookings.id'),
    q: byPeople,
    planned_trip_id: is('bookings.planned_trip_id', ref()),
    status: is('bookings.status', status),
    group: openOrDone('bookings.status', bookingFlow.statuses, bookingFlow.ends),
    source: is('bookings.source', source),
    sales_user_id: is('bookings.sales_user_id', sales_user_id),
    is_unowned: whether(sql<SqlBool>`bookings.sales_user_id is null`),
    customer_user_id: is('bookings.customer_user_id', customer_user_id),
    branch_id: is('bookings.branch_id', ref()),
    enquiry_id: is('bookings.enquiry_id', ref()),
    departs_from: ofTrip(from('planned_trips.departure_date', day())),
    departs_to: ofTrip(until('planned_trips.departure_date', day())),
    payment_due_until: dueUntil,
    owed: { schema: flag(), where: (asked) => sql<SqlBool>`(${isOwed('bookings')} = ${asked})` },
    overdue: {
      schema: flag(),
      where: (asked) => sql<SqlBool>`(${isOverdue} = ${asked})`,
    },
    lacks_papers: lacksPapers,
  },
})

/** The contact of the booking. */
export const contact = sql<object>`json_build_object('name', bookings.contact_name, 'phone', bookings.contact_phone,
  'email', bookings.contact_email, 'line_id', bookings.contact_line_id)`
const tripColumn = sql<object>`(
  select ${tripNames('t', 'return_date', 'status')}
    from planned_trips t where t.id = bookings.planned_trip_id)`
/** The position on the waitlist, from 1. */
export const position = sql<number | null>`case bookings.status when 'waitlisted' then (
  select count(*) from bookings o where o.planned_trip_id = bookings.planned_trip_id and o.status = 'waitlisted'
     and (o.queued_at, o.id) <= (bookings.queued_at, bookings.id)) end`
const cancellationColumn = (by: ReturnType<typeof sql>) => sql<
  object | null
>`case when bookings.status = 'cancelled' then
  json_build_object('at', cancelled_at, 'by', ${by}, 'cause', cancel_cause, 'reason', cancel_reason, 'reason_en', cancel_reason_en, 'fee', cancellation_fee,
    'official_fees', official_fees, 'proven_costs', proven_costs, 'paper', cancel_paper, 'penalty', penalty, 'refund', refund) end`
/** The kinds of travelers for whom the price of the trip has no amount yet. */
export const missingPrices = sql<'infant'[]>`case when bookings.status in ('held', 'waitlisted', 'confirmed')
    and bookings.price ->> 'adult' is not null and bookings.price ->> 'infant' is null and exists (
      select from travelers v where v.booking_id = bookings.id and v.status = 'active' and v.passenger_type = 'infant')
  then '["infant"]'::json else '[]'::json end`
const isOffered = sql`bookings.offered_at is not null`
const isUnpaid = sql`bookings.paid = 0`
const isCalledOff = sql`coalesce(bookings.cancel_cause, 'traveler') <> 'traveler'`
const isProved = sql`bookings.contact_proved_at is not null`
const isUndoable = (reader: Reader) =>
  'me' in reader ? sql`(${canBeUndone('bookings')} and bookings.cancelled_by = ${reader.me})` : sql`false`
const partySizeColumn = sql<number>`(select count(*) from travelers v where v.booking_id = bookings.id and v.status = 'active')`

/** Bookings as the reader may see them: internal notes are not shown to customers. */
const bookings = (db: Db, reader: Reader) =>
  bookingsSeenBy(db, reader)
    .select(columnsOf('bookings', PlainBooking, isOutside(reader) ? ['notes', 'publication_id', 'enquiry_id'] : []))
    .select([
      'bookings.balance',
      sql<number>`greatest(-bookings.balance, 0)`.as('refund_due'),
      'bookings.payment_due_on',
      contact.as('contact'),
      tripColumn.as('trip'),
      ...nameColumns('bookings', namedInBookings),
      partySizeColumn.as('party_size'),
      position.as('waitlist_position'),
      isOverdue.as('is_overdue'),
      missingPrices.as('missing_prices'),
      cancellationColumn(isOutside(reader) ? sql`null::integer` : sql`cancelled_by`).as('cancellation'),
      possibleColumn(bookingFlow, actsAs(reader), 'bookings.status', {
        ...{ isOffered, isUnpaid, isProved, isCalledOff, isUndoable: isUndoable(reader) },
        isRestorable: canBeRestored('bookings'),
      }).as('possible'),
    ])

/** The list of bookings with its filters, `mine` among them. */
function bookingsOf<Row extends TSchema>(row: Row) {
  return bookingList.asking(row, askedForMine)
}
function readBookings(db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) {
  return bookingPage(db, { ...actingOf(actor), ...ownOf(actor, mine) }, query)
}

export const bookingPage = bookingList.over((db, { own_of, ...reader }: Reader & Owned) =>
  own_of === undefined ? bookings(db, reader) : bookings(db, reader).where('bookings.sales_user_id', '=', own_of),
)

export const lineNames = Object.keys(StoredLine.properties)
const inner = ['override_reason', 'confirm_reason']
const openNames = lineNames.filter((name) => !inner.includes(name))
export function bookedAmount(of: string) {
  return sql<number | null>`at_rate(${sql.ref(`${of}.amount`)}, ${sql.ref(`${of}.rate`)}, ${sql.ref(`${of}.decimals`)})`
}
/** Why a discount was approved, or a rate was taken, is for the office, finance among it. */
const readsReasons = ({ sees }: Reader) => sees === 'all' || sees === 'money'
const none = sql`null::text`
const shownLines = (readsReasons: boolean) => sql`(
  select coalesce(json_agg(json_build_object(${membersOf('l', openNames)}, 'override_reason', ${readsReasons ? sql.ref('l.override_reason') : none},
      'confirm_reason', ${readsReasons ? sql.ref('l.confirm_reason') : none}, 'traveler_name', ${travelerOfLine('l')}, 'booked_amount', ${bookedAmount('l')}) order by l.id), '[]')
    from booking_price_lines l where l.booking_id = bookings.id)`
const infantPrice = sql<
  number | null
>`case when (bookings.price ->> 'is_infant_set')::boolean then (bookings.price ->> 'infant')::numeric end`
const paymentColumn = sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount, 'method', p.method,
      'received_at', p.received_at, 'reference', p.reference, 'voided_at', p.voided_at, 'charged_back_on', p.charged_back_on) order by p.received_at, p.id), '[]')
    from booking_payments p where p.booking_id = bookings.id)`
const travelersColumn = sql`(
  select coalesce(json_agg(json_build_object('id', travelers.id, 'name', travelers.name, 'surname_en', travelers.surname_en,
      'given_name_en', travelers.given_name_en, 'passenger_type', travelers.passenger_type, 'status', travelers.status,
      'open_change_request_id', ${openChangeRequest('travelers')}, 'checks', ${ownChecks}) order by travelers.id), '[]')
    from travelers where travelers.booking_id = bookings.id)`
const openCancellation = sql<number | null>`(
  select q.id from cancellation_requests q where q.booking_id = bookings.id and q.status = 'open')`
const reportedPayments = sql<number>`(select count(*) from payment_reports r where r.booking_id = bookings.id)`
const askedPayments = sql<number>`(select count(*) from payment_requests r where r.booking_id = bookings.id)`
const takenCheques = sql<number>`(select count(*) from cheque_parts c where c.booking_id = bookings.id)`
const issuedReceipts = sql<number>`(select count(*) from legal_receipt_bookings r where r.booking_id = bookings.id)`
// Amounts in another currency are not part of the total as long as they have no rate.
const otherCurrencies = sql`(
  select coalesce(json_agg(o), '[]') from (
    select currency, sum(amount) as total from booking_price_lines l
     where l.booking_id = bookings.id and l.rate is null group by currency order by currency) o)`

export const oneBooking = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  bookings(db, reader)
    .select([
      shownLines(readsReasons(reader)).as('price_lines'),
      infantPrice.as('infant_price'),
      paymentColumn.as('payments'),
      travelersColumn.as('travelers'),
      openCancellation.as('open_cancellation_request_id'),
      reportedPayments.as('reported_payments'),
      askedPayments.as('asked_payments'),
      takenCheques.as('taken_cheques'),
      issuedReceipts.as('issued_receipts'),
      otherCurrencies.as('other_currencies'),
    ])
    .where('bookings.id', '=', id),
)

export function readRoutes(on: On) {
  on.get(
    '',
    {
      access: readers,
      summary: 'Bookings the caller may see; a customer its own',
      ...bookingsOf(ListedBooking),
      etag: 'none',
    },
    ({ db, actor, query }) => readBookings(db, actor, query),
  )
  on.get(
    '/:id',
    {
      access: readers,
      summary: 'One booking with its lines, payments and travelers',
      returns: ShownBooking,
      etag: 'content',
    },
    ({ db, actor, params }) => oneBooking(db, { ...actingOf(actor), ...params }),
  )
}
