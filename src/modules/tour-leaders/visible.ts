import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/condition.ts'
import type { Reader } from '../users/reader.ts'

/** SQL: whether a reader may see a leader. Staff see all, a leader only their own record. */
export function isLeaderSeen(reader: Reader, id = 'tour_leaders.id'): Condition {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'leader':
      return sql`${sql.ref(id)} = ${reader.leader}`
    case 'money':
    case 'customer':
    case 'booking':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return noRow
  }
}
