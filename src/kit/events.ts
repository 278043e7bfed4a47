import { settleAll } from './async/settle-all.ts'
import type { Tx } from './db/tables.ts'

/** Modules add their own events here, beside the code that emits them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Events {}
type Name = keyof Events & string
type Subscriber<N extends Name> = (tx: Tx, payload: Events[N]) => unknown
type Subscription = { why: string; run: Subscriber<Name> }

const subscribing = () => {
  const subscriptions = new Map<Name, Subscription[]>()
  return {
    to: (event: Name) => subscriptions.get(event) ?? [],
    add: <N extends Name>(event: N, why: string, run: Subscriber<N>) => {
      const there = subscriptions.get(event) ?? []
      if (there.every((subscription) => subscription.why !== why))
        subscriptions.set(event, [...there, { why, run: run as Subscriber<Name> }])
    },
  }
}

const consequences = subscribing()
const tellings = subscribing()

/** A consequence: who emits the event goes on when it is written, in the same transaction. None waits for another. */
export const on = consequences.add

/** Somebody is told: written in the same transaction too, but nobody waits for it until the commit. */
export const tells = tellings.add

/** Needs a Tx: what is told and what is done are kept or lost together. */
export const emit = async <N extends Name>(tx: Tx, event: N, payload: Events[N]) => {
  for (const { run } of tellings.to(event)) tx.background.add(run(tx, payload as Events[Name]))
  await settleAll(consequences.to(event).map(({ run }) => run(tx, payload as Events[Name])))
}
