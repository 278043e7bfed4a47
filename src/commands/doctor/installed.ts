import { setting } from '../../health/database.ts'
import { type Finding, fail, ok, plain, reasonOf, warn } from '../../health/finding.ts'
import { dueMigrations, newerMigrations } from '../../kit/db/migrations.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Installed } from '../installation.ts'

/** Checks the number of connections and whether all migrations have run; both need the settings of the installation. */
export async function installedFindings({ config, settings, database: { db } }: Installed): Promise<Finding[]> {
  return [await connections(db, config), await migrated(settings)]
}

/** The most connections of one API process: quick reads, slow reads, writes, the listener, and the workers. */
const PER_PROCESS = 2 + 2 + 8 + 1 + 4

const connections = async (db: Db, { workers }: Installed['config']): Promise<Finding> => {
  const { max_connections: most } = await setting(db, 'max_connections')
  const needed = workers * PER_PROCESS + 5
  const says = [`需要 ${needed}，上限 ${most}。`, `${needed} needed of ${most}.`] as const
  return needed > Number(most)
    ? fail('connections', says, ['請調高 max_connections 或減少 WORKERS。', 'Raise max_connections, or lower WORKERS.'])
    : ok('connections', says)
}

const migrated = async (settings: Installed['settings']): Promise<Finding> => {
  try {
    const due = await dueMigrations(settings)
    const [newer] = await newerMigrations(settings)
    if (due.length)
      return fail(
        'migrations',
        [`尚有 ${due.length} 個未套用。`, `${due.length} are to come.`],
        plain('npm run guidon -- migrate'),
      )
    return newer
      ? warn(
          'migrations',
          [`資料庫結構屬於下一版（${newer}）。`, `The tables are those of the next version (${newer}).`],
          ['請完成升級。', 'Finish the upgrade.'],
        )
      : ok('migrations', ['資料庫結構為最新。', 'The tables are as this version has them.'])
  } catch (error) {
    return fail('migrations', reasonOf(error), ['請使用相符的版本。', 'Start the version that made them.'])
  }
}
