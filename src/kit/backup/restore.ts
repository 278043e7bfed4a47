import { readFile } from 'node:fs/promises'
import type { pg } from '../db/client.ts'
import type { Settings } from '../db/connect.ts'
import { usualWaits, withBriefLocks } from '../db/lock-waits.ts'
import { applyWithin, lockMigrations, makeMigrationsTable } from '../db/migrations.ts'
import { refuse } from '../errors.ts'
import type { Store } from '../files/store.ts'
import type { JobDefinitions } from '../jobs/jobs.ts'
import { prepareQueues } from '../jobs/queues.ts'
import { restoreJobs } from '../jobs/waiting-jobs.ts'
import type { Show } from './back-up.ts'
import { withClient } from './client.ts'
import { fileRestorer } from './files.ts'
import { loadTables } from './load.ts'
import { jobsFile, type Manifest } from './manifest.ts'
import { stepsFor } from './steps.ts'
import { tablesOf } from './structure.ts'

type Target = { settings: Settings; files: Store; definitions: JobDefinitions; show: Show }

/**
 * Restores a backup in one transaction, or nothing of it. Migrations that are newer than the backup run after its rows are
 * loaded. Returns their names.
 */
export async function restore(directory: string, manifest: Manifest, { settings, files, definitions, show }: Target) {
  const { before, after } = stepsFor(manifest.migrations)
  await withClient(settings, async (client) => {
    await refuseUnlessEmpty(client)
    await prepareQueues(settings, definitions)
    await allOrNothing(client, { settings, files, show }, async ({ copyAll }) => {
      await lockMigrations(client)
      await refuseUnlessEmpty(client)
      await makeMigrationsTable(client)
      for (const migration of before) await applyWithin(client, migration)
      await loadTables(client, directory, manifest, show)
      for (const migration of after) {
        show(migration.name)
        await applyWithin(client, migration)
      }
      await restoreJobs(client, JSON.parse(await readFile(jobsFile(directory), 'utf8')), definitions)
      await copyAll(directory, manifest.files, show)
    })
    await client.query('analyze')
  })
  return after.map(({ name }) => name)
}

/** Runs `work` in a transaction. If it fails, also removes the files that it copied. */
const allOrNothing = async (
  client: pg.Client,
  { settings, files, show }: Omit<Target, 'definitions'>,
  work: (restorer: Restorer) => Promise<void>,
) => {
  const restorer = fileRestorer(files)
  try {
    await withBriefLocks(settings, client, { ...usualWaits, onWait: show }, () => work(restorer))
  } catch (error) {
    await restorer.undo()
    throw error
  }
}
type Restorer = ReturnType<typeof fileRestorer>

const refuseUnlessEmpty = async (client: pg.Client) => {
  const tables = await tablesOf(client)
  if (!tables.length) return
  refuse('step_not_possible', {
    detail: [
      '目標資料庫已有資料表；請還原到空的資料庫，且在服務首次啟動之前。',
      'The database has tables already. Restore into an empty one, before the service is first started on it.',
    ],
    also: { possible: [] },
  })
}
