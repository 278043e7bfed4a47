import { sql } from 'kysely'
import type { JobTools } from '../../kit/jobs/jobs.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'persons.give': object
  }
}

/** Gives a person to records that came past the triggers, for example from a backup of the release before. */
export const giveMissingPersons = (_nothing: object, { database }: JobTools) =>
  database.transaction({}, (tx) => sql`select give_missing_persons()`.execute(tx))
