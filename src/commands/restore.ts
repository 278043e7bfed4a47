import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { noteBackup } from '../health/last-backup.ts'
import { filesOf } from '../installation.ts'
import { keyFile, type Manifest, readManifest } from '../kit/backup/manifest.ts'
import { restore as restoreBackup } from '../kit/backup/restore.ts'
import { refuse } from '../kit/errors.ts'
import { keysFrom } from '../kit/secrets/keys.ts'
import { adoptKeys, configuredKeys, keyFileOf, masterKeysAt } from '../master-keys.ts'
import { prepareDatabase } from '../seeds/prepare.ts'
import { adoptFileStore } from '../serve/file-store.ts'
import { jobs } from '../wiring.ts'
import type { Arguments } from './command.ts'
import { withInstallation } from './installation.ts'
import { answer, type Io, progress } from './io.ts'

/** Restores into an empty database, embedded or external. So it also moves data between the two, or to a newer PostgreSQL. */
export async function restore(io: Io, { from, withoutKey = false, json }: Arguments) {
  const directory = resolve(from)
  const manifest = await readManifest(directory)
  return withInstallation(io, async ({ config, settings, database }) => {
    const key = keyFor(config, directory, manifest, withoutKey)
    const { show, done } = progress(io)
    const files = await filesOf(config)
    const target = { settings, files, definitions: jobs, show }
    const migrated = await restoreBackup(directory, manifest, target)
    if (key === 'from backup') await copyFile(keyFile(directory), keyFileOf(config))
    await prepareDatabase(settings, database)
    if (key === 'given up') await adoptKeys(config, database)
    await adoptFileStore(database, files)
    await noteBackup(database, manifest.made_at)
    done()
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const told = { made_at: manifest.made_at, rows, jobs: manifest.jobs, files: manifest.files.length, migrated }
    answer(io, json, told, [
      `已還原 ${manifest.made_at} 的備份：${rows} 列、${told.files} 個檔案。`,
      `Restored as of ${manifest.made_at}: ${rows} rows, ${told.files} files.`,
    ])
  })
}

/** Refuses, before anything is restored, if the master key of the backup is not available. */
const keyFor = (config: Config, directory: string, { key_check }: Manifest, without: boolean) => {
  const here = configuredKeys(config)
  if (here?.checks().includes(key_check)) return 'here'
  if (here) return without ? 'given up' : refuseKey(otherKey)
  if (!existsSync(keyFile(directory))) return without ? 'given up' : refuseKey(noKey)
  const kept = keysFrom(...masterKeysAt(keyFile(directory)))
  return kept.checks().includes(key_check) ? 'from backup' : refuseKey(otherKey)
}

const refuseKey = (detail: readonly [string, string]) => refuse('bad_request', { detail })

const otherKey = [
  '主金鑰與製作備份時的不同；請提供當時的金鑰（MASTER_KEY 或 master.key），或以 --without-key 放棄個人資料。',
  'The master key is not the one the backup was made under. Give that one (MASTER_KEY or master.key), or give up the personal data with --without-key.',
] as const
const noKey = [
  '備份中沒有主金鑰，DATA_DIR 中也沒有；請先放入 master.key，或以 --without-key 放棄個人資料。',
  'There is no master key in the backup, and none in DATA_DIR. Put master.key there first, or give up the personal data with --without-key.',
] as const
