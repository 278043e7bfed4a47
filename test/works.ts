import { sql } from 'kysely'
import type { Db } from '../src/kit/db/tables.ts'

const ROUNDS = 12

/** How long a read takes, counted in a fixed work of the database that is done in turn: a slow or a busy machine slows both. */
export const inWorks = async (db: Db, read: () => Promise<unknown>) => {
  const fastest = { read: Number.POSITIVE_INFINITY, work: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round += 1) {
    fastest.read = Math.min(fastest.read, await msOf(read))
    fastest.work = Math.min(fastest.work, await msOf(() => work.execute(db)))
  }
  return fastest.read / fastest.work
}

/** Takes PostgreSQL about 20 ms. */
const work = sql`select count(*) from generate_series(1, 100000) n where n::text like '%7'`

const msOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
