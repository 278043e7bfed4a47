import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { day, flag, labelled, line, nullable, oneOf, ref, shownFields, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { among, type Filter, from, is, reached, sought, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { aliveStatuses, bookingStatuses } from '../booking-statuses.ts'
import { isOwed } from '../bookings/owed.ts'
import { isFound } from '../search-parts.ts'
import { DatedTrip, openChangeRequest, tripNames } from '../shown-names.ts'
import { isOutside, type Reader, readerOf } from '../users/reader.ts'
import { checkedTraveler } from './checks.ts'
import { readers } from './rules.ts'
import { EnteredTraveler, passengerTypes, Traveler } from './schema.ts'
import { travelersSeenBy } from './visible.ts'
import { checkNames } from './words.ts'

const derived = shownFields({
  passenger_type: nullable(oneOf(passengerTypes)),
  is_minor: nullable(flag()),
  age: labelled(nullable(whole(0, 150)), ['年齡', 'Age']),
  checks: Type.Array(oneOf(checkNames)),
  passport_needed_until: nullable(day()),
  open_change_request_id: nullable(ref()),
  booking: Type.Object({ id: ref(), booking_number: line(50, 'CNX270128A-001'), status: oneOf(bookingStatuses) }),
  trip: DatedTrip,
})

/** A traveler as it is read: with its checks, its booking and its trip. */
export const ShownTraveler = RecordOf(Traveler, derived)
/** What the routes answer that show one traveler. */
export const shownTraveler = { returns: ShownTraveler, etag: 'content' } as const

const { name, passport_expires_on, status } = Traveler.properties
const { nationality, passport_status } = EnteredTraveler.properties

const ofTrip = (by: Filter) =>
  reached('travelers.booking_id', 'bookings', 'id', reached('bookings.planned_trip_id', 'planned_trips', 'id', by))
// Of those who are still to depart, who are found first, because the checks are dear.
const isToDepart = sql<SqlBool>`(travelers.status = 'active' and travelers.booking_id in (
  select bookings.id from bookings join planned_trips on planned_trips.id = bookings.planned_trip_id
   where planned_trips.departure_date >= today() and ${isOneOf('bookings.status', aliveStatuses)}))`
const lacksPapers: Filter = {
  schema: flag(),
  where: (asked) => sql<SqlBool>`(${isToDepart} and (cardinality(checked.checks) > 0) = ${asked})`,
}

const travelerList = list({
  of: 'travelers',
  sort: { name, passport_expires_on: nullable(day()) },
  order: '-created_at',
  columns: [
    'name',
    'surname_en',
    'given_name_en',
    'passenger_type',
    'trip.serial',
    'trip.name',
    'trip.departure_date',
    'booking.booking_number',
    'status',
    'checks',
  ],
  people: true,
  filters: {
    id: among('travelers.id'),
    q: sought((given) => isFound('travelers', given)),
    booking_id: is('travelers.booking_id', ref()),
    planned_trip_id: reached('travelers.booking_id', 'bookings', 'id', 'planned_trip_id'),
    branch_id: reached('travelers.booking_id', 'bookings', 'id', 'branch_id'),
    sales_user_id: reached('travelers.booking_id', 'bookings', 'id', 'sales_user_id'),
    departs_from: ofTrip(from('planned_trips.departure_date', day())),
    departs_to: ofTrip(until('planned_trips.departure_date', day())),
    owed: reached('travelers.booking_id', 'bookings', 'id', whether(isOwed('bookings'))),
    lacks_papers: lacksPapers,
    status: is('travelers.status', status),
    passenger_type: is('travelers.passenger_type', oneOf(passengerTypes)),
    nationality: is('travelers.nationality', nationality),
    passport_status: is('travelers.passport_status', passport_status),
    passport_until: until('travelers.passport_expires_on', passport_expires_on),
  },
})

const booking = sql<object>`(select json_build_object('id', b.id, 'booking_number', b.booking_number, 'status', b.status)
  from bookings b where b.id = travelers.booking_id)`
const trip = sql<object>`(
  select ${tripNames('t', 'return_date')}
    from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = travelers.booking_id)`

const travelers = (db: Db, reader: Reader) =>
  travelersSeenBy(db, reader)
    .leftJoinLateral(checkedTraveler(isOutside(reader)), (join) => join.onTrue())
    // Notes are shown to staff only.
    .select(columnsOf('travelers', Traveler, isOutside(reader) ? ['notes'] : []))
    .select([
      'travelers.passenger_type',
      'travelers.is_minor',
      'travelers.age',
      'checked.checks',
      'checked.passport_needed_until',
      openChangeRequest('travelers').as('open_change_request_id'),
      booking.as('booking'),
      trip.as('trip'),
    ])

const travelerPage = travelerList.over(travelers)
export const oneTraveler = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  travelers(db, reader).where('travelers.id', '=', id),
)

/** `/api/travelers`: the list, and one. */
export function readRoutes(on: On) {
  on.get(
    '',
    {
      access: readers,
      summary: 'Travelers with masked personal data; a customer those of its bookings',
      ...travelerList.of(ShownTraveler),
      etag: 'content',
    },
    ({ db, actor, query }) => travelerPage(db, readerOf(actor), query),
  )

  on.get(
    '/:id',
    { access: readers, summary: 'One traveler, with its checks', ...shownTraveler },
    ({ db, actor, params }) => oneTraveler(db, { ...readerOf(actor), ...params }),
  )
}
