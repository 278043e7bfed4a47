import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { inBatches, type Jobs, type JobTools, type QueuedJob } from '../../kit/jobs/jobs.ts'
import { letter } from '../../kit/mail.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'notifications.mail': { notification_id: number }
  }
}

type Notice = { title: string; body: string }
type Letter = { mail_id: string; email: string; name: string; locale: Locale; notices: Notice[] }

const BATCH = 100

/**
 * Sends all waiting notifications of a person in one mail, under the id of the job that sends it; the jobs of the others then
 * find nothing to do.
 */
export const mailNotifications = inBatches(BATCH, {
  prefetch: (jobs: QueuedNotice[], { database }: JobTools) => database.transaction({}, (tx) => lettersFor(tx, jobs)),
  work: async (_given, { mailer }, id, letters) => {
    const mine = letters.find(({ mail_id }) => mail_id === id)
    if (!mine) return
    const { email, name, locale, notices } = mine
    await mailer.send({ id, to: email, subject: subjectOf(mine), text: letter(locale, name, told(notices)) })
  },
})
type QueuedNotice = QueuedJob<Jobs['notifications.mail']>

const subjectOf = ({ locale, notices: [first, ...others] }: Letter) => {
  const { title = '' } = first ?? {}
  return others.length
    ? say([`${title}（另有 ${others.length} 則）`, `${title} (and ${others.length} more)`], locale)
    : title
}

// The maximum of notifications in a mail; the others are in the account.
const TOLD = 50

const told = (notices: Notice[]): Words[] => {
  const [only, ...others] = notices
  if (only && !others.length) return [[only.body, only.body]]
  const parts = notices.slice(0, TOLD).map(({ title, body }): Words => [`${title}\n${body}`, `${title}\n${body}`])
  const left = notices.length - TOLD
  return left > 0 ? [...parts, [`另有 ${left} 則，請登入查看。`, `${left} more are in your account.`]] : parts
}

const AT_ONCE = 2_000

/** The mails of a batch of jobs. A job that is retried sends what it took the first time. */
const lettersFor = async (tx: Tx, jobs: QueuedNotice[]) => {
  const ids = jobs.map(({ id }) => id)
  const asked = jobs.map(({ data }) => data.notification_id)
  const { rows } = await sql<Letter>`
    with asked as (
      select n.id, n.user_id, n.awaits_mail, n.mail_id, job_id
        from unnest(${ids}::uuid[], ${asked}::integer[]) as asked (job_id, id) join notifications n using (id)
    ), sender as (
      select distinct on (user_id) user_id, job_id from asked where awaits_mail order by user_id, id
    ), waiting as (
      select n.id, sender.job_id from sender join notifications n on n.user_id = sender.user_id and n.awaits_mail
       order by n.id = any (${asked}::integer[]) desc, n.id limit ${AT_ONCE} for update of n skip locked
    ), taken as (
      update notifications n set awaits_mail = false, mail_id = waiting.job_id from waiting where n.id = waiting.id
      returning n.id, n.user_id, n.mail_id, n.title, n.body
    ), sent as (
      select * from taken
      union all
      select n.id, n.user_id, n.mail_id, n.title, n.body
        from asked join notifications n on n.user_id = asked.user_id and n.mail_id = asked.job_id where asked.mail_id = asked.job_id
    )
    select s.mail_id, u.email, u.name, u.locale, json_agg(json_build_object('title', s.title, 'body', s.body) order by s.id) as notices
      from sent s join users u on u.id = s.user_id where u.status = 'active' group by s.mail_id, u.id`.execute(tx)
  return rows
}
