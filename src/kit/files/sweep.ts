import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { pg } from '../db/client.ts'
import type { Db } from '../db/tables.ts'
import { refuse } from '../errors.ts'
import type { Jobs, JobTools } from '../jobs/jobs.ts'
import { thumbnailOf } from './backend.ts'
import type { Store } from './store.ts'

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'files.remove': { file_id: number }
    'files.sweep': object
  }
  interface JobTools {
    files: Store
  }
}

/** Removes the bytes of a file whose row was marked as deleted. */
export async function removeFile({ file_id }: Jobs['files.remove'], { database, files }: Tools) {
  const file = await database.db
    .selectFrom('files')
    .select('place')
    .where('id', '=', file_id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!file) return
  if (!(await mayRemoveFiles(database.db))) throw new Error('a backup is under way; the file goes later')
  await remove(files, file.place)
}

export async function sweepFiles(_nothing: object, { database, files }: Tools) {
  if (await mayRemoveFiles(database.db)) await sweep(database.db, files)
}
type Tools = Pick<JobTools, 'database' | 'files'>

/** Removes what killed processes have left: bytes without a row, and incomplete uploads, if they are older than an hour. */
export async function sweep(db: Db, files: Store, now = Date.now()) {
  const isOld = (at: Date) => now - at.getTime() > HOUR
  const old = new Set<string>()
  for await (const { path, keptAt } of files.all()) if (isOld(keptAt)) old.add(path)
  const paths = [...old]
  while (paths.length) await removeUnknown(db, files, paths.splice(0, 1_000))
  for (const name of await readdir(files.arrivals)) await removeIfOld(join(files.arrivals, name), isOld)
}

/** Removes the bytes of the given paths that have no row, or only a deleted one. */
export async function removeUnknown(db: Db, files: Store, paths: string[]) {
  const known = await db
    .selectFrom('files')
    .select('place')
    .where('place', 'in', paths)
    .where('deleted_at', 'is', null)
    .execute()
  const kept = new Set(known.map(({ place }) => place))
  for (const path of paths) if (!kept.has(path)) await remove(files, path)
}

const HOUR = 3_600_000

const remove = async (files: Store, path: string) => {
  await files.remove(path)
  await files.remove(thumbnailOf(path))
}

const removeIfOld = async (path: string, isOld: (at: Date) => boolean) => {
  const there = await stat(path).catch(() => undefined)
  if (there && isOld(there.mtime)) await rm(path, { force: true })
}

const LOCK = 4_711_002

/** Takes a session lock that prevents the removal of bytes, also of deleted files. Refuses if another backup has it. */
export async function withFilesKept<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [LOCK])
  if (!rows[0]?.isFree)
    refuse('step_not_possible', {
      detail: ['另一個備份正在進行。', 'Another backup is under way.'],
      also: { possible: [] },
    })
  return work()
}

/*
 * Whether bytes may be removed now, that is, no backup is running. A backup that starts right after this check does not need these
 * bytes: the deletion of the row is committed, so the snapshot does not contain the file.
 */
const mayRemoveFiles = async (db: Db) => {
  const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock_shared(${LOCK}) as may`.execute(db)
  return rows[0]?.may ?? false
}

/** The names in the store of all files that are not deleted, and of their thumbnails. */
export async function existingFiles(client: pg.Client) {
  const { rows } = await client.query<{ place: string; width: number | null }>(
    'select place, width from files where deleted_at is null order by id',
  )
  return rows.flatMap(({ place, width }) => (width === null ? [place] : [place, thumbnailOf(place)]))
}
