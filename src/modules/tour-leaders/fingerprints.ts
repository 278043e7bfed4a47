import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { renewFingerprints, staleFingerprints } from '../../kit/secrets/identity.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'tour-leaders.fingerprints': object
  }
}

/**
 * Fingerprints leaders that have none yet, or that the release before may have changed: it knows no fingerprints of leaders.
 * One whose values cannot be opened stays as it is, and `guidon doctor` counts it.
 */
export const fingerprintLeaders = async (_nothing: object, { database, keys }: Pick<JobTools, 'database' | 'keys'>) => {
  const mayBeStale = sql`(${unmarked} or updated_at > now() - interval '1 day')`
  for (const id of await staleFingerprints(database.db, keys, 'tour_leaders', mayBeStale))
    await database.transaction({}, (tx) => renewFingerprints(tx, keys, 'tour_leaders', id))
}

/** How many leaders have a sealed number or birth date without a fingerprint. */
export const leadersWithoutFingerprint = async (db: Db) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from tour_leaders where ${unmarked}`.execute(
    db,
  )
  return found(rows[0]).n
}

const unmarked = sql`(
  (birth_date).sealed is not null and birth_mark is null or (passport_number).sealed is not null and passport_mark is null
  or (national_id).sealed is not null and identity_mark is null)`
