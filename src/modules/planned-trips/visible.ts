import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { moneyReaders, staff } from '../roles.ts'
import type { Reader } from '../users/reader.ts'

/** The roles that may read the records of a trip. */
export const readers = [...staff, 'leader'] as const

/** The roles that may read trips themselves. */
export const listReaders = [...moneyReaders, 'leader'] as const

/** SQL: whether a reader may see a trip. Staff see all, a leader those that they lead or brief, without prices. */
export function isTripSeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'all':
    case 'money':
      return everyRow
    case 'leader':
      return sql`${reader.leader} in (planned_trips.assigned_leader_id, planned_trips.briefing_leader_id)`
    case 'customer':
    case 'booking':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

/** Whether a reader may see trips, but not their prices and costs. */
export function isUnpriced({ sees }: Reader) {
  return sees !== 'all' && sees !== 'money'
}

export function tripsSeenBy(db: Db, reader: Reader) {
  return db.selectFrom('planned_trips').where(isTripSeen(reader))
}

export function tripSeen(db: Db, { id, ...reader }: Reader & { id: number }) {
  return tripsSeenBy(db, reader)
    .select(['planned_trips.id', 'planned_trips.version', 'planned_trips.status'])
    .where('planned_trips.id', '=', id)
}
/** Answers 404 if the reader may not see the trip. */
export const knownTrip = theRow(tripSeen)
