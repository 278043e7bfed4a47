import { noteBackup } from '../health/last-backup.ts'
import type { Arguments } from './command.ts'
import { withMigrated } from './installation.ts'
import { answer, type Io } from './io.ts'

/** Notes that another program has made a backup, so that `doctor` and the health page know of it. */
export function notedBackup(io: Io, { json }: Arguments) {
  return withMigrated(io, async ({ database }) => {
    const made_at = new Date().toISOString()
    await noteBackup(database, made_at)
    answer(io, json, { made_at }, ['已記下這次備份。', 'The backup is noted.'])
  })
}
