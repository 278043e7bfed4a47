import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { doublesIn } from './doubles.ts'

/** The number of persons, and of sets of persons who look the same. */
export async function personFigures(db: Db) {
  const { rows } = await sql<{ persons: number }>`
    select count(*) as persons from persons where merged_into is null`.execute(db)
  const { total: doubles } = await doublesIn(db, {})
  return { ...found(rows[0]), doubles }
}
