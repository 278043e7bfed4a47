import { type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'

/** Bookings that count as sold. A cancelled booking counts with its fee; held, waitlisted and expired ones do not count. */
export const soldStatuses = ['confirmed', 'completed', 'cancelled'] as const

/** SQL: whether an amount is due. All totals and lists of receivables use this condition. */
export function isOwed(of: string) {
  return sql<SqlBool>`(${sql.ref(`${of}.balance`)} > 0 and ${isOneOf(`${of}.status`, soldStatuses)})`
}
