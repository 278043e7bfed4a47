import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { backgroundWork } from '../async/background.ts'
import { firstCause } from '../async/first-cause.ts'
import { settleAll } from '../async/settle-all.ts'
import type { Subscriptions } from '../events.ts'
import { dialectOver, type Execute } from './dialect.ts'
import { cork, type pg } from './driver.ts'
import { isSpent } from './faults.ts'
import { type Meter, timed } from './meter.ts'
import { statementName } from './statement-names.ts'
import type { Job, Tables, Tx } from './tables.ts'
import type { RunQuery } from './watchdog.ts'

/** On whose behalf, for the audit: an account (or nobody) and the request. */
export type Who = { actor_id?: number | undefined; request_id?: string | undefined }
export type Transaction = <T>(who: Who, work: (tx: Tx) => Promise<T>) => Promise<T>

/** Puts jobs on the list, and comes back when that is asked, not when it is answered. */
export type Send = (execute: Execute, jobs: readonly Job[]) => Promise<{ answered: Promise<unknown> }>
type Means = { pool: pg.Pool; ask: RunQuery; send: Send; subscriptions: Subscriptions; meter: Meter }

const RETRIES = 3
const COLLISIONS = ['40001', '40P01', '0A000']

/**
 * Opens transactions on a pool. A collision that PostgreSQL breaks up is tried again, three times at most;
 * so is a statement whose plan was made before a migration, on another connection.
 */
export const transactions =
  (means: Means): Transaction =>
  async (who, work) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(means, who, work)
      } catch (error) {
        if (attempt >= RETRIES || !COLLISIONS.includes((error as { code?: string }).code ?? '')) throw error
        await pause(10 * 2 ** attempt * Math.random())
      }
    }
  }

const once = async <T>(means: Means, who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const { pool, ask, send, meter } = means
  const client = await timed(() => pool.connect(), meter.wait)
  let broken: Error | undefined
  const notice = (error: Error) => {
    broken = error
  }
  client.on('error', notice)
  try {
    // Not waited for: it travels with the first statement, which fails with it.
    cork(client)
    ask(client, { text: opening(who) }).catch(notice)
    const { tx, execute } = handleOf(client, means)
    tx.jobs.length = 0
    const result = await whole(tx, work)
    // The jobs travel with the commit, which is a rollback where they fail.
    const listed = tx.jobs.length > 0 ? await send(execute, tx.jobs) : undefined
    const [{ command }] = await settleAll([ask(client, { text: 'commit' }), listed?.answered])
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its end')
    return result
  } catch (error) {
    if (isSpent(error)) notice(error as Error)
    else await ask(client, { text: 'rollback' }).catch(notice)
    throw error
  } finally {
    client.off('error', notice)
    client.release(broken)
  }
}

// Where a statement fails, all that follow it do; the first of them is the reason.
const whole = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const [done] = await Promise.allSettled([work(tx)])
  const fault = await tx.background.ended()
  if (done.status === 'rejected') throw fault ? firstCause([done.reason, fault]) : done.reason
  if (fault) throw fault
  return done.value
}

// Both values are checked where they come from; quoting them again costs nothing.
const opening = ({ actor_id, request_id = '' }: Who) =>
  `begin; set local guidon.actor_id = '${Number(actor_id ?? 0)}'; set local guidon.request_id = '${request_id.replace(/[^\w-]/g, '')}'`

type Handle = { tx: Tx; execute: Execute }
const handles = new WeakMap<pg.PoolClient, Handle>()
const handleOf = (client: pg.PoolClient, { ask, subscriptions, meter }: Means): Handle => {
  const known = handles.get(client)
  if (known) return known
  const execute: Execute = (text, values = []) => {
    cork(client)
    return timed(
      () => ask(client, { text, values: [...values], name: statementName(text) }),
      (seconds) => meter.statement(text, seconds),
    )
  }
  const tx: Tx = Object.assign(new Kysely<Tables>({ dialect: dialectOver(execute) }), {
    jobs: [],
    background: backgroundWork(),
    subscriptions,
  })
  const handle = { tx, execute }
  handles.set(client, handle)
  return handle
}
