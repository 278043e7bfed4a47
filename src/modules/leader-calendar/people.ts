import type { Db } from '../../kit/db/tables.ts'
import { thoseIn } from '../users/queries.ts'

/** The account of a leader, if there is one. */
export const accountsOf = async (db: Db, tour_leader_id: number) => {
  const accounts = await db.selectFrom('users').select('id').where('tour_leader_id', '=', tour_leader_id).execute()
  return accounts.map(({ id }) => id)
}

/** The accounts of line control, who are in charge of the leaders. */
export const lineControl = (db: Db) => thoseIn(db, 'department', 'line_control')
