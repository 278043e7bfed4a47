import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { openedFields, type SealedRow } from '../../kit/secrets/personal-data.ts'

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
