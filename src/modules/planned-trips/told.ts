import type { Db } from '../../kit/db/tables.ts'

/** A trip as notices name it. */
export const tripInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select(['serial', 'name', 'departure_date as starts', 'return_date as ends'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
