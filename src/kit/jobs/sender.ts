import { type Db as BossDb, PgBoss } from 'pg-boss'
import { settleAll } from '../async/settle-all.ts'
import type { Job } from '../db/tables.ts'
import { SCHEMA } from './queues.ts'

type Execute = BossDb['executeSql']

/** Puts jobs on the list over the connection it is given; its own few look-ups go over the shared ones. */
export const jobSender = (shared: Execute) => {
  const db = { executeSql: shared }
  const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => {})
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }

  const put = (execute: Execute, name: string, jobs: Job[]) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const executeSql: Execute = (text, values) => {
      resolve()
      return execute(text, values)
    }
    const answered = boss.insert(name, jobs.map(inserted), { db: { executeSql } })
    return { asked: Promise.race([asked, answered]), answered }
  }
  return {
    /** Comes back as soon as all of it is asked, so that what follows can travel with it. */
    send: async (execute: Execute, jobs: readonly Job[]) => {
      await start()
      const lists = [...Map.groupBy(jobs, ({ name }) => name)].map(([name, some]) => put(execute, name, some))
      const answered = settleAll(lists.map((list) => list.answered))
      answered.catch(() => {})
      await settleAll(lists.map((list) => list.asked))
      return { answered }
    },
    stop: async () => started && boss.stop({ graceful: false, close: false }),
  }
}

const inserted = ({ payload, at, group }: Job) => ({
  data: payload,
  ...retryOptions,
  ...(at !== undefined && { startAfter: at }),
  ...(group !== undefined && { group: { id: group } }),
})

/** How a job is tried again, and how soon a dead worker's is taken by another. */
export const retryOptions = { retryBackoff: true, retryDelay: 5, retryDelayMax: 14_400, heartbeatSeconds: 10 }
