import { settleAll } from './async/settle.ts'
import type { Tx } from './db/tables.ts'

declare module './db/tables.ts' {
  interface TxContext {
    subscriptions: Subscriptions
  }
}

/** The payloads of all events. Modules add theirs by declaration merging, next to the code that emits them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Events {}
type Name = keyof Events & string
type Subscriber<N extends Name> = (tx: Tx, payload: Events[N]) => unknown

/** The subscribers of each event, by name. */
export type Subscribers = { readonly [N in Name]?: Readonly<Record<string, Subscriber<N>>> }

type Kind = 'consequences' | 'notices'
export type Subscriptions = Record<Kind, ReadonlyMap<Name, readonly Subscriber<Name>[]>>

/**
 * The subscriptions of all transactions, given when the database is opened. `emit` waits for consequences; notices run in the
 * background and are awaited before the commit. Both write in the transaction that emits. Throws if an event has two
 * subscribers of the same name.
 */
export function subscriptions(tables: Record<Kind, readonly Subscribers[]>): Subscriptions {
  const names = new Set<string>()
  const byEventOf = (followers: readonly Subscribers[]) => {
    const byEvent = new Map<Name, Subscriber<Name>[]>()
    for (const [event, name, run] of followers.flatMap(subscribersIn)) {
      if (names.has(`${event} ${name}`)) throw new Error(`two subscribers of ${event} are called ${name}`)
      names.add(`${event} ${name}`)
      byEvent.set(event, [...(byEvent.get(event) ?? []), run])
    }
    return byEvent
  }
  return { consequences: byEventOf(tables.consequences), notices: byEventOf(tables.notices) }
}

// A cast, because the compiler has already checked each function against the payload of its event where the table is written.
const subscribersIn = (table: Subscribers) =>
  Object.entries(table).flatMap(([event, followers]) =>
    Object.entries(followers).map(([name, run]) => [event, name, run] as [Name, string, Subscriber<Name>]),
  )

/** Runs the subscribers of an event in the transaction, so that their writes are committed or rolled back together with it. */
export async function emit<N extends Name>(tx: Tx, event: N, payload: Events[N]) {
  const { consequences, notices } = tx.subscriptions
  if (!tx.isSilent) for (const run of notices.get(event) ?? []) tx.background.add(run(tx, payload))
  await settleAll((consequences.get(event) ?? []).map((run) => run(tx, payload)))
}

/** The same transaction for writes of which nobody is told: events have their consequences, but no notices, and no job is queued. */
export function silent(tx: Tx): Tx {
  const { background, subscriptions } = tx
  return Object.assign(tx.withoutPlugins(), { jobs: [], background, subscriptions, isSilent: true as const })
}
