import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { drawPersonKey, keepPersonKeys } from '../../kit/secrets/personal-data.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import type { Words } from '../../kit/words/words.ts'
import { lockTripAndBooking } from '../bookings/locks.ts'
import { readerOf } from '../users/reader.ts'
import { Entered, warningsOf } from './checks.ts'
import { lockedTraveler, refuseParty } from './locks.ts'
import { agesIn, type By, byIn, hasBedByAge, partyFault, refuseUnborn, staffEditors, type TripDays } from './rules.ts'
import { type EnteredTraveler, NewTraveler, Traveler } from './schema.ts'
import { written } from './seal.ts'
import { oneTraveler, shownTraveler } from './traveler.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'traveler.added': { traveler_id: number; booking_id: number; actor_id: number | undefined; is_restored: boolean }
    /** Travelers that an import brings, of many bookings. */
    'travelers.entered': { travelers: { traveler_id: number; booking_id: number }[]; actor_id: number | undefined }
  }
}

/** Adds a traveler to an existing booking. */
export async function addTraveler(tx: Tx, { reader, keys, actor_id }: By, { booking_id, ...entry }: NewTraveler) {
  await lockTripAndBooking(tx, booking_id)
  const trip = tripToJoin(await bookedTrips(tx, [booking_id]), booking_id)
  refuseUnborn({ birth_date: entry.birth_date }, trip.today)
  const travelers = sealTravelers(keys, [entry])
  const [traveler_id = 0] = await enterTravelers(tx, keys, { booking_id, trip, travelers })
  await refuseParty(tx, reader, await lockedTraveler(tx, reader, traveler_id))
  const warnings = await warningsOf(tx, { booking_id, id: traveler_id }, [entry])
  await emit(tx, 'traveler.added', { traveler_id, booking_id, actor_id, is_restored: false })
  return { traveler_id, warnings }
}

/** The trips of bookings, by the ids of the bookings. */
const bookedTrips = async (tx: Tx, booking_ids: readonly number[]) => {
  const bookings = await tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.id', 'b.status', 't.departure_date', 't.return_date', sql<string>`today()`.as('today')])
    .where(isAmong('b.id', booking_ids))
    .execute()
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

/** The trip that a traveler joins, unless the booking has ended. */
const tripToJoin = (trips: Awaited<ReturnType<typeof bookedTrips>>, booking_id: number) => {
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

/**
 * Adds travelers that the house had before to their bookings, many at once and with the checks of `addTraveler`. Whether a party may travel
 * together is judged when it is complete, by `partyFaults`. Nobody is warned: the same checks stand at the traveler.
 */
export async function addEnteredTravelers(
  tx: Tx,
  keys: Keys,
  bodies: readonly NewTraveler[],
  actor_id: number | undefined,
) {
  const trips = await bookedTrips(
    tx,
    bodies.map(({ booking_id }) => booking_id),
  )
  const parties = bodies.map(({ booking_id, ...entry }) => {
    const trip = tripToJoin(trips, booking_id)
    refuseUnborn({ birth_date: entry.birth_date }, trip.today)
    return { booking_id, trip, travelers: sealTravelers(keys, [entry]) }
  })
  const ids = await enterTravelers(tx, keys, ...parties)
  const travelers = parties.map(({ booking_id }, i) => ({ traveler_id: ids[i] ?? 0, booking_id }))
  await emit(tx, 'travelers.entered', { travelers, actor_id })
  return ids
}

/** Why travelers among these cannot travel with their parties, by their ids: infants without an adult. */
export async function partyFaults(tx: Tx, traveler_ids: readonly number[]) {
  const guests = await tx
    .selectFrom('travelers')
    .select(['id', 'booking_id', 'passenger_type'])
    .where('status', '=', 'active')
    .where('booking_id', 'in', (of) =>
      of.selectFrom('travelers').select('booking_id').where(isAmong('id', traveler_ids)),
    )
    .execute()
  const faults = new Map<number, Words>()
  for (const party of Map.groupBy(guests, ({ booking_id }) => booking_id).values()) {
    const fault = partyFault(party, { isStaff: true })
    if (fault) for (const { id, passenger_type } of party) if (passenger_type === 'infant') faults.set(id, fault)
  }
  return faults
}

export function addRoute(on: On, app: FastifyInstance) {
  const by = byIn(app)
  on.create(
    '',
    {
      access: staffEditors,
      summary: 'Add a traveler to a booking, if there is a seat',
      body: NewTraveler,
      ...shownTraveler,
      meta: Entered,
      refuses: ['trip_full'],
    },
    async ({ tx, actor, body }) => {
      const { traveler_id: id, warnings } = await addTraveler(tx, by(actor), body)
      return { id, ...(await oneTraveler(tx, { ...readerOf(actor), id })), meta: { warnings } }
    },
  )
}
