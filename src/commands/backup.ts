import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { about } from '../about.ts'
import type { Config } from '../config.ts'
import { noteBackup } from '../health/last-backup.ts'
import { filesOf } from '../installation.ts'
import { backUp } from '../kit/backup/back-up.ts'
import { keyFile, type Manifest, type Missing } from '../kit/backup/manifest.ts'
import { refuse } from '../kit/errors.ts'
import { plural, type Words } from '../kit/words/words.ts'
import { checkedKeys, keyFileOf } from '../master-keys.ts'
import { jobs } from '../wiring.ts'
import type { Arguments } from './command.ts'
import { withInstallation } from './installation.ts'
import { answer, type Io, progress } from './io.ts'

/** Backs up a running or a stopped service. The master key is included only on request, and only if it is the file in DATA_DIR. */
export function backup(io: Io, { to, withKey = false, json }: Arguments) {
  return withInstallation(io, async ({ config, settings, database }) => {
    if (withKey && config.masterKeys) refuse('bad_request', { detail: keyGiven })
    const { show, done } = progress(io)
    const [key_check = ''] = (await checkedKeys(config, database)).checks()
    const source = {
      settings,
      files: await filesOf(config),
      definitions: jobs,
      version: about.version,
      key_check,
      show,
    }
    const directory = resolve(to)
    const addFiles = async (temporary: string) => {
      if (withKey) await copyFile(keyFileOf(config), keyFile(temporary))
    }
    const made = await backUp(directory, source, addFiles)
    done()
    await noteBackup(database, made.made_at)
    const { missing = [] } = made
    const counts = countsOf(made)
    const told = { directory, ...counts, missing, master_key: withKey ? 'included' : 'apart' }
    const { rows, files } = counts
    const [key, lost] = [keyWords(config, withKey), missingWords(missing)]
    answer(io, json, told, [
      `已備份至 ${directory}：${rows} 列、${files} 個檔案。\n${key[0]}${lost[0]}`,
      `Backed up to ${directory}: ${rows} rows, ${files} files.\n${key[1]}${lost[1]}`,
    ])
    return missing.length === 0
  })
}

const countsOf = ({ made_at, tables, jobs, files }: Omit<Manifest, 'format'>) => ({
  made_at,
  tables: tables.length,
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  jobs,
  files: files.length,
})

const keyWords = (config: Config, isIncluded: boolean) => {
  if (isIncluded)
    return [
      '主金鑰在備份之中：請如同個人資料本身一樣保管。',
      'The master key is in it: guard it like the personal data itself.',
    ]
  const source = config.masterKeys ? 'MASTER_KEY' : keyFileOf(config)
  return [
    `主金鑰（${source}）不在其中；請另存他處，沒有它就無法還原個人資料。`,
    `The master key (${source}) is not in it. Keep it elsewhere: without it no personal data comes back.`,
  ]
}

/**
 * The backup is complete except for these files. The command fails nevertheless, so that nobody deletes older backups, which may
 * have them.
 */
const missingWords = (missing: Missing[]): Words => {
  if (!missing.length) return ['', '']
  const list = missing.map(({ file_id, name }) => `  ${file_id}  ${name}`).join('\n')
  return [
    `\n\n檔案儲存處遺失 ${missing.length} 個檔案，備份中沒有：\n${list}\n其餘皆已備份。請由較早的備份取回這些檔案，或重新上傳。`,
    `\n\nThe file store has lost ${plural(missing.length, 'file')}, which the backup does not have:\n${list}\nAll else is in it. Bring them back from an older backup, or upload them again.`,
  ]
}

const keyGiven = [
  '主金鑰由環境變數提供，不會放入備份；請另行保管。',
  'The master key is given by the environment and goes into no backup; keep it apart.',
] as const
