import { sql } from 'kysely'
import { found } from '../../kit/errors.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'persons.give': object
  }
}

/** Records in one transaction: a second's work, far below `statement_timeout`. */
const BATCH = 5_000

/** Gives a person to records that came past the triggers, for example from a backup of the release before. */
export const giveMissingPersons = (_nothing: object, { database }: JobTools) => givePersons(database, BATCH)

export const givePersons = async (database: JobTools['database'], most: number) => {
  const given = () =>
    database.transaction({}, async (tx) => {
      const { rows } = await sql<{ n: number }>`select give_missing_persons(${most}) as n`.execute(tx)
      return found(rows[0]).n
    })
  while (await given());
}
