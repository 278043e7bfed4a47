import type { Db as BossDb } from 'pg-boss'
import { settleAll } from '../async/settle.ts'
import type { Job } from '../db/tables.ts'
import { holdKeys } from './keys.ts'
import { insertingBoss } from './queues.ts'

type Execute = BossDb['executeSql']

/** Inserts jobs into the queue over the given connection. Look-ups of pg-boss itself use the shared connections. */
export function jobSender(shared: Execute) {
  const boss = insertingBoss(shared)
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }
  return {
    send: async (execute: Execute, jobs: readonly Job[]) => {
      await start()
      const held = holdKeys(execute, jobs)
      const inserts = [...Map.groupBy(jobs, ({ name }) => name)].map(([name, some]) =>
        boss.insert(name, some.map(inserted), { db: { executeSql: execute } }),
      )
      await settleAll([held, ...inserts])
    },
    stop: async () => started && boss.stop({ graceful: false, close: false }),
  }
}

const inserted = ({ payload, at, key, group = key }: Job) => ({
  data: payload,
  ...retryOptions,
  ...(at !== undefined && { startAfter: at }),
  ...(key !== undefined && { singletonKey: key }),
  ...(group !== undefined && { group: { id: group } }),
})

/** When a failed job is retried, and after which time without a heartbeat a worker counts as dead. */
export const retryOptions = { retryBackoff: true, retryDelay: 5, retryDelayMax: 14_400, heartbeatSeconds: 10 }
