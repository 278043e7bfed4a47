import { sql } from 'kysely'
import type { Database } from '../kit/db/connect.ts'
import type { Db } from '../kit/db/tables.ts'
import { plural, type Words } from '../kit/words/words.ts'
import { remember } from '../seeds/prepare.ts'
import { type Finding, ok, warn } from './finding.ts'

const KEY = 'last backup'

/** Notes when a backup was made, by `guidon backup` or by another program. */
export function noteBackup(database: Database, made_at: string) {
  return database.transaction({}, (tx) => remember(tx, KEY, made_at))
}

// A backup of every night may begin late or take long.
const LATE_HOURS = 26

/** When the last backup was made. A new installation has a day for its first one. */
export async function backupFinding(db: Db): Promise<Finding> {
  const { rows } = await sql<{ hours: number | null; age: number }>`
    select floor(extract(epoch from now() - (select value::timestamptz from installation where key = ${KEY})) / 3600)::integer as hours,
           floor(extract(epoch from now() - (select min(applied_at) from migrations)) / 3600)::integer as age`.execute(
    db,
  )
  const { hours = null, age = 0 } = rows[0] ?? {}
  const says: Words =
    hours === null
      ? ['還沒有備份過。', 'No backup was ever made.']
      : hours < 1
        ? ['上次備份不到一小時前。', 'The last backup was made within the hour.']
        : [`上次備份在 ${hours} 小時前。`, `The last backup was made ${plural(hours, 'hour')} ago.`]
  if ((hours ?? age) <= LATE_HOURS) return ok('backup', says)
  return warn('backup', says, [
    '請每晚執行 guidon backup；由其他程式備份時，在備份後執行 guidon note-backup。',
    'Run guidon backup every night. If another program makes the backups, let it run guidon note-backup afterwards.',
  ])
}
