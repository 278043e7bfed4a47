import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { backgroundWork, firstCause } from '../async/settle.ts'
import { LOCK_MS } from '../timeouts.ts'
import { type pg, type Query, Silence, send } from './client.ts'
import { dialectOver, type Execute, executor, type Observer, timed } from './execute.ts'
import { isConnectionLost, isConnectionUnusable, isOutdatedPlan } from './faults.ts'
import { usableConnections } from './pool.ts'
import type { Job, Tables, Tx, TxContext } from './tables.ts'

/** The time by `performance.now()` at which a request must have ended. All its waits share the time that is left. */
export type Deadline = number | undefined

/** Written into the audit: the request, and the account for which a transaction writes, if any. */
export type Who = {
  actor_id?: number | undefined
  request_id?: string | undefined
  /** The roles of the person for whom it writes, none for a stranger. Without them the service itself writes. */
  roles?: readonly string[]
  /** The time at which the transaction must have ended. It limits all its waits. */
  deadline?: Deadline
}
export type Transaction = <T>(who: Who, work: Work<T>) => Promise<T>
type Work<T> = (tx: Tx) => Promise<T>

declare module './tables.ts' {
  interface TxContext {
    /**
     * What is done before the commit of a transaction of which the database has told something, by the message of its notices, in this
     * order: a check, or what follows. Each gets the JSON details of these notices. A transaction of which nothing is told costs no statement.
     */
    atEnd?: Readonly<Record<string, (tx: Tx, told: readonly object[], who: Who) => Promise<void>>>
  }
}

/** Inserts jobs into the queue over the connection of their transaction. */
export type SendJobs = (execute: Execute, jobs: readonly Job[]) => Promise<unknown>
type Resources = { pool: pg.Pool; sendJobs: SendJobs; context: TxContext; observer: Observer }

const RETRIES = 3
const COLLISIONS = ['40001', '40P01']

/**
 * What was read before a lock was granted is not true any more: the transaction begins again, without what it has locked. Whoever
 * locked further instead would hold locks in another order than others, who then wait for each other.
 */
export class Outdated extends Error {
  readonly code = '40001'
}

/**
 * Opens transactions on a pool. A serialization failure or a deadlock is retried, three times at most; so is a statement whose plan
 * is older than a migration, on a connection that was opened after it. If the connection is lost before the commit was sent,
 * nothing was written, and the transaction is repeated once. After the commit was sent it is not repeated, because it may have been
 * committed.
 */
export function transactions(resources: Resources): Transaction {
  const usable = usableConnections(resources.pool)
  const connection = (deadline: Deadline) =>
    timed(() => usable.take(() => connectionBefore(deadline, resources.pool)), resources.observer.wait)

  return async (who, work) => {
    for (let attempt = 0; ; attempt += 1) {
      const progress: Progress = { stage: 'connecting' }
      try {
        const client = await connection(who.deadline)
        return await once(client, resources, who, work, progress).catch((error) => {
          usable.notice(error, client)
          throw error
        })
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

/** Begins, does the work, queues its jobs and commits. After any failure it rolls back. */
const once = async <T>(
  client: pg.PoolClient,
  { sendJobs, context, observer }: Resources,
  who: Who,
  work: Work<T>,
  progress: Progress,
): Promise<T> => {
  const cancelCut = cutAt(who.deadline, client)
  let broken: Error | undefined
  const fail = (error: Error) => {
    broken = error
  }
  const told = new Map(Object.keys(context.atEnd ?? {}).map((message): [string, object[]] => [message, []]))
  const hear = ({ message, detail }: { message: string | undefined; detail?: string | undefined }) => {
    if (detail) told.get(message ?? '')?.push(JSON.parse(detail))
  }
  client.on('error', fail)
  client.on('notice', hear)
  progress.stage = 'working'
  const execute = executor((query) => {
    if (progress.stage !== 'working') throw new Error('a statement came after the end of its transaction')
    return send(client, query)
  }, observer)
  const dialect = dialectOver(execute)
  const tx: Tx = Object.assign(new Kysely<Tables>({ dialect }), { jobs: [], background: backgroundWork(), ...context })
  try {
    // Not awaited, because they are sent together with the first statement, which fails if one of them fails.
    for (const query of opening(who)) send(client, query).catch(fail)
    const result = await completed(tx, work)
    for (const [message, act] of Object.entries(context.atEnd ?? {})) {
      const details = told.get(message) ?? []
      if (details.length > 0) await completed(tx, () => act(tx, details, who))
    }
    if (tx.jobs.length > 0) await sendJobs(execute, tx.jobs)
    progress.stage = 'committing'
    const { command } = await send(client, { text: 'commit' })
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its end')
    return result
  } catch (error) {
    if (isConnectionUnusable(error)) fail(error as Error)
    else await send(client, { text: 'rollback' }).catch(fail)
    throw error
  } finally {
    cancelCut()
    client.off('error', fail)
    client.off('notice', hear)
    client.release(broken)
  }
}

const opening = ({ actor_id, request_id = '', roles, deadline }: Who): Query[] => {
  const settings = {
    'guidon.actor_id': `${actor_id ?? 0}`,
    'guidon.request_id': request_id,
    'guidon.gated': roles ? 'on' : 'off',
    ...limitsBefore(deadline),
  }
  const calls = Object.keys(settings).map((name, n) => `set_config('${name}', $${n + 1}, true)`)
  return [{ text: 'begin' }, { text: `select ${calls.join()}`, values: Object.values(settings) }]
}

// After a statement has failed, all later ones of the transaction fail too, so the first fault is thrown.
const completed = async <T>(tx: Tx, work: Work<T>): Promise<T> => {
  const [done] = await Promise.allSettled([work(tx)])
  const fault = await tx.background.ended()
  if (done.status === 'rejected') throw fault ? firstCause([done.reason, fault]) : done.reason
  if (fault) throw fault
  return done.value
}

/**
 * The connection is cut this much later than the deadline, because a timeout that PostgreSQL reports itself does not cost the
 * connection.
 */
const GRACE_MS = 500

/** Waits for a connection of the pool until the deadline. One that becomes free later is released unused. */
const connectionBefore = async (deadline: Deadline, pool: pg.Pool): Promise<pg.PoolClient> => {
  if (deadline === undefined) return pool.connect()
  const late = Promise.withResolvers<never>()
  const giveUp = setTimeout(() => late.reject(tooLate()), msUntil(deadline))
  const connecting = pool.connect()
  try {
    return await Promise.race([connecting, late.promise])
  } catch (error) {
    connecting.then((client) => client.release()).catch(() => {})
    throw error
  } finally {
    clearTimeout(giveUp)
  }
}

/** Settings of a transaction: shorter timeouts in PostgreSQL if less time is left than the usual timeouts. */
const limitsBefore = (deadline: Deadline): Record<string, string> => {
  if (deadline === undefined) return {}
  const left = Math.ceil(msUntil(deadline))
  return left < LOCK_MS ? { lock_timeout: `${left}`, statement_timeout: `${left}` } : {}
}

/** Destroys the connection after the deadline, so that all its statements fail; the returned function cancels this. */
const cutAt = (deadline: Deadline, client: pg.PoolClient) => {
  if (deadline === undefined) return () => {}
  const cutting = setTimeout(() => client.connection.stream.destroy(tooLate()), msUntil(deadline) + GRACE_MS)
  return () => clearTimeout(cutting)
}

const isOver = (deadline: Deadline) => deadline !== undefined && performance.now() >= deadline

const msUntil = (deadline: number) => Math.max(1, deadline - performance.now())
const tooLate = () => new Silence('no time is left for an answer')

/** Runs work that may violate a constraint within a savepoint, so that the transaction can continue after a failure. */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
  refused: (error: { code?: string; constraint?: string }) => Promise<T>,
): Promise<T> {
  const jobs = tx.jobs.length
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    const fault = await tx.background.ended()
    if (fault) throw fault
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    const fault = await tx.background.ended()
    tx.jobs.length = jobs
    await sql`rollback to savepoint attempt`.execute(tx)
    // Released too: an attempt around this one has the same name and must find its own.
    await sql`release savepoint attempt`.execute(tx)
    return refused(firstCause(fault ? [error, fault] : [error]) as { code?: string })
  }
}

/** Does work and takes it back, with its jobs: what it found out is all that stays. */
export async function undone(tx: Tx, work: () => Promise<unknown>) {
  const undo = new Error('the work is taken back')
  await attempt(
    tx,
    async () => {
      await work()
      throw undo
    },
    async (error) => {
      if (error !== undo) throw error
    },
  )
}
