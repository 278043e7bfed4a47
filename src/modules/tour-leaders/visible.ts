import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
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

/** The row, locked until the transaction ends. */
export async function lockedLeader(tx: Tx, reader: Reader, id: number) {
  return found(
    await tx
      .selectFrom('tour_leaders')
      .select(['id', 'version', 'person_key', 'name', 'status', 'left_on', 'min_rest_days'])
      .where('id', '=', id)
      .where(isLeaderSeen(reader))
      .forUpdate()
      .executeTakeFirst(),
  )
}
