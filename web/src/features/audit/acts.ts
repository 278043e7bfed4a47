import type { Audit } from 'guidon-sdk'

/** The changes of one transaction, the first one first, and what they have changed: each record once. */
export type Act = { id: number; steps: Audit[]; net: Audit[] }

/** The changes of a page, which begins with the latest, by the transactions that made them. A transaction has one time. */
export const actsOf = (changes: readonly Audit[]): Act[] =>
  [...Map.groupBy(changes, ({ created_at, actor_id }) => `${created_at} ${actor_id}`).values()].map((together) => {
    const steps = together.toReversed()
    return { id: together[0]?.id ?? 0, steps, net: netOf(steps) }
  })

const netOf = (steps: readonly Audit[]) => {
  const records = Map.groupBy(steps, ({ table_name, record_id }) => `${table_name} ${record_id}`)
  const net = [...records.values()].flatMap(mergedFrom)
  // What one step has changed and another one set back is no change; but the act was one.
  return net.length > 0 ? net : steps.slice(0, 1)
}

const mergedFrom = (steps: readonly Audit[]): Audit[] => {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last || (steps.length > 1 && first.action === 'created' && last.action === 'removed')) return []
  const action = first.action === 'created' ? 'created' : last.action
  const changes: Audit['changes'] = {}
  for (const [field, [was, is]] of steps.flatMap((step) => Object.entries(step.changes)))
    changes[field] = [changes[field]?.[0] ?? was ?? null, is]
  const told = Object.entries(changes).filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is))
  if (told.length === 0) return []
  return [
    {
      ...first,
      action,
      changes: Object.fromEntries(told),
      names: Object.assign({}, ...steps.map(({ names }) => names)),
    },
  ]
}
