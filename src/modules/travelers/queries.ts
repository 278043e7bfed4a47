import { sql } from 'kysely'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { day, nullable, oneOf, ref } from '../../kit/fields.ts'
import { is, reached, sought, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { lockTripAndBooking } from '../bookings/locks.ts'
import { isFound } from '../search-parts.ts'
import { openChangeRequest, tripNames } from '../shown-names.ts'
import { isCustomer, isOutside, type Reader } from '../users/reader.ts'
import { looked } from './checks.ts'
import { EnteredTraveler, passengerTypes, Traveler } from './schema.ts'
import { isTravelerSeen, travelersSeenBy } from './visible.ts'

const { name, passport_expires_on, status } = Traveler.properties
const { nationality, passport_status } = EnteredTraveler.properties

export const travelerList = list({
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
    q: sought((given) => isFound('travelers', given)),
    booking_id: is('travelers.booking_id', ref()),
    planned_trip_id: reached('travelers.booking_id', 'bookings', 'id', 'planned_trip_id'),
    branch_id: reached('travelers.booking_id', 'bookings', 'id', 'branch_id'),
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
    .leftJoinLateral(looked(isOutside(reader)), (join) => join.onTrue())
    // Notes are shown to staff only.
    .select(columnsOf('travelers', Traveler, isOutside(reader) ? ['notes'] : []))
    .select([
      'travelers.passenger_type',
      'travelers.is_minor',
      'looked.checks',
      'looked.passport_needed_until',
      openChangeRequest('travelers').as('open_change_request_id'),
      booking.as('booking'),
      trip.as('trip'),
    ])

export const travelerPage = travelerList.over(travelers)
export const oneTraveler = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  travelers(db, reader).where('travelers.id', '=', id),
)

/** Locks a traveler, its trip and its booking before it, and reads it with the status of both. */
export async function lockedTraveler(tx: Tx, reader: Reader, id: number) {
  return found(await traveler(tx, reader, id))
}

/** Locks a traveler by an id in a body; a wrong id is refused at its field. */
export async function namedTraveler(tx: Tx, reader: Reader, id: number) {
  return (await traveler(tx, reader, id)) ?? refuseField('traveler_id', ['沒有這筆資料。', 'There is no such record.'])
}

const traveler = async (tx: Tx, reader: Reader, id: number) => {
  const there = await tx
    .selectFrom('travelers')
    .select('booking_id')
    .where('id', '=', id)
    .where(isTravelerSeen(reader))
    .executeTakeFirst()
  if (!there) return undefined
  await lockTripAndBooking(tx, there.booking_id)
  return tx
    .selectFrom('travelers')
    .innerJoin('bookings', 'bookings.id', 'travelers.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select([
      'travelers.id',
      isCustomer(reader) ? 'travelers.public_version as version' : 'travelers.version',
      'travelers.booking_id',
      'travelers.person_key',
      'travelers.status',
    ])
    .select('travelers.passenger_type')
    .select(['bookings.planned_trip_id', 'bookings.status as booking_status', 'bookings.customer_user_id'])
    .select(sql<string>`today()`.as('today'))
    .select(['bookings.sales_user_id', 't.serial', 't.departure_date', 't.return_date', 't.status as trip_status'])
    .where('travelers.id', '=', id)
    .where(isTravelerSeen(reader))
    .forUpdate('travelers')
    .executeTakeFirst()
}

/** Who travels in the booking of a locked traveler. The booking is locked too, so that of two changes the second sees the first. */
export function partyOf(tx: Tx, { booking_id }: LockedTraveler) {
  return tx
    .selectFrom('travelers')
    .select(['id', 'name', 'passenger_type', 'bed', 'bed_type', 'roommate_group'])
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/** The others that travel in the booking of a traveler. Of its last two travelers only one can be cancelled. */
export async function othersOf(tx: Tx, traveler: LockedTraveler) {
  return (await partyOf(tx, traveler)).filter(({ id }) => id !== traveler.id)
}

export type LockedTraveler = Awaited<ReturnType<typeof lockedTraveler>>
