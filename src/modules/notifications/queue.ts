import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { enqueue, type Jobs, type QueuedJob } from '../../kit/jobs/jobs.ts'
import { travelerLocale } from '../shown-names.ts'
import type { MailedNotices } from './schema.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Mails a person, as `deliveries` names it, what waits for it. */
    'notifications.send': { person: string }
  }
}

/** Queues the mail of all that waits for a person, unless it is queued already. */
export const queueMail = (tx: Tx, person: string) => enqueue(tx, 'notifications.send', { person }, { key: person })

/** What one person is told in one mail, whose id is that of its job. */
export type Letter = Pick<MailedNotices, 'mail_id' | 'locale' | 'notices'> & {
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

/** Takes what jobs mail: all that waits for their people, or the same as before if a job is tried again. */
export const takeLetters = async (tx: Tx, jobs: readonly QueuedJob<Jobs['notifications.send']>[]) => {
  const [ids, people] = [jobs.map(({ id }) => id), jobs.map(({ data }) => data.person)]
  const { rows } = await sql<Letter>`
    with asked as (
      select * from unnest(${ids}::uuid[], ${people}::text[]) as asked (mail_id, person)
    ), again as (
      update deliveries d set tries = tries + 1 from asked where d.mail_id = asked.mail_id and d.state = 'taken' returning d.*
    ), first as (
      update deliveries d set tries = tries + 1, state = 'taken', mail_id = asked.mail_id from asked
       where d.person = asked.person and d.state = 'waiting' and not exists (select from deliveries t where t.mail_id = asked.mail_id)
      returning d.*
    ), taken as (
      select * from again union all select * from first
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
  return new Map(rows.map((letter) => [letter.mail_id, letter]))
}

const deskOf = sql`case when u.role in ('customer', 'leader') then u.role when u.id is not null then 'office' end`

/** Records a mail that was sent, or that had no address any more. */
export const settle = (tx: Tx, { mail_id, email }: Letter) =>
  sql`
    update deliveries set state = ${email === null ? 'dropped' : 'sent'}, sent_at = case when ${email !== null} then now() end, address = ${email}
     where mail_id = ${mail_id}`.execute(tx)
