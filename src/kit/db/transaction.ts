import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { backgroundWork, firstCause, settleAll } from '../async/settle.ts'
import { type Query, send } from './connection/batch.ts'
import { connectionBefore, cutAt, type Deadline, isOver, limitsBefore } from './deadline.ts'
import type { pg } from './driver.ts'
import { dialectOver, type Execute, executor, type Observer, timed } from './execute.ts'
import { isConnectionLost, isConnectionUnusable, isOutdatedPlan } from './faults.ts'
import type { Job, Tables, Tx, TxContext } from './tables.ts'

/** Written into the audit: the account on whose behalf a transaction writes, if any, and the request. */
export type Who = {
  actor_id?: number | undefined
  request_id?: string | undefined
  /** When the transaction must have ended; all its waits are limited by it. */
  deadline?: Deadline
}
export type Transaction = <T>(who: Who, work: Work<T>) => Promise<T>
/** `allSent` says that no statement follows those sent until now, so that the commit is sent in the same write. */
type Work<T> = (tx: Tx, allSent: () => void) => Promise<T>

/** Inserts jobs into the queue. Resolves when the statements are sent; `answered` resolves when they are done. */
export type SendJobs = (execute: Execute, jobs: readonly Job[]) => Promise<{ answered: Promise<unknown> }>
type Resources = { pool: pg.Pool; sendJobs: SendJobs; context: TxContext; observer: Observer }

const RETRIES = 3
const COLLISIONS = ['40001', '40P01']

/**
 * Opens transactions on a pool. A serialization failure or a deadlock is retried, three times at most; so is a statement
 * whose plan was made before a migration, on a connection that was opened after it. If the connection is lost before the commit
 * was sent, nothing was written, and the transaction is repeated once; afterwards it may have been committed.
 */
export const transactions = (resources: Resources): Transaction => {
  const all = { ...resources, plans: outdatedPlans(resources.pool) }
  return async (who, work) => {
    for (let attempt = 0; ; attempt += 1) {
      const progress: Progress = { stage: 'connecting' }
      try {
        return await once(all, who, work, progress)
      } catch (error) {
        if (attempt >= retriesAfter(error, progress) || isOver(who.deadline)) throw error
        await pause(10 * 2 ** attempt * Math.random())
      }
    }
  }
}

type Progress = { stage: 'connecting' | 'working' | 'committing' }

const retriesAfter = (error: unknown, { stage }: Progress) => {
  if (COLLISIONS.includes((error as { code?: string }).code ?? '') || isOutdatedPlan(error)) return RETRIES
  return stage === 'working' && isConnectionLost(error) ? 1 : 0
}

type Opened = Resources & { plans: OutdatedPlans }
const once = async <T>(resources: Opened, who: Who, work: Work<T>, progress: Progress): Promise<T> => {
  const { pool, plans, observer } = resources
  const client = await timed(() => plans.current(() => connectionBefore(who.deadline, pool)), observer.wait)
  const cancelCut = cutAt(who.deadline, client)
  let broken: Error | undefined
  const fail = (error: Error) => {
    broken = error
  }
  client.on('error', fail)
  progress.stage = 'working'
  try {
    // Not awaited: they are sent with the first statement, which fails if they fail.
    for (const query of opening(who)) send(client, query).catch(fail)
    const handle = opened(handleOf(client, resources))
    return await committed(handle, work, () => commit(client, resources, handle, progress))
  } catch (error) {
    if (isOutdatedPlan(error)) plans.notice(client)
    if (isConnectionUnusable(error)) fail(error as Error)
    else await send(client, { text: 'rollback' }).catch(fail)
    throw error
  } finally {
    cancelCut()
    client.off('error', fail)
    client.release(broken)
  }
}

// Commits when the work has ended, or has said that it has sent everything.
const committed = async <T>({ tx }: Handle, work: Work<T>, commit: () => Promise<void>) => {
  const { promise: sent, resolve: allSent } = Promise.withResolvers<void>()
  const working = completed(tx, () => work(tx, allSent))
  await Promise.race([working, sent.then(endOfTick)])
  if (tx.background.hasFailed()) return working
  const committing = commit()
  committing.catch(() => {})
  // Awaited first, because its fault is why the commit fails.
  const result = await working
  await committing
  return result
}

type OutdatedPlans = ReturnType<typeof outdatedPlans>

/**
 * After a migration, connections may have cached plans for the former tables. When the first statement fails for this reason, all
 * connections opened before are outdated; each is replaced when it is next taken from the pool.
 */
const outdatedPlans = (pool: pg.Pool) => {
  const opened = new WeakMap<pg.PoolClient, number>()
  let noticed = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => opened.set(client, performance.now()))
  const isCurrent = (client: pg.PoolClient) => (opened.get(client) ?? noticed) >= noticed
  return {
    /** Called when a statement failed on this connection. Ignored if the connection is outdated already. */
    notice: (client: pg.PoolClient) => {
      if (isCurrent(client)) noticed = performance.now()
    },
    /** Takes connections from the pool until one is not outdated. */
    current: async (take: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
      for (;;) {
        const client = await take()
        if (isCurrent(client)) return client
        client.release(true)
      }
    },
  }
}

// After a statement has failed, all later ones of the transaction fail too, so the first fault is thrown.
const completed = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  const [done] = await Promise.allSettled([work()])
  const fault = await tx.background.ended()
  if (done.status === 'rejected') throw fault ? firstCause([done.reason, fault]) : done.reason
  if (fault) throw fault
  return done.value
}

// The jobs are sent together with the commit, which does not run if one of them fails.
const commit = async (client: pg.PoolClient, { sendJobs }: Resources, handle: Handle, progress: Progress) => {
  const { tx, execute } = handle
  const jobs = tx.jobs.length > 0 ? await sendJobs(execute, tx.jobs) : undefined
  progress.stage = 'committing'
  handle.isOpen = false
  Object.freeze(tx.jobs)
  const [{ command }] = await settleAll([send(client, { text: 'commit' }), jobs?.answered])
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its end')
}

const opening = ({ actor_id, request_id = '', deadline }: Who): Query[] => {
  const settings = { 'guidon.actor_id': `${actor_id ?? 0}`, 'guidon.request_id': request_id, ...limitsBefore(deadline) }
  const calls = Object.keys(settings).map((name, n) => `set_config('${name}', $${n + 1}, true)`)
  return [{ text: 'begin' }, { text: `select ${calls.join()}`, values: Object.values(settings) }]
}

// All statements of a tick are sent in one write; until its end, work that waits for no answer has sent all of its own.
const endOfTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

// One per connection, made when the connection is first used. Closed from the commit on: a later statement or job would not be part of the transaction.
type Handle = { tx: Tx; execute: Execute; isOpen: boolean }
const opened = (handle: Handle) => {
  handle.isOpen = true
  Object.assign(handle.tx, { jobs: [] })
  return handle
}
const handles = new WeakMap<pg.PoolClient, Handle>()
const handleOf = (client: pg.PoolClient, { context, observer }: Resources): Handle => {
  const known = handles.get(client)
  if (known) return known
  const run = (query: Query) => {
    if (!handle.isOpen) throw new Error('a statement came after the commit of its transaction')
    return send(client, query)
  }
  const execute = executor(run, observer)
  const tx: Tx = Object.assign(new Kysely<Tables>({ dialect: dialectOver(execute) }), {
    jobs: [],
    background: backgroundWork(),
    ...context,
  })
  const handle: Handle = { tx, execute, isOpen: false }
  handles.set(client, handle)
  return handle
}
