import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { travelerLocale } from '../shown-names.ts'
import type { MailedNotices } from './schema.ts'

/** What one person is told in one mail. */
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
type Mail = Pick<Letter, 'mail_id'>

// The oldest notices that wait decide whose turn it is; each of these people then gets all that waits for it.
const NOTICES = 100
const MOST_NOTICES = 2_000

/** How long the rows of a mail belong to the process that sends it, unless it asks for more time. */
const LEASE = sql`now() + interval '30 seconds'`
const RENEWED_MS = 10_000

/** Takes what waits, for some people: their mails. Rows that another process takes at the same time are left to it. */
export const takeWaiting = (tx: Tx) =>
  lettersOf(
    tx,
    sql`
    with oldest as (
      select person from deliveries where state = 'waiting' order by id limit ${NOTICES} for update skip locked
    ), mails as materialized (
      select person, gen_random_uuid() as mail_id from (select distinct person from oldest) as people
    ), mine as (
      select d.id, m.mail_id from mails m join deliveries d on d.person = m.person and d.state = 'waiting'
       order by d.id limit ${MOST_NOTICES} for update of d skip locked
    ), taken as (
      update deliveries d set state = 'taken', tries = d.tries + 1, mail_id = mine.mail_id, leased_until = ${LEASE}
        from mine where d.id = mine.id returning d.*
    )`,
  )

/** Takes a mail again that was not sent: the same notices. */
export const takeAgain = (tx: Tx, mail_id: string) =>
  lettersOf(
    tx,
    sql`with taken as (update deliveries set tries = tries + 1 where mail_id = ${mail_id} and state = 'taken' returning *)`,
  )

const deskOf = sql`case when u.role in ('customer', 'leader') then u.role when u.id is not null then 'office' end`

const lettersOf = async (tx: Tx, taken: RawBuilder<unknown>) => {
  const { rows } = await sql<Letter>`
    ${taken}
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

/** Mails that were sent, or that had no address any more. */
export const settle = (tx: Tx, letters: readonly Letter[]) =>
  sql`
    update deliveries d set state = case when email is null then 'dropped' else 'sent' end, sent_at = case when email is not null then now() end,
           address = email, leased_until = null
      from unnest(${idsOf(letters)}::uuid[], ${letters.map(({ email }) => email)}::text[]) as mails (mail_id, email)
     where d.mail_id = mails.mail_id`.execute(tx)

/** Leaves mails to somebody else. */
export const giveUpLeases = (tx: Tx, mails: readonly Mail[]) =>
  sql`update deliveries set leased_until = null where mail_id = any (${idsOf(mails)}::uuid[])`.execute(tx)

/** Ends the leases that are over, whose processes have died, and returns their mails. */
export const endLeases = async (tx: Tx) => {
  const { rows } = await sql<Mail>`
    update deliveries set leased_until = null where state in ('waiting', 'taken') and leased_until < now() returning mail_id`.execute(
    tx,
  )
  return [...new Set(rows.map(({ mail_id }) => mail_id))].map((mail_id) => ({ mail_id }))
}

/** Renews the leases of mails until the returned function is called. If it cannot, they end, and the mails are sent again under their ids. */
export const renewLeases = ({ transaction }: Database, mails: readonly Mail[]) => {
  let last: Promise<unknown> | undefined
  const renew = async (tx: Tx) =>
    sql`update deliveries set leased_until = ${LEASE} where mail_id = any (${idsOf(mails)}::uuid[]) and state = 'taken'`.execute(
      tx,
    )
  const renewing = setInterval(() => {
    last = transaction({}, renew).catch(() => {})
  }, RENEWED_MS)
  return async () => {
    clearInterval(renewing)
    await last
  }
}

const idsOf = (mails: readonly Mail[]) => mails.map(({ mail_id }) => mail_id)
