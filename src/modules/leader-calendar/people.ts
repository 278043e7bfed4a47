import type { Db } from '../../kit/db/tables.ts'
import { thoseIn } from '../users/has-role.ts'

/** The accounts of line control, which is responsible for the leaders. */
export function lineControl(db: Db) {
  return thoseIn(db, 'department', 'line_control')
}
