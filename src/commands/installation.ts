import { type Config, readConfig } from '../config.ts'
import { openInstallation } from '../installation.ts'
import type { Database, Settings } from '../kit/db/connect.ts'
import { dueMigrations } from '../kit/db/migrations.ts'
import { refuse } from '../kit/errors.ts'
import { say } from '../kit/words/words.ts'
import { withDatabase } from '../wiring.ts'
import type { Io } from './io.ts'

export type Installed = { config: Config; settings: Settings; database: Database }

/** Runs work on the database of the installation. Uses the embedded PostgreSQL of a running service, or starts it and stops it afterwards. */
export async function withInstallation<T>(io: Io, work: (installed: Installed) => Promise<T>): Promise<T> {
  const config = readConfig(io.env)
  const { settings, release } = await openInstallation(config, {
    as: 'command',
    onWait: (words) => io.err(`${say(words, io.locale)}\n`),
  })
  try {
    return await withDatabase(settings, (database) => work({ config, settings, database }))
  } finally {
    await release()
  }
}

/** The same; refuses if migrations are due. */
export function withMigrated<T>(io: Io, work: (installed: Installed) => Promise<T>): Promise<T> {
  return withInstallation(io, async (installed) => {
    if ((await dueMigrations(installed.settings)).length) refuse('unavailable', { detail: notReady })
    return work(installed)
  })
}

/** Written into the audit in place of the id of a request. */
export const byCommand = { request_id: 'command-line' }

const notReady = [
  '資料庫結構尚未更新；請先執行 guidon migrate，或啟動服務。',
  'The database lacks migrations; run guidon migrate, or start the service.',
] as const
