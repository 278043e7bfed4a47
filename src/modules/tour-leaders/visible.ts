import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/condition.ts'
import type { Reader } from '../users/reader.ts'

/** Whether a leader, of that id, is one a reader may know of: the office of all, a leader of itself. */
export const isLeaderSeen = (reader: Reader, id = 'tour_leaders.id'): Condition => {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'leader':
      return sql`${sql.ref(id)} = ${reader.leader}`
    case 'customer':
    case 'booking':
    case 'offer':
    case 'nothing':
      return noRow
  }
}
