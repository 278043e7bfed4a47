import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'
import { inviteTravelers } from './attendances.ts'
import { releaseLeader } from './calendar.ts'
import { sessionsToCome } from './seminar.ts'

/**
 * Creates a seminar and its session for each trip that got the times of its briefing and has none yet, except past times. Travelers
 * are invited when their booking is confirmed; who is confirmed already is invited now.
 */
export async function planBriefings(tx: Tx, { planned_trip_ids, actor_id }: Events['planned-trips.briefed']) {
  const { rows } = await sql<{ id: number; is_booked: boolean }>`
    with trip as (
      select t.*, coalesce(t.name_en, p.name_en) as called from planned_trips t left join packages p on p.id = t.package_id
       where t.id = any (${planned_trip_ids}::integer[]) and t.briefing_starts_at > now() and t.briefing_ends_at is not null
         and not exists (select from seminar_sessions s where s.planned_trip_id = t.id and s.status in ('draft', 'open'))
    ), numbered as (
      select trip.*, nextval(pg_get_serial_sequence('seminars', 'id'))::integer as seminar_id from trip
    ), made as (
      insert into seminars (id, kind, title, title_en, area_id, status) overriding system value
      select seminar_id, 'pre_departure', left(serial || ' ' || name || ' 行前說明會', 200),
             left(serial || ' ' || coalesce(called, name) || ': briefing', 200), area_id, 'open' from numbered returning id
    ), tied as (
      insert into seminar_trips (seminar_id, planned_trip_id) select n.seminar_id, n.id from numbered n join made on made.id = n.seminar_id
      returning seminar_id
    )
    insert into seminar_sessions (seminar_id, planned_trip_id, starts_at, ends_at, timezone, status)
    select n.seminar_id, n.id, n.briefing_starts_at, n.briefing_ends_at, house_zone(), 'open'
      from numbered n join tied on tied.seminar_id = n.seminar_id
    returning id, exists (select from bookings b where b.planned_trip_id = seminar_sessions.planned_trip_id) as is_booked`.execute(
    tx,
  )
  for (const { id, is_booked } of rows) if (is_booked) await inviteTravelers(tx, id, actor_id)
}

/** Invites the travelers of a booking to the briefing of their trip when the booking is confirmed or moves to the trip. */
export async function inviteToBriefing(tx: Tx, { booking_id, step, actor_id }: Events['booking.entered']) {
  if (step !== 'confirm' && step !== 'transfer') return
  const session = await tx
    .selectFrom('seminar_sessions as s')
    .innerJoin('bookings as b', 'b.planned_trip_id', 's.planned_trip_id')
    .select('s.id')
    .where('b.id', '=', booking_id)
    .where('b.status', '=', 'confirmed')
    .where('s.status', '=', 'open')
    .where('s.starts_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (session) await inviteTravelers(tx, session.id, actor_id ?? 0)
}

/** Moves the session of a trip with the times of its briefing, and notifies everyone on its list. */
export async function moveBriefing(tx: Tx, { planned_trip_id, actor_id }: Events['trip-briefing.changed']) {
  const { rows } = await sql<{ id: number }>`
    update seminar_sessions s set starts_at = t.briefing_starts_at, ends_at = t.briefing_ends_at from planned_trips t
     where t.id = ${planned_trip_id} and s.planned_trip_id = t.id and s.status in ('draft', 'open') and s.starts_at > now()
       and t.briefing_starts_at is not null and t.briefing_ends_at is not null
       and (s.starts_at, s.ends_at) <> (t.briefing_starts_at, t.briefing_ends_at)
    returning s.id`.execute(tx)
  for (const { id } of rows) await emit(tx, 'seminar-session.changed', { session_id: id, actor_id, what: 'moved' })
}

/** Cancels the briefing of a cancelled trip. */
export async function cancelBriefing(tx: Tx, entered: Events['planned-trip.entered']) {
  if (entered.status !== 'cancelled') return
  const sessions = await tx
    .updateTable('seminar_sessions')
    .set({ status: 'cancelled' })
    .where('planned_trip_id', '=', entered.planned_trip_id)
    .where('status', 'in', ['draft', 'open'])
    .where('starts_at', '>', sql<string>`now()`)
    .returning('id')
    .execute()
  for (const { id } of sessions) {
    await releaseLeader(tx, id)
    await emit(tx, 'seminar-session.changed', { session_id: id, actor_id: entered.actor_id, what: 'cancelled' })
  }
}

/** Removes a leader who leaves from the seminars with future sessions. */
export async function releaseSeminarLeader(tx: Tx, { tour_leader_id }: Events['tour-leader.leaving']) {
  const seminars = await tx
    .updateTable('seminars')
    .set({ briefing_leader_id: null })
    .where('briefing_leader_id', '=', tour_leader_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('seminar_sessions as s')
          .select('s.id')
          .whereRef('s.seminar_id', '=', 'seminars.id')
          .where('s.status', 'in', ['draft', 'open'])
          .where('s.starts_at', '>', sql<string>`now()`),
      ),
    )
    .returning('id')
    .execute()
  for (const { id } of seminars) for (const session of await sessionsToCome(tx, id)) await releaseLeader(tx, session.id)
}
