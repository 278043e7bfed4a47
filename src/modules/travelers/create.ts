import { sql } from 'kysely'
import { isAmong } from '../../kit/db/condition.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { drawPersonKey, keepPersonKeys } from '../../kit/secrets/personal-data.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import { agesIn, hasBedByAge, type TripDays } from './rules.ts'
import { type EnteredTraveler, Traveler } from './schema.ts'
import { written } from './seal.ts'

/** The trips of bookings, by the ids of the bookings. */
export async function bookedTrips(tx: Tx, booking_ids: readonly number[]) {
  const bookings = await tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.id', 'b.status', 't.departure_date', 't.return_date', sql<string>`today()`.as('today')])
    .where(isAmong('b.id', booking_ids))
    .execute()
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

/** The trip that a traveler joins, unless the booking has ended. */
export function tripToJoin(trips: Awaited<ReturnType<typeof bookedTrips>>, booking_id: number) {
  const booking = trips.get(booking_id)
  if (!booking) return refuseField('booking_id', ['沒有這筆資料。', 'There is no such record.'])
  if (['cancelled', 'expired'].includes(booking.status))
    return refuseField('booking_id', ['此訂單已取消。', 'This booking was cancelled.'])
  return booking
}

/**
 * Travelers ready for storage, with personal fields encrypted. No statement is sent, so that this can run before a lock is taken.
 */
export function sealTravelers(keys: Keys, travelers: readonly (EnteredTraveler & { notes?: string | null })[]) {
  return travelers.map((traveler) => {
    const person = hasPersonal(Traveler, traveler) ? drawPersonKey() : undefined
    const row = { ...written(keys, person, traveler), name: traveler.name, person_key: person?.id ?? null }
    return { traveler, person, row }
  })
}
export type SealedTraveler = ReturnType<typeof sealTravelers>[number]

type Party = { booking_id: number; trip: TripDays; travelers: readonly SealedTraveler[] }

/** Inserts travelers of one or more bookings, with their passenger types. Returns their ids in this order. */
export async function enterTravelers(tx: Tx, keys: Keys, ...parties: readonly Party[]) {
  const people = parties.flatMap(({ travelers }) => travelers.flatMap(({ person }) => person ?? []))
  const rows = parties.flatMap(({ booking_id, trip, travelers }) =>
    travelers.map(({ traveler, row }) => {
      const ages = agesIn(traveler, trip)
      return { ...row, bed: row.bed ?? hasBedByAge({ passenger_type: null, ...ages }), ...ages, booking_id }
    }),
  )
  await keepPersonKeys(tx, keys, people)
  const entered = await tx.insertInto('travelers').values(rows).returning('id').execute()
  return entered.map(({ id }) => id)
}
