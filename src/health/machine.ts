import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../kit/files/store.ts'
import type { Machine } from '../kit/http/server/service.ts'
import type { Mailer } from '../kit/mail/mail.ts'
import type { Words } from '../kit/words/words.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** Checks the disk, whether files can be stored, and the mail server. Without disk or files `/readyz` answers 503. */
export async function machineFindings({ dataDir, ...post }: Machine, files: Store): Promise<Finding[]> {
  return [await roomFinding(dataDir), await filesFinding(files), await mailFinding(post)]
}

const GIGABYTE = 1_000_000_000

export async function roomFinding(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearest(dataDir))
  const free = (bavail * bsize) / GIGABYTE
  const says = [`${dataDir} 尚有 ${free.toFixed(1)} GB。`, `${free.toFixed(1)} GB free at ${dataDir}.`] as const
  const todo = ['請清出空間。', 'Make room.'] as const
  return free < 0.2 ? fail('disk', says, todo) : free < 2 ? warn('disk', says, todo) : ok('disk', says)
}

const filesFinding = async (files: Store): Promise<Finding> => {
  try {
    await files.checkWritable()
    await files.checkAnswering()
    return ok('files', ['可以存放檔案。', 'Files can be stored.'])
  } catch (error) {
    return fail(
      'files',
      [`無法存放檔案：${(error as Error).message}`, `No file can be stored: ${(error as Error).message}`],
      [
        '請讓服務的帳號可寫入 DATA_DIR/files 並清出空間，或檢查 FILES_URL。在此之前上傳會回應 503。',
        'Let the account of the service write DATA_DIR/files and make room, or check FILES_URL. Until then uploads are answered 503.',
      ],
    )
  }
}

const mailFinding = async ({ mailer, isMailServerSet }: Omit<Machine, 'dataDir'>): Promise<Finding> => {
  if (!isMailServerSet)
    return warn(
      'mail',
      [
        '未設定郵件伺服器；信件只存成 DATA_DIR/outbox 中的檔案。',
        'No mail server is set; mails become files in DATA_DIR/outbox.',
      ],
      ['請設定 SMTP_URL 與 MAIL_FROM。', 'Set SMTP_URL and MAIL_FROM.'],
    )
  const fault = await mailFault(mailer)
  if (!fault) return ok('mail', ['郵件伺服器有回應。', 'The mail server answers.'])
  return warn('mail', fault, [
    '請檢查 SMTP_URL；信件會保留並重試三天。',
    'Check SMTP_URL. Mails are kept and tried again for three days.',
  ])
}

const MOST_MS = 3_000

/** Why the mail server cannot be used; undefined if it can. */
export async function mailFault(mailer: Mailer): Promise<Words | undefined> {
  const late = pause(MOST_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer within 3 s')))
  try {
    await Promise.race([mailer.check(), late])
  } catch (error) {
    const [reason] = reasonOf(error)
    return [`郵件伺服器無法使用：${reason}`, `The mail server cannot be used: ${reason}`]
  }
  return undefined
}

/** The nearest existing directory above a path that may not exist yet. */
export function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
