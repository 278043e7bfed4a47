import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Settings } from '../kit/db/connect.ts'
import { type MigrationProgress, migrate } from '../kit/db/migrations.ts'
import type { Tx } from '../kit/db/tables.ts'
import { prepareQueues } from '../kit/jobs/queues.ts'
import { jobs } from '../wiring.ts'

/**
 * Runs all due migrations and prepares the job queues. Returns the names of the migrations. `meanwhile` runs after the migrations,
 * while the queues are prepared.
 */
export async function prepareDatabase(
  settings: Settings,
  database: Database,
  progress?: MigrationProgress,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const applied = await migrate(settings, progress)
  await Promise.all([keepQueues(settings, database), meanwhile()])
  return applied
}

const keepQueues = async (settings: Settings, database: Database) => {
  const queues = createHash('sha256')
    .update(JSON.stringify([...jobs]))
    .digest('hex')
  if ((await remembered(database, 'queues')) !== queues) {
    await prepareQueues(settings, jobs)
    await database.transaction({}, (tx) => remember(tx, 'queues', queues))
  }
}

export async function remembered({ db }: Database, key: string) {
  return (await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export function remember(tx: Tx, key: string, value: string) {
  return sql`insert into installation (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`.execute(
    tx,
  )
}

/** Runs work once in the life of an installation, also if several processes start at once. Returns whether it ran now. */
export function onceForAll(database: Database, key: string, work: (tx: Tx) => Promise<void>) {
  return database.transaction({}, async (tx) => {
    // A second process waits here for the first, at most 10 minutes in case the first hangs.
    await sql`select set_config('lock_timeout', '10min', true), set_config('statement_timeout', '0', true)`.execute(tx)
    const { numInsertedOrUpdatedRows: isFirst } = await tx
      .insertInto('installation')
      .values({ key, value: 'done' })
      .onConflict((there) => there.doNothing())
      .executeTakeFirst()
    if (isFirst) await work(tx)
    return !!isFirst
  })
}
