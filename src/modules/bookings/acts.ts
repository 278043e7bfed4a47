import { isDeepStrictEqual } from 'node:util'

/** A change as the audit keeps it: one row for each statement that changed a record. */
export type Step = {
  table_name: string
  record_id: number
  action: 'created' | 'changed' | 'removed'
  changes: Record<string, [was: unknown, is: unknown]>
  names: Record<string, object>
}

/**
 * What one act has changed, in the order in which it is told: a record that several steps have changed once, with its first and its last
 * value. What one step changed and another set back is left out, and so is what was created and removed again.
 */
export function netOf<S extends Step>(steps: readonly S[]): S[] {
  const records = Map.groupBy(steps, ({ table_name, record_id }) => `${table_name} ${record_id}`)
  const changes = [...records.values()].flatMap(together)
  return changes.sort((one, other) => rankOf(one) - rankOf(other))
}

const together = <S extends Step>(steps: readonly S[]): S[] => {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last || (first.action === 'created' && last.action === 'removed' && steps.length > 1)) return []
  const action = first.action === 'created' ? 'created' : last.action
  const net = new Map<string, [was: unknown, is: unknown]>()
  for (const { changes } of steps)
    for (const [field, [was, is]] of Object.entries(changes)) {
      const before = net.get(field)
      net.set(field, [before ? before[0] : was, is])
    }
  const changed = [...net].filter(([, [was, is]]) => action !== 'changed' || !isDeepStrictEqual(was, is))
  if (!changed.length) return []
  const names = Object.assign({}, ...steps.map((step) => step.names))
  return [{ ...first, action, changes: Object.fromEntries(changed), names }]
}

type Told = Pick<Step, 'table_name' | 'action' | 'changes'>
const touches = ({ changes }: Told, ...fields: string[]) => fields.some((field) => field in changes)
const isOf = (table: string) => (step: Told) => step.table_name === table

// The act itself first, then what followed from it. The account of a booking follows from nearly everything.
const order: readonly ((step: Told) => boolean)[] = [
  (step) => isOf('bookings')(step) && (step.action === 'created' || touches(step, 'planned_trip_id', 'cancelled_at')),
  isOf('booking_payments'),
  (step) => ['refund_orders', 'payment_reports', 'cancellation_requests', 'trip_feedback'].includes(step.table_name),
  (step) => isOf('travelers')(step) && (step.action !== 'changed' || touches(step, 'status')),
  (step) => isOf('booking_price_lines')(step) && step.changes.kind?.[1] !== 'cancellation',
  isOf('booking_concessions'),
  (step) => isOf('bookings')(step) && touches(step, 'status'),
  isOf('travelers'),
  isOf('booking_price_lines'),
]
const rankOf = (step: Told) => {
  const at = order.findIndex((is) => is(step))
  return at < 0 ? order.length : at
}
