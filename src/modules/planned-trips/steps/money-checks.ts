import { type RawBuilder, sql } from 'kysely'
import { editors } from '../flow.ts'
import type { Check } from './checks.ts'

const bookings = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'booking', b.id from bookings b where b.planned_trip_id = ${id} and ${where}`

/** Money that stops the settlement of a trip unless a reason is given. */
export const moneyChecks: readonly Check[] = [
  {
    kind: 'balances',
    when: ['settled'],
    says: ['仍有訂單款項未收齊', 'Bookings still owe money'],
    passedBy: editors,
    rows: ({ id }) => bookings(id, sql`b.balance > 0 and b.status not in ('waitlisted', 'expired')`),
  },
  {
    kind: 'refunds',
    when: ['settled'],
    says: ['仍有款項應退未退', 'Money is still to be paid back'],
    passedBy: editors,
    rows: ({ id }) => bookings(id, sql`b.balance < 0`),
  },
]
