import { isAmong } from '../../kit/db/condition.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { bookedTrips, enterTravelers, sealTravelers, tripToJoin } from './create.ts'
import { partyFault, refuseUnborn } from './rules.ts'
import type { NewTraveler } from './schema.ts'

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
