import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { anyText, oneOf, orNull } from '../kit/fields.ts'
import { routes } from '../kit/http/routes/routes.ts'
import { type Locale, say } from '../kit/words/words.ts'
import { jobs } from '../wiring.ts'
import { accountFindings } from './accounts.ts'
import { databaseFindings } from './database.ts'
import { JobState, jobStates } from './jobs.ts'
import { keyFinding } from './keys.ts'
import { backupFinding } from './last-backup.ts'
import { machineFindings } from './machine.ts'
import { refundFindings } from './refunds.ts'
import { testMail } from './test-mail.ts'
import { workFindings } from './work.ts'

const access = ['admin'] as const

const Check = Type.Object({
  is: oneOf(['ok', 'warn', 'fail']),
  about: anyText('retention'),
  says: anyText('上次於 12 分鐘前執行，刪除 40 列。'),
  todo: orNull(anyText('逾期資料每小時刪除一次；服務是否在執行？')),
})

/**
 * `/api/health`: the findings of `guidon doctor` about the database, the machine, the jobs and the accounts, of a running service.
 */
export const health = routes((on, app) => {
  on.get(
    '',
    {
      name: 'checkInstallation',
      access,
      summary:
        'Whether the database, the master key, disk, files and mail, the jobs and the accounts are as they should be, and what to do if not',
      returns: Type.Array(Check),
      etag: 'none',
    },
    ({ locale }) => checks(app, locale),
  )
  testMail(on, app)
})

const checks = async (
  { database: { slowDb: db }, keys, files, machine, secondFactorRoles }: FastifyInstance,
  locale: Locale,
): Promise<Static<typeof Check>[]> => {
  const findings = [
    ...(await databaseFindings(db)),
    await keyFinding(db, keys),
    ...(await machineFindings(machine, files)),
    ...(await workFindings(db)),
    ...(await refundFindings(db)),
    await backupFinding(db),
    ...(await accountFindings(db, secondFactorRoles)),
  ]
  return findings.map(({ says, todo, ...finding }) => ({
    ...finding,
    says: say(says, locale),
    todo: todo ? say(todo, locale) : null,
  }))
}

/** `/api/jobs`: the background jobs. */
export const jobList = routes((on) => {
  on.get(
    '',
    {
      name: 'listJobs',
      access,
      summary: 'Every background job: when it runs, when it ran, and what waits or failed',
      returns: Type.Array(JobState),
      etag: 'none',
    },
    ({ db }) => jobStates(db, jobs),
  )
})
