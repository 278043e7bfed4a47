import { settleAll } from './async/settle.ts'
import type { Tx } from './db/tables.ts'

declare module './db/tables.ts' {
  interface TxContext {
    subscriptions: Subscriptions
  }
}

/** Modules add their own events here, beside the code that emits them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Events {}
type Name = keyof Events & string
type Subscriber<N extends Name> = (tx: Tx, payload: Events[N]) => unknown

/** By event: the functions that follow it, each under its name. */
export type Subscribers = { readonly [N in Name]?: Readonly<Record<string, Subscriber<N>>> }

type Kind = 'consequences' | 'notices'
export type Subscriptions = Record<Kind, ReadonlyMap<Name, readonly Subscriber<Name>[]>>

/**
 * What a database is opened with, so that every transaction knows who follows its events. A consequence: whoever emits
 * the event goes on when it is written. A notice: somebody is told, and nobody waits for it before the commit. Both are
 * written in the transaction that emits. A second subscriber of one name to one event is a mistake, and refused.
 */
export const subscriptions = (tables: Record<Kind, readonly Subscribers[]>): Subscriptions => {
  const names = new Set<string>()
  const follow = (followers: readonly Subscribers[]) => {
    const byEvent = new Map<Name, Subscriber<Name>[]>()
    for (const [event, name, run] of followers.flatMap(subscribersIn)) {
      if (names.has(`${event} ${name}`)) throw new Error(`two subscribers of ${event} are called ${name}`)
      names.add(`${event} ${name}`)
      byEvent.set(event, [...(byEvent.get(event) ?? []), run])
    }
    return byEvent
  }
  return { consequences: follow(tables.consequences), notices: follow(tables.notices) }
}

// The one cast: the compiler has held each function to the payload of its event where the table was written.
const subscribersIn = (table: Subscribers) =>
  Object.entries(table).flatMap(([event, followers]) =>
    Object.entries(followers).map(([name, run]) => [event, name, run] as [Name, string, Subscriber<Name>]),
  )

/** Needs a Tx: what is told and what is done are kept or lost together. */
export const emit = async <N extends Name>(tx: Tx, event: N, payload: Events[N]) => {
  const { consequences, notices } = tx.subscriptions
  for (const run of notices.get(event) ?? []) tx.background.add(run(tx, payload))
  await settleAll((consequences.get(event) ?? []).map((run) => run(tx, payload)))
}
