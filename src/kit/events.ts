import type { Tx } from './db/tables.ts'
import { together } from './together.ts'

/** Modules add their own events here, beside the code that emits them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Events {}
type Name = keyof Events & string
type Subscriber<N extends Name> = (tx: Tx, payload: Events[N]) => unknown

const subscribers = new Map<Name, { why: string; run: Subscriber<Name> }[]>()

/** Subscribers write in the transaction that caused the event: rows, and jobs for what leaves the house. None waits for another. */
export const on = <N extends Name>(event: N, why: string, run: Subscriber<N>) => {
  const there = subscribers.get(event) ?? []
  if (there.every((subscriber) => subscriber.why !== why))
    subscribers.set(event, [...there, { why, run: run as Subscriber<Name> }])
}

/** Needs a Tx: what is told and what is done are kept or lost together. */
export const emit = async <N extends Name>(tx: Tx, event: N, payload: Events[N]) => {
  await together((subscribers.get(event) ?? []).map(({ run }) => run(tx, payload as Events[Name])))
}
