import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { drawPersonKey, keepPersonKeys } from '../../kit/secrets/personal-data.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import { agesIn, hasBedByAge, type TripDays } from './rules.ts'
import { type EnteredTraveler, Traveler } from './schema.ts'
import { written } from './seal.ts'

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
