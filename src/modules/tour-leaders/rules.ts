import { refuseField } from '../../kit/errors.ts'
import { staff } from '../roles.ts'

/** The roles that may change leaders; sales only read. */
export const editors = ['department', 'admin'] as const
export const readers = [...staff, 'leader'] as const

/** Refuses a date range that ends before it begins. */
export function refuseBackwards(from: string | undefined, to: string | undefined) {
  if (to === undefined) return
  if (from === undefined) refuseField('from', ['請一併填寫起日。', 'Give the first day as well.'])
  else if (to < from) refuseField('to', ['不可早於起日。', 'Must not be before the first day.'])
}
