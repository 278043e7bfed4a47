import type { Db } from '../../kit/db/tables.ts'
import { thoseIn } from '../users/queries.ts'

/** The accounts of line control, who are in charge of the leaders. */
export function lineControl(db: Db) {
  return thoseIn(db, 'department', 'line_control')
}
