import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/keys.ts'
import { newPersonKeys } from '../../kit/private-data.ts'
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
  const people = await newPersonKeys(tx, keys, entries.filter(isSealing).length)
  const rows = entries.map((entry) => {
    const person = isSealing(entry) ? people.shift() : undefined
    return { ...written(keys, person, entry, trip), name: entry.name, booking_id, person_key: person?.id ?? null }
  })
  const travelers: Entered[] = await tx
    .insertInto('travelers')
    .values(rows)
    .returning(['id', 'name', 'passenger_type', 'bed', 'bed_type'])
    .execute()
  const ids = travelers.map(({ id }) => id)
  return { ids, travelers, warnings: (await checksOfTravelers(tx, ids)).filter(({ checks }) => checks.length) }
}
