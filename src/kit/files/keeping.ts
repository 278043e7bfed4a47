import { sql } from 'kysely'
import type { pg } from '../db/client.ts'
import type { Db } from '../db/tables.ts'
import { refuse } from '../errors.ts'
import { thumbnailOf } from './backend.ts'

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

/**
 * Whether bytes may be removed now, that is, no backup is running. A backup that starts right after this check does not need these
 * bytes: the deletion of the row is committed, so the snapshot does not contain the file.
 */
export async function mayRemoveFiles(db: Db) {
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
