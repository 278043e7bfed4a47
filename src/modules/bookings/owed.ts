import { type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'

/** Bookings that count as sold. A cancelled booking counts with its fee; held, waitlisted and expired ones do not count. */
export const soldStatuses = ['confirmed', 'completed', 'cancelled'] as const

/** SQL: whether a registration without a mail address waits for the call of sales. Until then its deposit is not due. */
export function isToCall(of: string) {
  const its = (name: string) => sql.ref(`${of}.${name}`)
  return sql<SqlBool>`(${its('source')} = 'public' and ${its('contact_email')} is null and ${its('contact_proved_at')} is null
    and ${isOneOf(`${of}.status`, ['held', 'waitlisted'])})`
}

/** SQL: whether an amount is due. All totals and lists of receivables use this condition. */
export function isOwed(of: string) {
  return sql<SqlBool>`(${sql.ref(`${of}.balance`)} > 0 and ${isOneOf(`${of}.status`, soldStatuses)})`
}
