import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { inBatches, type Jobs, type JobTools, type QueuedJob } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { inPlaces, languages, storedInWords } from '../languages/languages.ts'
import { makeLink } from '../links/actions.ts'
import { travelerLocale } from '../shown-names.ts'
import { letter } from './letter.ts'
import type { MailedNotices } from './schema.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'notifications.deliver': { delivery_id: number }
  }
}

type Letter = Pick<MailedNotices, 'mail_id' | 'locale' | 'notices'> & {
  booking_id: number | null
  traveler_id: number | null
  /** The console's page of records for the person, if it has an account. */
  desk: 'office' | 'leader' | 'customer' | null
  /** None if the address was removed, or the account suspended, since it was told. */
  email: string | null
  name: string
  name_en: string | null
  reply_to: string | null
}
/** Gives the papers of which the notices of a mail speak. */
type PapersFor = (mail: MailedNotices, tools: JobTools) => Promise<Attachment[]>

const BATCH = 100

/**
 * Sends all waiting notices of a person in one mail with their papers, under the id of the job that sends it; the jobs of the others
 * then find nothing to do.
 */
export const mailNotices = (papersFor: PapersFor) =>
  inBatches(BATCH, {
    prefetch: (jobs: QueuedNotice[], { database }: JobTools) => database.transaction({}, (tx) => lettersFor(tx, jobs)),
    work: async (_given, tools, id, letters) => {
      const mine = letters.find(({ mail_id }) => mail_id === id)
      if (!mine) return
      const { database, mailer } = tools
      const { email: to, reply_to: replyTo } = mine
      if (to === null) return database.transaction({}, (tx) => markDropped(tx, mine))
      const attachments = await papersFor({ ...mine, sent_to: to }, tools)
      const link = await linkFor(tools, mine)
      await mailer.send({ id, to, replyTo, ...written(mine, link), attachments })
      await database.transaction({}, (tx) => markSent(tx, mine))
    },
  })
type QueuedNotice = QueuedJob<Jobs['notifications.deliver']>

// The maximum of notices in a mail; the others are in the account.
const TOLD = 50

/** The subject is that of the newest notice. */
const written = ({ notices, ...to }: Letter, link: string | undefined) => {
  const { locale } = to
  const { mail } = languages[locale]
  const said = notices.map((notice) => storedInWords({ ...notice, title: notice.sentence, body: '' }, locale))
  const { title, body } = said.at(-1) ?? { title: '', body: '' }
  if (said.length === 1) return { subject: title, text: letter(to, [body], link) }
  // Each is one paragraph, so that they are told apart.
  const parts = said.slice(-TOLD).map((each) => `${each.title}\n${each.body.replaceAll('\n\n', '\n')}`)
  const left = said.length - TOLD
  return {
    subject: inPlaces(mail.several, { title, count: said.length - 1 }),
    text: letter(to, [...parts, ...(left > 0 ? [inPlaces(mail.left, { count: left })] : [])], link),
  }
}

// A page that its reader can open. A link with a token is created when the mail is sent, so that no secret is stored.
const linkFor = async ({ database, publicUrl }: JobTools, { booking_id, traveler_id, desk, notices }: Letter) => {
  const linkTo = async (kind: 'traveler' | 'booking', id: number) => {
    const { token } = await database.transaction({}, (tx) => makeLink(tx, kind, id))
    return `${publicUrl}/l/${kind}/${token}`
  }
  if (traveler_id !== null) return linkTo('traveler', traveler_id)
  if (booking_id !== null) return linkTo('booking', booking_id)
  // A leader without an account has no page.
  if (desk === null) return undefined
  const { subject_type, subject_id } = notices.at(-1) ?? { subject_type: '', subject_id: 0 }
  const page = pages[desk].find(([type]) => type === subject_type)
  return page ? `${publicUrl}/desk/${page[1]}/${subject_id}` : `${publicUrl}/desk`
}

/** Where the console shows a record to an account. */
const request = ['addon_request', 'requests'] as const
const booking = ['booking', 'bookings'] as const
const trip = ['planned_trip', 'trips'] as const
const pages = { office: [request, booking, trip], leader: [trip], customer: [request, booking] } as const

const markSent = (tx: Tx, { mail_id, email }: Letter) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'sent', sent_at: sql<string>`now()`, address: email })
    .where('mail_id', '=', mail_id)
    .execute()

const markDropped = (tx: Tx, { mail_id }: Letter) =>
  tx.updateTable('deliveries').set({ state: 'dropped' }).where('mail_id', '=', mail_id).execute()

const AT_ONCE = 2_000
const deskOf = sql`case when u.role in ('customer', 'leader') then u.role when u.id is not null then 'office' end`

/** The mails of a batch of jobs. A job that is retried sends what it took the first time. */
const lettersFor = async (tx: Tx, jobs: QueuedNotice[]) => {
  const ids = jobs.map(({ id }) => id)
  const asked = jobs.map(({ data }) => data.delivery_id)
  const { rows } = await sql<Letter>`
    with asked as (
      select d.id, d.person, d.state, d.mail_id, job_id from unnest(${ids}::uuid[], ${asked}::integer[]) as asked (job_id, id) join deliveries d using (id)
    ), sender as (
      select distinct on (person) person, job_id from asked where state = 'waiting' order by person, id
    ), waiting as (
      select d.id, sender.job_id from sender join deliveries d on d.person = sender.person and d.state = 'waiting'
       order by d.id = any (${asked}::integer[]) desc, d.id limit ${AT_ONCE} for update of d skip locked
    ), again as (
      select d.id, asked.job_id from asked join deliveries d on d.mail_id = asked.job_id where asked.mail_id = asked.job_id and d.state = 'taken'
    ), taken as (
      update deliveries d set state = 'taken', tries = d.tries + 1, mail_id = mine.job_id
        from (select * from waiting union select * from again) as mine where d.id = mine.id
      returning d.*
    )
    select s.mail_id, coalesce(s.booking_id, (array_agg(s.party_id order by s.id desc))[1]) as booking_id, s.traveler_id,
           ${deskOf} as desk, case when u.status = 'suspended' then null else coalesce(u.email, b.contact_email, v.email, l.email) end as email,
           coalesce(u.name, b.contact_name, v.name, l.name) as name, u.name_en,
           coalesce(u.locale, b.locale, ${travelerLocale}, 'zh-TW') as locale, min(r.email) as reply_to,
           json_agg(json_build_object('sentence', s.sentence, 'params', s.params, 'subject_type', s.subject_type, 'subject_id', s.subject_id)
             order by s.id) as notices
      from taken s left join users u on u.id = s.user_id left join bookings b on b.id = s.booking_id
      left join tour_leaders l on l.id = s.tour_leader_id left join travelers v on v.id = s.traveler_id
      left join bookings vb on vb.id = v.booking_id left join users r on r.id = s.reply_to_id and r.status = 'active'
     group by s.mail_id, s.booking_id, s.traveler_id, u.id, b.id, l.id, v.id, vb.id`.execute(tx)
  return rows
}
