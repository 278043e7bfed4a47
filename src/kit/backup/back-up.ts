import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createAtomically } from 'guidon-embedded-postgres/atomic-directory'
import { to as copyTo } from 'pg-copy-streams'
import type { pg } from '../db/client.ts'
import type { Settings } from '../db/connect.ts'
import { refuse } from '../errors.ts'
import { MissingFile, pathIn } from '../files/backend.ts'
import type { Store } from '../files/store.ts'
import { existingFiles, withFilesKept } from '../files/sweep.ts'
import type { JobDefinitions } from '../jobs/jobs.ts'
import { waitingJobs } from '../jobs/waiting-jobs.ts'
import { sync, syncWhole, writeCompressed, writePlain } from './bytes.ts'
import { withClient } from './client.ts'
import { jobsFile, type Kept, keptFile, type Manifest, type Missing, tableFile, writeManifest } from './manifest.ts'
import { quoted, quotedAll, structureOf } from './structure.ts'

export type Show = (what: string) => void
type Source = {
  settings: Settings
  files: Store
  definitions: JobDefinitions
  version: string
  key_check: string
  show: Show
}

/**
 * Backs up a running service: all tables in one snapshot, the files that this snapshot refers to, and the jobs that are not done.
 * `addFiles` may add files before the backup is complete.
 */
export async function backUp(directory: string, source: Source, addFiles: (temporary: string) => Promise<void>) {
  await mkdir(dirname(directory), { recursive: true })
  return withClient(source.settings, async (client) => {
    let manifest: Omit<Manifest, 'format'> | undefined
    const isNew = await withFilesKept(client, () =>
      createAtomically(directory, async (temporary) => {
        manifest = await fill(client, source, temporary)
        await addFiles(temporary)
        await writeManifest(temporary, manifest)
        await syncWhole(temporary)
      }),
    )
    if (!isNew || !manifest) return refuseDirectory(directory)
    await sync(dirname(directory))
    return manifest
  })
}

const fill = async (client: pg.Client, { files, definitions, version, key_check, show }: Source, temporary: string) => {
  for (const name of ['tables', 'files']) await mkdir(`${temporary}/${name}`, { mode: 0o700 })
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ now: Date }>('select to_json(now()) as now')
  const structure = await structureOf(client)
  // A migration waits for this lock until all tables are read.
  await client.query(`lock table ${quotedAll(structure.tables.map(({ name }) => name))} in access share mode`)
  const tables: Kept[] = []
  for (const { name, columns } of structure.tables) {
    show(name)
    tables.push(await dumpTable(client, temporary, name, columns))
  }
  const jobs = await waitingJobs(client, definitions)
  await writeFile(jobsFile(temporary), JSON.stringify(jobs), { mode: 0o600 })
  const names = await existingFiles(client)
  // The snapshot is no longer needed. The files it refers to are not removed while this connection holds the advisory lock.
  await client.query('commit')
  const { kept, lost } = await copyFiles(files, names, temporary, show)
  const made_at = `${rows[0]?.now}`
  const missing = await namesOf(client, lost)
  return { version, made_at, key_check, ...structure, tables, jobs: jobs.length, files: kept, missing }
}

const dumpTable = async (client: pg.Client, temporary: string, name: string, columns: string[]): Promise<Kept> => {
  const stream = client.query(copyTo(`copy ${quoted(name)} (${quotedAll(columns)}) to stdout`))
  const { sha256 } = await writeCompressed(stream, tableFile(temporary, name))
  return { name, columns, rows: stream.rowCount, sha256 }
}

/** Copies the files. A file that is missing in the store does not stop the backup. */
const copyFiles = async (files: Store, names: string[], temporary: string, show: Show) => {
  const kept: Manifest['files'] = []
  const lost: string[] = []
  for (const [i, name] of names.entries()) {
    show(`files ${i + 1}/${names.length}`)
    const bytes = await files.read(name).catch(unlessLost)
    if (bytes) kept.push({ name, ...(await writePlain(bytes, keptFile(temporary, name))) })
    else lost.push(pathIn(name) ?? name)
  }
  return { kept, lost }
}

const unlessLost = (error: unknown) => {
  if (error instanceof MissingFile) return undefined
  throw error
}

const namesOf = async (client: pg.Client, paths: string[]): Promise<Missing[]> => {
  const { rows } = await client.query('select id as file_id, name from files where place = any ($1) order by id', [
    paths,
  ])
  return rows
}

const refuseDirectory = (directory: string) =>
  refuse('duplicate', {
    detail: [`${directory} 已存在；請指定新的目錄。`, `${directory} is there already; name a new directory.`],
  })
