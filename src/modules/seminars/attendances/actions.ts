import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { statement } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake, refuseStep } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { travelingStatuses } from '../../booking-statuses.ts'
import { attendance as life } from '../flow.ts'
import type { AttendanceChange, AttendanceStatus, NewAttendance } from '../schema.ts'
import { type LockedSession, lockedAttendance, lockedSession, seatsTaken } from './queries.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    /** People were added to the list of a session and invited. */
    'seminar-session.invited': { session_id: number; attendances: number[]; actor_id: number }
  }
}

type OneAttendance = { id: number; attendance: number }

export async function addAttendance(tx: Tx, session_id: number, body: NewAttendance, actor_id: number) {
  const session = await lockedSession(tx, session_id)
  const { status = 'registered' } = body
  await admit(tx, session, status)
  const { id } = await tx
    .insertInto('session_attendances')
    .values({ ...body, session_id, checked_in_at: checkedIn(status) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status === 'invited') await emit(tx, 'seminar-session.invited', { session_id, attendances: [id], actor_id })
  return id
}

export async function changeAttendance(
  tx: Tx,
  { roles }: Actor,
  given: OneAttendance,
  body: AttendanceChange,
  expected: Expected,
) {
  const session = await lockedSession(tx, given.id)
  const { id, status: before, version } = await lockedAttendance(tx, given)
  guardVersion({ version }, expected)
  const { status = before } = body
  if (status !== before) mayTake(life, status, { status: before }, roles)
  if (status !== before && !takesSeat(before)) await admit(tx, session, status)
  await tx
    .updateTable('session_attendances')
    .set({ ...body, ...(status !== before && { checked_in_at: checkedIn(status) }) })
    .where('id', '=', id)
    .execute()
}

export async function removeAttendance(tx: Tx, given: OneAttendance, expected: Expected) {
  guardVersion(await lockedAttendance(tx, given), expected)
  await tx.deleteFrom('session_attendances').where('id', '=', given.attendance).execute()
}

/** Invites all travelers of the seminar's trips who are not on the list yet. Returns the people who get no invitation. */
export async function inviteTravelers(tx: Tx, session_id: number, actor_id: number) {
  const session = await lockedSession(tx, session_id)
  refuseCancelled(session, 'invited')
  const { rows } = await sql<{ id: number }>`insert into session_attendances (session_id, traveler_id, status)
    select ${session_id}, v.id, 'invited'
      from seminar_trips st join bookings b on b.planned_trip_id = st.planned_trip_id join travelers v on v.booking_id = b.id
     where st.seminar_id = ${session.seminar_id} and ${isOneOf('b.status', travelingStatuses)} and v.status = 'active'
     order by v.id
    on conflict (session_id, traveler_id) do nothing returning id`.execute(tx)
  const attendances = rows.map(({ id }) => id)
  if (rows.length) await emit(tx, 'seminar-session.invited', { session_id, attendances, actor_id })
  return { invited: rows.length, unreached: await unreachedOf(tx, { attendances }) }
}

// People without an account and without a proved address, neither of the contact nor of the traveler.
const unreachedOf = statement((db, { attendances }: { attendances: number[] }) =>
  db
    .selectFrom('session_attendances as a')
    .innerJoin('travelers as v', 'v.id', 'a.traveler_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.customer_user_id').on('u.status', '=', 'active'))
    .select(['v.id as traveler_id', 'v.name', 'b.booking_number'])
    .where(sql<boolean>`a.id = any (${attendances}::integer[])`)
    .where('u.id', 'is', null)
    .where(sql<boolean>`(b.contact_email is null or b.contact_proved_at is null)`)
    .where(sql<boolean>`(v.email is null or v.email_proved_at is null)`)
    .orderBy('v.id'),
)

// The session is locked, so that its last seat is given once.
const admit = async (tx: Tx, session: LockedSession, status: AttendanceStatus) => {
  refuseCancelled(session, status)
  if (takesSeat(status) && !(await hasSeat(tx, session))) refuse('session_full')
}

export async function hasSeat(tx: Tx, { id, capacity }: LockedSession) {
  return capacity === null || (await seatsTaken(tx, id)) < capacity
}

const takesSeat = (status: AttendanceStatus) => status === 'registered' || status === 'attended'

const refuseCancelled = ({ status }: LockedSession, step: string) => {
  if (status === 'cancelled') refuseStep(step, status, [], { status: 'seminar_status', step: 'attendance_step' })
}

const checkedIn = (status: AttendanceStatus) => (status === 'attended' ? sql<string>`now()` : null)
