import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { enqueue, inBatches, type Job, type Jobs, type JobTools, type QueuedJob } from '../../kit/jobs/jobs.ts'
import type { Attachment } from '../../kit/mail/mail.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import type { MailedPage } from '../languages/language.ts'
import { languages, type Params, storedInWords, withParams } from '../languages/languages.ts'
import { isNotice } from '../languages/samples.ts'
import { makeLink } from '../links/links.ts'
import { travelerLocale } from '../shown-names.ts'
import { isOfOffice } from '../users/has-role.ts'
import { type Link, letter, linkTo, mailedParams, paragraphsOf } from './letter.ts'
import { type Sender, senderFor } from './letter-sender.ts'
import { sendLetter } from './send-letter.ts'

const states = ['waiting', 'taken', 'sent', 'unproved', 'dropped'] as const

declare module '../../kit/db/tables.ts' {
  interface Tables {
    deliveries: {
      id: Generated<number>
      channel: Generated<'mail' | 'line'>
      user_id: number | null
      booking_id: number | null
      traveler_id: number | null
      tour_leader_id: number | null
      party_id: number | null
      person: ColumnType<string, never, never>
      sentence: string
      params: ColumnType<Params, string, string>
      subject_type: string
      subject_id: number
      reply_to_id: number | null
      consent: Generated<'contract' | 'agreed'>
      is_proved: boolean
      state: (typeof states)[number]
      tries: Generated<number>
      mail_id: string | null
      address: string | null
      sent_at: string | null
      created_at: Generated<string>
    }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Mails the waiting notices of a person, who is named as in `deliveries`. */
    'notifications.send': { person: string }
  }
}

/** Queues the mail with all waiting notices of a person, unless it is queued already. */
export function queueMail(tx: Tx, person: string) {
  return enqueue(tx, 'notifications.send', { person }, { key: person })
}

/** A mail with notices, for the function that attaches papers. */
export type MailedNotices = {
  mail_id: string
  sent_to: string
  locale: Locale
  notices: readonly { sentence: string; params: Params; subject_type: string; subject_id: number }[]
}

/** Makes the papers that the notices of a mail refer to. */
type PapersFor = (mail: MailedNotices, tools: JobTools) => Promise<Attachment[]>

const BATCH = 100
/** While a mail server does not answer, the mails of a batch time out in groups. */
const LONGEST_SECONDS = 900

/** Sends all waiting notices of a person in one mail with their papers. A mail that is tried again has the same notices and the same id. */
export function mailNotices(papersFor: PapersFor): Job<Jobs['notifications.send']> {
  return {
    ...inBatches(BATCH, {
      prefetch: (jobs, { database }) => database.transaction({}, (tx) => takeLetters(tx, jobs)),
      work: async (_, tools, id, letters) => {
        const letter = letters.get(id)
        // Another process has mailed these notices already, or they were erased.
        if (!letter) return
        await send(letter, papersFor, tools)
        // Recorded at once, so that after a killed process at most the mails that it was sending are sent twice.
        await tools.database.transaction({}, (tx) => recordMail(tx, letter))
      },
    }),
    isKeyed: true,
    expireInSeconds: LONGEST_SECONDS,
  }
}

// Without an address, nothing is sent.
const send = async (letter: Letter, papersFor: PapersFor, tools: JobTools) => {
  const { mail_id: id, email: to, reply_to: replyTo } = letter
  if (to === null) return
  const attachments = await papersFor({ ...letter, sent_to: to }, tools)
  await sendLetter(tools, { id, to, replyTo, attachments }, await written(letter, tools))
}

/** The notices for one person in one mail. Its id is that of its job. */
type Letter = Pick<MailedNotices, 'mail_id' | 'locale' | 'notices'> & {
  booking_id: number | null
  traveler_id: number | null
  /** The section of the console that the person uses; null without an account. */
  desk: 'office' | 'leader' | 'customer' | null
  /** Null if the address was removed or the account suspended after the notices were written. */
  email: string | null
  name: string
  name_en: string | null
  reply_to: string | null
  /** Only in a mail to a customer. */
  sender: Sender | null
}

/** Claims the notices of jobs: all that wait for their people, or the same as before if a job is repeated. */
const takeLetters = async (tx: Tx, jobs: readonly QueuedJob<Jobs['notifications.send']>[]) => {
  const [ids, people] = [jobs.map(({ id }) => id), jobs.map(({ data }) => data.person)]
  const { rows } = await lettersOf(sql`
    with asked as (
      select * from unnest(${ids}::uuid[], ${people}::text[]) as asked (mail_id, person)
    ), again as (
      update deliveries d set tries = tries + 1 from asked where d.mail_id = asked.mail_id and d.state = 'taken' returning d.*
    ), first as (
      update deliveries d set tries = tries + 1, state = 'taken', mail_id = asked.mail_id from asked
       where d.person = asked.person and d.channel = 'mail' and d.state = 'waiting' and not exists (select from deliveries t where t.mail_id = asked.mail_id)
      returning d.*
    ), taken as (
      select * from again union all select * from first
    )`).execute(tx)
  return new Map(rows.map((letter) => [letter.mail_id, letter]))
}

/** The letters of taken notices, which the beginning of the statement names `taken`. */
const lettersOf = (taken: RawBuilder<unknown>) => sql<Letter>`${taken}
    select s.mail_id, coalesce(s.booking_id, (array_agg(s.party_id order by s.id desc))[1]) as booking_id, s.traveler_id,
           ${deskOf} as desk, case when u.status = 'suspended' then null else coalesce(u.email, b.contact_email, v.email, l.email) end as email,
           coalesce(u.name, b.contact_name, v.name, l.name) as name, u.name_en,
           coalesce(u.locale, b.locale, ${travelerLocale}, 'zh-TW') as locale,
           (array_agg(r.email order by s.id desc) filter (where r.id is not null))[1] as reply_to,
           case when ${isCustomer} then ${senderFor(inCharge, branch)} end as sender,
           json_agg(json_build_object('sentence', s.sentence, 'params', s.params, 'subject_type', s.subject_type, 'subject_id', s.subject_id)
             order by s.id) as notices
      from taken s left join users u on u.id = s.user_id left join bookings b on b.id = s.booking_id
      left join tour_leaders l on l.id = s.tour_leader_id left join travelers v on v.id = s.traveler_id
      left join bookings vb on vb.id = v.booking_id left join bookings pb on pb.id = s.party_id left join users r on r.id = s.reply_to_id and r.status = 'active'
     group by s.mail_id, s.booking_id, s.traveler_id, u.id, b.id, l.id, v.id, vb.id`

/** A notice for LINE, in the language of its person: what it says, and the page where it leads, whose address may hold a secret. */
export async function noticeForLine(tools: JobTools, delivery_id: number) {
  const { rows } = await lettersOf(sql`with taken as (select * from deliveries where id = ${delivery_id})`).execute(
    tools.database.db,
  )
  const [letter] = rows
  const [notice] = letter?.notices ?? []
  if (!letter || !notice) return undefined
  const params = mailedParams(notice.params, tools.publicUrl)
  const { title, body } = storedInWords({ ...notice, params }, letter.locale)
  return { text: [title, body].filter(Boolean).join('\n\n'), link: () => linkFor(tools, letter, makeBookingLink) }
}

const isCustomer = sql`coalesce(u.role = 'customer', b.id is not null or v.id is not null)`
// The salesperson of the newest notice, who also gets the replies.
const inCharge = sql`(array_agg(r.id order by s.id desc) filter (where r.id is not null))[1]`
const branch = sql`coalesce(b.branch_id, vb.branch_id, (array_agg(pb.branch_id order by s.id desc) filter (where pb.id is not null))[1])`

const deskOf = sql`case when not ${isOfOffice('u')} then u.role when u.id is not null then 'office' end`

/** Records that a mail was sent, or that it had no address any more. */
const recordMail = (tx: Tx, { mail_id, email }: Letter) =>
  sql`
    update deliveries set state = ${email === null ? 'dropped' : 'sent'}, sent_at = case when ${email !== null} then now() end, address = ${email}
     where mail_id = ${mail_id}`.execute(tx)

// The most notices in a mail. The others are only in the app.
const MOST_NOTICES = 50

/** What a mail says. The subject is that of the newest notice. */
const written = async (to: Letter, tools: JobTools) => {
  const { locale } = to
  const { mail } = languages[locale]
  const notices = to.notices.map((each) => ({ ...each, params: mailedParams(each.params, tools.publicUrl) }))
  const said = notices.map((notice) => storedInWords(notice, locale))
  const { title, body } = said.at(-1) ?? { title: '', body: '' }
  const pages = notices.map((notice) => pageOf(tools, to, notice))
  const [only] = notices
  const paid = typeof only?.params.pay_path === 'string' ? only.params.pay_path : undefined
  if (said.length === 1) return letter(to, title, paragraphsOf(body, paid), await linkFor(tools, to))
  // Notices about several records link to each of them.
  const isEach = new Set(pages.map((page) => page?.href)).size > 1
  const link = isEach ? undefined : await linkFor(tools, to)
  // Each notice is one paragraph.
  const parts = said
    .map((each, nth) => ({ ...each, page: isEach ? pages[nth] : undefined }))
    .slice(-MOST_NOTICES)
    .map((each) => ({
      title: each.title,
      text: each.body.replaceAll('\n\n', '\n'),
      ...(each.page && { link: each.page }),
    }))
  const left = said.length - MOST_NOTICES
  const rest = left > 0 ? [{ text: withParams(mail.left, { count: left }) }] : []
  return letter(to, withParams(mail.several, { title, count: said.length - 1 }), [...parts, ...rest], link)
}

/** A link of a booking that goes by another way than mail. It proves no mailbox that its contact has not confirmed. */
export async function makeBookingLink(tx: Tx, id: number) {
  const { is_proved } = await tx
    .selectFrom('bookings')
    .select(sql<boolean>`contact_email is null or contact_proved_at is not null`.as('is_proved'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return makeLink(tx, 'booking', id, { is_mailed: is_proved })
}

// A page that the recipient can open. A link with a token is created when the mail is sent, so that no secret is stored.
const linkFor = async (
  tools: JobTools,
  to: Letter,
  linkOfBooking = (tx: Tx, id: number) => makeLink(tx, 'booking', id),
): Promise<Link | undefined> => {
  const { booking_id, traveler_id, locale, notices } = to
  const newest = notices.at(-1)
  const mailed = async (kind: 'traveler' | 'booking', id: number, page: MailedPage) => {
    const { token } = await tools.database.transaction({}, (tx) =>
      kind === 'booking' ? linkOfBooking(tx, id) : makeLink(tx, kind, id),
    )
    return linkTo(`${tools.publicUrl}/l/${kind}/${token}`, labelOf(to, page), locale)
  }
  if (traveler_id !== null) return mailed('traveler', traveler_id, 'own_trip')
  if (booking_id !== null) return mailed('booking', booking_id, 'own_booking')
  return newest && pageOf(tools, to, newest)
}

// The page of a notice: in the console, or the place of a customer. Contacts and travelers have a link instead, and a leader without an
// account has neither.
const pageOf = ({ publicUrl }: JobTools, to: Letter, notice: Letter['notices'][number]): Link | undefined => {
  const { booking_id, traveler_id, desk, locale } = to
  if (traveler_id !== null || booking_id !== null || desk === null) return undefined
  if (desk === 'customer')
    return linkTo(`${publicUrl}${say(['/my/', '/en/my/'], locale)}`, labelOf(to, 'own_bookings'), locale)
  const page = pages[desk].find(([type]) => type === notice.subject_type)
  const { pages: words } = languages[locale].mail
  return page
    ? linkTo(`${publicUrl}/desk/${page[1]}/${notice.subject_id}`, words[page[0]], locale)
    : linkTo(`${publicUrl}/desk`, words.desk, locale)
}

/** The words of the link in a mail to a customer: those of its notice, or of the page if there are several notices. */
const labelOf = ({ notices, locale }: Letter, page: MailedPage) => {
  const { buttons, pages } = languages[locale].mail
  const [only, more] = notices
  return (!more && only && isNotice(only.sentence) && buttons[only.sentence]) || pages[page]
}

const request = ['addon_request', 'requests'] as const
const booking = ['booking', 'bookings'] as const
const trip = ['planned_trip', 'trips'] as const
const traveler = ['traveler', 'travelers'] as const
// The console pages of records, for each kind of account.
const pages = { office: [request, booking, trip, traveler], leader: [trip] } as const
