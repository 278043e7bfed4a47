import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Db, Tx } from '../db/tables.ts'
import type { Who } from '../db/transaction.ts'
import type { Keys } from './keys.ts'

/** The rows of one transaction. Few, so that other writes of these rows do not wait long. */
export const BATCH = 200
type Batch = { rows: { id: string | number }[]; renewed: number }
type Rewrap = (tx: Tx, keys: Keys, after: string | number | undefined) => Promise<Batch>

/** Stored values that must be re-encrypted when the master key is rotated. `rewrap` does one batch, `sample` reads one sealed value. */
export type Rotation = { what: string; rewrap: Rewrap; sample?: (db: Db) => Promise<Sample[]> }
type Sample = { isOpenedBy: (keys: Keys) => boolean }

/** The rotation of a column that is sealed with the master key. */
export function resealing(table: string, column: string, { purpose, bound }: Sealing): Rotation {
  return {
    what: table,
    sample: async (db) => {
      if (!(await isTable(db, table))) return []
      const { rows } = await sql<{ of: string; sealed: Buffer }>`
      select ${sql.ref(bound)}::text as of, ${sql.ref(column)} as sealed from ${sql.table(table)}
       where ${sql.ref(column)} is not null limit 1`.execute(db)
      return rows.map(({ of, sealed }) => ({ isOpenedBy: (keys) => keys.isOpened(purpose, sealed, of) }))
    },
    rewrap: async (tx, keys, after) => {
      const { rows } = await sql<{ id: string; of: string; sealed: Buffer }>`
      select id, ${sql.ref(bound)}::text as of, ${sql.ref(column)} as sealed from ${sql.table(table)}
       where ${sql.ref(column)} is not null ${following(after)} order by id limit ${BATCH} for no key update`.execute(
        tx,
      )
      const fresh = rows.flatMap(({ id, of, sealed }) => {
        const resealed = keys.reseal(purpose, sealed, of)
        return resealed ? [{ id, resealed }] : []
      })
      for (const { id, resealed } of fresh)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${resealed} where id = ${id}`.execute(tx)
      return { rows, renewed: fresh.length }
    },
  }
}
/** Whether a table exists. Before the migrations it may not. */
export async function isTable(db: Db, name: string) {
  const { rows } = await sql<{ is: boolean }>`select to_regclass(${name}) is not null as is`.execute(db)
  return !!rows[0]?.is
}
type Sealing = { purpose: string; bound: string }

export function following(after: string | number | undefined) {
  return after === undefined ? sql`` : sql`and id > ${after}`
}

/** Re-encrypts all values that are not sealed with the first master key. It can be interrupted and started again. */
export async function rewrapAll(
  rotations: readonly Rotation[],
  { database, keys }: { database: Database; keys: Keys },
  who: Who,
  onProgress: (what: string) => void,
) {
  const done: Record<string, { rows: number; renewed: number }> = {}
  for (const { what, rewrap } of rotations) {
    const sum = { rows: 0, renewed: 0 }
    for (let after: string | number | undefined; ; ) {
      const { rows, renewed } = await database.transaction(who, (tx) => rewrap(tx, keys, after))
      sum.rows += rows.length
      sum.renewed += renewed
      onProgress(`${what} ${sum.rows}`)
      after = rows.at(-1)?.id
      if (rows.length < BATCH) break
    }
    done[what] = sum
  }
  return done
}
