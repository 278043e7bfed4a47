import { CompiledQuery } from 'kysely'
import { type Db as BossDb, PgBoss } from 'pg-boss'
import type { Db, Send } from '../db/tables.ts'
import { SCHEMA } from './queues.ts'

/** Writes jobs into the caller's transaction; its own few look-ups go over the shared connections. */
export const jobSender = (shared: Db) => {
  const boss = new PgBoss({ db: over(shared), schema: SCHEMA, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => {})
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }
  const send: Send = async (tx, name, payload, { at, key, group }) => {
    await start()
    await boss.send(name, payload, {
      db: over(tx),
      ...manner,
      ...(at !== undefined && { startAfter: at }),
      ...(key !== undefined && { singletonKey: key }),
      ...(group !== undefined && { group: { id: group } }),
    })
  }
  return { send, stop: async () => started && boss.stop({ graceful: false, close: false }) }
}

/** How a job is tried again, and how soon a dead worker's is taken by another. */
export const manner = { retryBackoff: true, retryDelay: 5, retryDelayMax: 14_400, heartbeatSeconds: 15 }

type Executor = { executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }> }
const over = (db: Executor): BossDb => ({
  executeSql: async (text, values = []) => ({
    rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows],
  }),
})
