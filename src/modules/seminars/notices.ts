import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { notify, type Person } from '../notifications/notify.ts'

/** Notifies the briefing leader. */
export async function notifyBriefingLeader(tx: Tx, named: Events['seminar.leader-named']) {
  const { seminar_id, tour_leader_id: leader, actor_id: except } = named
  const { title, title_en } = await namedIn(tx, seminar_id)
  await notify(tx, {
    who: [{ leader }],
    event: 'seminar.leader-named',
    params: { title, title_en: title_en ?? title },
    about: { type: 'seminar', id: seminar_id },
    except,
  })
}

const namedIn = (tx: Tx, seminar_id: number) =>
  tx.selectFrom('seminars').select(['title', 'title_en']).where('id', '=', seminar_id).executeTakeFirstOrThrow()

/** Invites travelers by their contacts and, if they have an address of their own, directly; guests by mail. */
export async function notifyOfInvitation(tx: Tx, invited: Events['seminar-session.invited']) {
  const { session_id, attendances, actor_id: except } = invited
  const about = { type: 'seminar_session', id: session_id }
  for (const { people: who, guests, ...params } of await invitedTo(tx, session_id, attendances)) {
    await notify(tx, { who, event: 'seminar-session.invited', params, about, except })
    for (const attendance_id of guests) enqueue(tx, 'seminars.guest', { attendance_id, about: 'invited' })
  }
}

/** A session with the fields of an invitation, and the contacts and travelers of these attendances. */
const invitedTo = async (tx: Tx, session_id: number, attendances: number[]) => {
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

/** Mails the guests of a session. */
export async function mailGuests(tx: Tx, { session_id, what }: Events['seminar-session.changed']) {
  for (const { id } of await guestsOf(tx, session_id)) enqueue(tx, 'seminars.guest', { attendance_id: id, about: what })
}

/** Guests who are invited or have a seat, with a mail address. */
const guestsOf = (tx: Tx, session_id: number) =>
  tx
    .selectFrom('session_attendances')
    .select('id')
    .where('session_id', '=', session_id)
    .where('guest_email', 'is not', null)
    .where('status', 'in', ['invited', 'registered'])
    .orderBy('id')
    .execute()

/** Notifies the organizer, the briefing leader and the contacts of the attendees when a session changes. */
export async function notifyOfSession(tx: Tx, { session_id, actor_id, what }: Events['seminar-session.changed']) {
  for (const { people, title_en, ...session } of await concernedBy(tx, session_id))
    await notify(tx, {
      who: people,
      event: `seminar-session.${what}`,
      params: { ...session, title_en: title_en ?? session.title },
      about: { type: 'seminar_session', id: session_id },
      except: actor_id,
    })
}

/** The values of a notice about a session, and its recipients: organizer, briefing leader, and the contacts of attendees. */
const concernedBy = async (tx: Tx, session_id: number) => {
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
