import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../../kit/db/tables.ts'
import { Payment } from './booking.ts'

const names = ['id', ...Object.keys(Payment.properties), 'created_at', 'updated_at', 'version']
const against: Record<string, RawBuilder<unknown>> = { amount: sql`-p.amount`, received_at: sql`p.voided_at` }
/**
 * SQL: payments and refunds with the day on which each counts. What was voided after its month was locked or its provider had paid it out, and
 * what was charged back, counts on its day, and once more with a negative amount when it was voided. What else was voided counts nowhere.
 * Whatever lists or sums payments by day reads this.
 */
export const moves = sql<Moves>`(
  select ${sql.join(names.map((name) => sql.ref(`p.${name}`)))}, false as is_correction, p.voided_at is null or p.is_corrected as counts
    from booking_payments p
  union all
  select ${sql.join(names.map((name) => sql`${against[name] ?? sql.ref(`p.${name}`)} as ${sql.ref(name)}`))}, true, true
    from booking_payments p where p.is_corrected)`
type Moves = Selectable<Tables['booking_payments']> & { is_correction: boolean; counts: boolean }
