import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Person } from '../notifications/notify.ts'

/** The values of a notice about a session, and its recipients: organizer, briefing leader, and the contacts of attendees. */
export async function concernedBy(tx: Tx, session_id: number) {
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
                 where a.session_id = s.id and a.status in ('invited', 'registered')
          union select jsonb_build_object('traveler', a.traveler_id) from session_attendances a
                 where a.session_id = s.id and a.status in ('invited', 'registered') and a.traveler_id is not null) as concerned) as people
      from seminar_sessions s join seminars m on m.id = s.seminar_id where s.id = ${session_id}`.execute(tx)
  return rows
}

/** A session with the fields of an invitation, and the contacts and travelers of these attendances. */
export async function invitedTo(tx: Tx, session_id: number, attendances: number[]) {
  const { rows } = await sql<{
    title: string
    title_en: string
    time: string
    venue: string | null
    people: Person[]
    guests: number[]
  }>`
    select m.title, coalesce(m.title_en, m.title) as title_en, to_char(s.starts_at at time zone s.timezone, 'YYYY-MM-DD HH24:MI') as time, s.venue, (
        select coalesce(jsonb_agg(person), '[]') from (
          select jsonb_build_object('contact', v.booking_id) as person from session_attendances a join travelers v on v.id = a.traveler_id
           where a.id = any (${attendances}::integer[])
          union select jsonb_build_object('traveler', a.traveler_id) from session_attendances a
           where a.id = any (${attendances}::integer[]) and a.traveler_id is not null) as invited) as people,
        array(select id from session_attendances where id = any (${attendances}::integer[]) and guest_email is not null order by id) as guests
      from seminar_sessions s join seminars m on m.id = s.seminar_id where s.id = ${session_id}`.execute(tx)
  return rows
}

export function namedIn(tx: Tx, seminar_id: number) {
  return tx.selectFrom('seminars').select(['title', 'title_en']).where('id', '=', seminar_id).executeTakeFirstOrThrow()
}

/** Guests who are invited or have a seat, with a mail address. */
export function guestsOf(tx: Tx, session_id: number) {
  return tx
    .selectFrom('session_attendances')
    .select('id')
    .where('session_id', '=', session_id)
    .where('guest_email', 'is not', null)
    .where('status', 'in', ['invited', 'registered'])
    .orderBy('id')
    .execute()
}
