import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Person } from '../notifications/schema.ts'

/** The data for a notice about a session, and its recipients: host, briefing leader, and the contacts of attendees. */
export const concernedBy = async (tx: Tx, session_id: number) => {
  const { rows } = await sql<{
    title: string
    title_en: string | null
    time: string
    venue: string | null
    people: Person[]
  }>`
    select m.title, m.title_en, to_char(s.starts_at at time zone s.timezone, 'YYYY-MM-DD HH24:MI') as time, s.venue, (
        select coalesce(jsonb_agg(person), '[]') from (
          select jsonb_build_object('user', m.host_user_id) as person where m.host_user_id is not null
          union select jsonb_build_object('leader', m.briefing_leader_id) where m.briefing_leader_id is not null
          union select jsonb_build_object('contact', v.booking_id) from session_attendances a join travelers v on v.id = a.traveler_id
                 where a.session_id = s.id and a.status in ('invited', 'registered')) as concerned) as people
      from seminar_sessions s join seminars m on m.id = s.seminar_id where s.id = ${session_id}`.execute(tx)
  return rows
}

export const namedIn = (tx: Tx, seminar_id: number) =>
  tx.selectFrom('seminars').select(['title', 'title_en']).where('id', '=', seminar_id).executeTakeFirstOrThrow()

/** Guests with a seat and a mail address. */
export const guestsOf = (tx: Tx, session_id: number) =>
  tx
    .selectFrom('session_attendances')
    .select('id')
    .where('session_id', '=', session_id)
    .where('guest_email', 'is not', null)
    .where('status', '=', 'registered')
    .orderBy('id')
    .execute()
