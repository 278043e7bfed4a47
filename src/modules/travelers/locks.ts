import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { lockTripAndBooking } from '../bookings/locks.ts'
import { isCustomer, isOutside, type Reader } from '../users/reader.ts'
import { partyFault } from './rules.ts'
import { isTravelerSeen } from './visible.ts'

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

/** Refuses a party that cannot travel together, by the birth date of a locked traveler in it. */
export async function refuseParty(tx: Tx, reader: Reader, traveler: LockedTraveler) {
  const fault = partyFault(await partyOf(tx, traveler), { isStaff: !isOutside(reader) })
  if (fault) refuseField('birth_date', fault)
}
