import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import {
  newPersonKey,
  openedFields,
  type PersonKey,
  personKey,
  type SealedRow,
  sealed,
} from '../../kit/secrets/personal-data.ts'
import { fingerprintsOf } from '../fingerprints.ts'
import type { LockedTraveler } from './locks.ts'
import { asInPassport } from './rules.ts'
import { Traveler, type TravelerChange } from './schema.ts'

/** A body ready for storage: personal fields encrypted, with fingerprints of the fields that are compared. */
export function written<Body extends TravelerChange>(keys: Keys, person: PersonKey | undefined, body: Body) {
  return {
    ...(person ? sealed(person, 'travelers', Traveler, asInPassport(body)) : asInPassport(body)),
    ...fingerprintsOf(keys, asInPassport(body)),
  }
}

/** The person key of a traveler, created if there is none yet. */
export async function personOf(tx: Tx, keys: Keys, traveler: LockedTraveler) {
  const person = await keyOf(tx, keys, traveler)
  if (!traveler.person_key)
    await tx.updateTable('travelers').set({ person_key: person.id }).where('id', '=', traveler.id).execute()
  return person
}

/** The same for a traveler whose row is about to be written with it. */
export function keyOf(tx: Tx, keys: Keys, { person_key }: LockedTraveler) {
  return person_key ? personKey(tx, keys, person_key) : newPersonKey(tx, keys)
}

const sealedBirthDate = oneRow((db, { traveler }: { traveler: number }) =>
  db
    .selectFrom('travelers')
    .innerJoin('person_keys as k', 'k.id', 'travelers.person_key')
    .select(['k.id as person_key', 'k.wrapped', sql<Buffer | null>`(travelers.birth_date).sealed`.as('birth_date')])
    .where('travelers.id', '=', traveler),
)

/** Month and day of a stored birth date, with the year left out: enough for the family to see that it is the right one. */
export async function birthdayOf(db: Db, keys: Keys, traveler: number): Promise<string | undefined> {
  const row = await sealedBirthDate(db, { traveler })
  if (!row) return undefined
  const { birth_date } = openedFields(keys, { table: 'travelers', fields: ['birth_date'] }, row as unknown as SealedRow)
  return birth_date ? birth_date.replace(/^\d{4}/, '••••') : undefined
}
