import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/keys.ts'
import { newPersonKey } from '../../kit/private-data.ts'
import { type Checks, checksOfTravelers } from './checks.ts'
import type { PassengerType, TravelerEntry } from './schema.ts'
import { isSealing, written } from './sealing.ts'

type Entering = {
  booking_id: number
  trip: { departure_date: string }
  entries: readonly (TravelerEntry & { notes?: string | null })[]
  keys: Keys
}
export type Entered = {
  id: number
  name: string
  passenger_type: PassengerType | null
  bed: boolean
  bed_type: string | null
}

/** Writes travelers of a booking, what is personal sealed; says of each what counts for its price, and what is still to be done. */
export const enterTravelers = async (
  tx: Tx,
  { booking_id, trip, entries, keys }: Entering,
): Promise<{ ids: number[]; travelers: Entered[]; warnings: Checks[] }> => {
  const travelers: Entered[] = []
  for (const entry of entries) {
    const person = isSealing(entry) ? await newPersonKey(tx, keys) : undefined
    const row = written(keys, person, entry, trip)
    travelers.push(
      await tx
        .insertInto('travelers')
        .values({ ...row, name: entry.name, booking_id, person_key: person?.id ?? null })
        .returning(['id', 'name', 'passenger_type', 'bed', 'bed_type'])
        .executeTakeFirstOrThrow(),
    )
  }
  const ids = travelers.map(({ id }) => id)
  return { ids, travelers, warnings: (await checksOfTravelers(tx, ids)).filter(({ checks }) => checks.length) }
}
