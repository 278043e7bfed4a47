import type { Db } from '../kit/db/tables.ts'
import { jobFigures } from '../kit/jobs/figures.ts'
import { lastRun, minutesWithoutRun } from '../kit/retention/last-run.ts'
import { plural, type Words } from '../kit/words/words.ts'
import { noticeFigures } from '../modules/notifications/figures.ts'
import { webhookFigures } from '../modules/webhooks/figures.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Checks whether jobs are processed. All migrations must have run. */
export async function workFindings(db: Db): Promise<Finding[]> {
  return [...(await queue(db)), await mailing(db), await retention(db), await webhooks(db)]
}

/** Seconds after which work that is due and has not started is reported. */
const DELAY_SECONDS = 5 * 60

const queue = async (db: Db): Promise<Finding[]> => {
  const figures = await jobFigures(db)
  const waiting = figures.reduce((sum, job) => sum + job.waiting, 0)
  const oldest = Math.max(0, ...figures.map((job) => job.oldest))
  const failed = figures.reduce((sum, job) => sum + job.failed, 0)
  const names = figures.flatMap((job) => (job.failed ? [job.name] : [])).join(', ')
  return [
    isOnTime('jobs', waiting, oldest),
    ...(failed
      ? [
          warn(
            'jobs',
            [`${failed} 件失敗：${names}。`, `${failed} failed: ${names}.`],
            ['原因在紀錄與 jobs.job.output 中。', 'Why stands in the log and in jobs.job.output.'],
          ),
        ]
      : []),
  ]
}

const mailing = async (db: Db): Promise<Finding> => {
  const { waiting, oldest } = await noticeFigures(db)
  return isOnTime('notices', waiting, oldest)
}

const isOnTime = (about: string, waiting: number, oldest: number): Finding =>
  oldest > DELAY_SECONDS
    ? warn(
        about,
        [`${waiting} 件等候中，最久 ${oldest} 秒。`, `${waiting} waiting, the oldest for ${oldest} s.`],
        ['服務是否在執行？工作由服務處理。', 'Is the service running? It is the service that does them.'],
      )
    : ok(about, [`${waiting} 件等候中。`, `${waiting} waiting.`])

/** The job runs hourly; this allows for a deployment or a long backlog. */
const LATE_MINUTES = 3 * 60

const retention = async (db: Db): Promise<Finding> => {
  const [run, minutes] = await Promise.all([lastRun(db), minutesWithoutRun(db)])
  const rows = Object.values(run?.deleted ?? {}).reduce((sum, n) => sum + n, 0)
  const says: Words = run
    ? [
        `上次於 ${minutes} 分鐘前執行，刪除 ${rows} 列。`,
        `Ran ${plural(minutes, 'minute')} ago and deleted ${plural(rows, 'row')}.`,
      ]
    : ['尚未執行。', 'It has not run yet.']
  if (minutes > LATE_MINUTES)
    return warn('retention', says, [
      '逾期資料每小時刪除一次；服務是否在執行？',
      'The service deletes expired rows every hour. Is it running?',
    ])
  if (run?.failed.length)
    return warn(
      'retention',
      [`未刪除：${run.failed.join('、')}。`, `Not deleted: ${run.failed.join(', ')}.`],
      ['原因在紀錄中。', 'The log says why.'],
    )
  return ok('retention', says)
}

const webhooks = async (db: Db): Promise<Finding> => {
  const { disabled, failed, oldest } = await webhookFigures(db)
  if (disabled)
    return warn(
      'webhooks',
      [`${disabled} 個因無法送達而停用。`, `${disabled} disabled because deliveries failed.`],
      [
        '見 GET /api/webhooks 的 disabled_reason；修正後啟用並重送。',
        'See disabled_reason in GET /api/webhooks; mend, switch on, replay.',
      ],
    )
  const says = [
    `一天內 ${failed} 則未送達，最久等候 ${oldest} 秒。`,
    `${failed} given up within a day; the oldest waits for ${oldest} s.`,
  ] as const
  return failed
    ? warn('webhooks', says, [
        '原因在 GET /api/webhooks/{id}/deliveries。',
        'Why stands in GET /api/webhooks/{id}/deliveries.',
      ])
    : ok('webhooks', says)
}
