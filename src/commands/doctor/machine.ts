import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Finding, fail, ok, plain, reasonOf, warn } from '../../health/finding.ts'
import { mailFault, nearest, roomFinding } from '../../health/machine.ts'
import { filesOf } from '../../installation.ts'
import type { Database } from '../../kit/db/connect.ts'
import { mailer } from '../../kit/mail/mail.ts'
import { faultOfKeys } from '../../kit/secrets/known-keys.ts'
import { configuredKeys, keyFileOf } from '../../master-keys.ts'
import { faultOfFileStore } from '../../serve/file-store.ts'
import { rotations } from '../../wiring.ts'

/** Checks this machine: disk space, permissions of the master key, writable directories, the file store and the mail server. */
export async function machineFindings(config: Config, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  return [
    await roomFinding(config.dataDir),
    key(config, env),
    config.filesUrl ? await bucket(config) : folder('files', join(config.dataDir, 'files')),
    config.smtpUrl ? await mail(config) : folder('outbox', join(config.dataDir, 'outbox')),
  ]
}

const key = (config: Config, env: NodeJS.ProcessEnv): Finding => {
  if (env.MASTER_KEY) return ok('master key', ['由環境變數提供。', 'Given by the environment.'])
  const path = env.MASTER_KEY_FILE || keyFileOf(config)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat && !config.databaseUrl)
    return warn(
      'master key',
      [`${path} 尚不存在。`, `${path} is not there yet.`],
      [
        '首次啟動會產生；若先前有過，請還原，否則個人資料無法再讀取。',
        'The first start makes it. If there was one, bring it back: without it no personal data can be read.',
      ],
    )
  const isOthers = !!stat && (stat.mode & 0o077) !== 0
  return isOthers
    ? fail('master key', [`${path} 可被他人讀取。`, `${path} can be read by others.`], plain(`chmod 600 ${path}`))
    : ok('master key', [`${path}，僅本服務可讀。`, `${path}, for the service alone.`])
}

const folder = (about: string, path: string): Finding => {
  try {
    accessSync(nearest(path), constants.W_OK)
    return ok(about, [`可寫入 ${path}。`, `${path} can be written.`])
  } catch (error) {
    return fail(about, reasonOf(error), [
      `請讓服務的帳號可寫入 ${path}。`,
      `Let the account of the service write ${path}.`,
    ])
  }
}

const bucket = async (config: Config): Promise<Finding> => {
  try {
    await (await filesOf(config)).checkAnswering()
    return ok('files', ['物件儲存有回應。', 'The bucket answers.'])
  } catch (error) {
    return fail('files', reasonOf(error), ['請檢查 FILES_URL 與其存取權。', 'Check FILES_URL and the rights to it.'])
  }
}

/** Checks whether the master keys are those of the database. */
export async function keyFindings({ db }: Database, config: Config): Promise<Finding[]> {
  const fault = await faultOfKeys(db, configuredKeys(config), rotations)
  return fault ? [fail('master key', fault, restoreKey)] : []
}
const restoreKey = ['在此之前服務不會啟動。', 'Until then the service does not start.'] as const

/** Checks whether the file store is the one that belongs to the database. */
export async function storeFindings(database: Database, config: Config): Promise<Finding[]> {
  // A store that does not answer was reported above.
  const fault = await faultOfFileStore(database, await filesOf(config)).catch(() => undefined)
  return fault ? [fail('files', fault, ['請檢查 FILES_URL 與 DATA_DIR。', 'Check FILES_URL and DATA_DIR.'])] : []
}

const mail = async ({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding> => {
  const post = mailer({ smtpUrl, from: mailFrom, outbox: join(dataDir, 'outbox') })
  const fault = await mailFault(post).finally(post.close)
  return fault
    ? fail('mail', fault, ['請檢查 SMTP_URL。', 'Check SMTP_URL.'])
    : ok('mail', ['郵件伺服器有回應。', 'The mail server answers.'])
}
