import { LOCK_MS } from '../constants.ts'
import { Silence } from './connection/watchdog.ts'
import type { pg } from './driver.ts'

/** The time by `performance.now()` at which a request must have ended. All its waits share the time that is left. */
export type Deadline = number | undefined

/**
 * The connection is cut this much later than the deadline, because a timeout that PostgreSQL reports itself does not cost the
 * connection.
 */
const GRACE_MS = 500

/** Waits for a connection of the pool until the deadline. One that becomes free later is released unused. */
export async function connectionBefore(deadline: Deadline, pool: pg.Pool): Promise<pg.PoolClient> {
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
export function limitsBefore(deadline: Deadline): Record<string, string> {
  if (deadline === undefined) return {}
  const left = Math.ceil(msUntil(deadline))
  return left < LOCK_MS ? { lock_timeout: `${left}`, statement_timeout: `${left}` } : {}
}

/** Destroys the connection after the deadline, so that all its statements fail; the returned function cancels this. */
export function cutAt(deadline: Deadline, client: pg.PoolClient) {
  if (deadline === undefined) return () => {}
  const cutting = setTimeout(() => client.connection.stream.destroy(tooLate()), msUntil(deadline) + GRACE_MS)
  return () => clearTimeout(cutting)
}

export function isOver(deadline: Deadline) {
  return deadline !== undefined && performance.now() >= deadline
}

const msUntil = (deadline: number) => Math.max(1, deadline - performance.now())
const tooLate = () => new Silence('no time is left for an answer')
