import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, Kysely } from 'kysely'
import { batch } from './batch.ts'
import { dialectOver } from './dialect.ts'
import { isSpent } from './faults.ts'
import { type Meter, timed } from './meter.ts'
import { nameOf } from './statements.ts'
import type { Send, Tables, Tx } from './tables.ts'
import type { pg } from './wire.ts'

/** On whose behalf, for the audit: an account (or nobody) and the request. */
export type Who = { actor_id?: number | undefined; request_id?: string | undefined }
export type Transaction = <T>(who: Who, work: (tx: Tx) => Promise<T>) => Promise<T>

const RETRIES = 3
const COLLISIONS = ['40001', '40P01', '0A000']

/**
 * Opens transactions on a pool. A collision that PostgreSQL breaks up is tried again, three times at most;
 * so is a statement whose plan was made before a migration, on another connection.
 */
export const transactions =
  (pool: pg.Pool, send: Send, meter: Meter): Transaction =>
  async (who, work) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(pool, send, meter, who, work)
      } catch (error) {
        if (attempt >= RETRIES || !COLLISIONS.includes((error as { code?: string }).code ?? '')) throw error
        await pause(10 * 2 ** attempt * Math.random())
      }
    }
  }

const once = async <T>(pool: pg.Pool, send: Send, meter: Meter, who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await timed(() => pool.connect(), meter.wait)
  let broken: Error | undefined
  const notice = (error: Error) => {
    broken = error
  }
  client.on('error', notice)
  try {
    // Not waited for: it travels with the first statement, which fails with it.
    batch(client)
    client.query(opening(who)).catch(notice)
    const result = await work(over(client, send, meter))
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its end')
    return result
  } catch (error) {
    if (isSpent(error)) notice(error as Error)
    else await client.query('rollback').catch(notice)
    throw error
  } finally {
    client.off('error', notice)
    client.release(broken)
  }
}

// Both values are checked where they come from; quoting them again costs nothing.
const opening = ({ actor_id, request_id = '' }: Who) =>
  `begin; set local guidon.actor_id = '${Number(actor_id ?? 0)}'; set local guidon.request_id = '${request_id.replace(/[^\w-]/g, '')}'`

const handles = new WeakMap<pg.PoolClient, Tx>()
const over = (client: pg.PoolClient, send: Send, meter: Meter): Tx => {
  const known = handles.get(client)
  if (known) return known
  const run = ({ sql, parameters }: CompiledQuery) =>
    timed(
      () => client.query({ text: sql, values: [...parameters], name: nameOf(sql) }),
      (seconds) => meter.statement(sql, seconds),
    )
  const tx: Tx = Object.assign(new Kysely<Tables>({ dialect: dialectOver(run) }), { send })
  handles.set(client, tx)
  return tx
}
