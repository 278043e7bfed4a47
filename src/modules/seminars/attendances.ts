import { type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, Refusal, refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import {
  defaulted,
  described,
  email,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  phone,
  ref,
  shownFields,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { mayTake, refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { is, reached } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { Locale } from '../../kit/words/words.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import { staff } from '../roles.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { type AttendanceStatus, arrivals, attendanceFlow, attendanceStatuses, editors, hosts } from './flow.ts'
import { type LockedSession, lockedSession, seatsTaken, seenSession } from './session.ts'
import { isPersonSeen } from './visible.ts'

/** The most people who come with one guest, the guest included. */
export const MOST_PEOPLE = 10
const peopleField = () =>
  labelled(
    defaulted(
      described(
        whole(1, MOST_PEOPLE),
        '來賓含同行者的人數；旅客為 1。The guest and those who come along; 1 for a traveler.',
      ),
    ),
    ['人數', 'People'],
  )

/** @public */
export const Attendance = Type.Object({
  session_id: ref(),
  traveler_id: nullable(ref()),
  guest_name: labelled(nullable(line(100, '王小美')), ['來賓姓名', 'Name of the guest']),
  guest_phone: labelled(nullable(phone()), ['來賓電話', 'Phone of the guest']),
  guest_email: labelled(nullable(email()), ['來賓信箱', 'Email of the guest']),
  people: peopleField(),
  status: defaulted(oneOf(attendanceStatuses)),
  source: defaulted(oneOf(['public', 'staff'])),
  privacy_consent_at: nullable(moment()),
  checked_in_at: nullable(moment()),
  notes: nullable(text(2000)),
})

const NewAttendance = without(Attendance, ['session_id', 'source', 'privacy_consent_at', 'checked_in_at'])
export type NewAttendance = Static<typeof NewAttendance>
const AttendanceChange = Type.Partial(without(NewAttendance, ['traveler_id']))
type AttendanceChange = Static<typeof AttendanceChange>

const ShownAttendance = RecordOf(Attendance, {
  traveler: orNull(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      booking_number: Type.String(),
      planned_trip_id: Type.Integer(),
    }),
  ),
  /** The enquiry that was made of a guest. Leaders do not read it. */
  enquiry_id: orNull(ref()),
})

/** An invited person who gets no invitation. */
const UnreachedPerson = Type.Object(
  shownFields({ traveler_id: ref(), name: line(100, '王小美'), booking_number: line(50, 'CNX270128A-001') }),
)

declare module '../../kit/db/tables.ts' {
  interface Tables {
    /** The language of a guest's mails: that in which the guest registered. */
    session_attendances: Table<typeof Attendance> & { guest_locale: Generated<Locale | null> }
  }
}
declare module '../../kit/events.ts' {
  interface Events {
    /** People were added to the list of a session and invited. */
    'seminar-session.invited': { session_id: number; attendances: number[]; actor_id: number }
  }
}

constraint('session_attendances_who', 'traveler_id', [
  '請填旅客或來賓姓名，擇一。',
  'Name a traveler or a guest, one of the two.',
])
constraint('session_attendances_people', 'people', [
  `旅客只能填 1；來賓含同行者最多 ${MOST_PEOPLE} 人。`,
  `A traveler comes alone; a guest with ${MOST_PEOPLE - 1} others at the most.`,
])
const refuseTaken = (name: string, field: string, words: readonly [string, string]) =>
  constraintRefusal(name, () => new Refusal('duplicate', { errors: { [field]: [words] } }))
refuseTaken('session_attendances_traveler', 'traveler_id', [
  '這位旅客已在名單上。',
  'This traveler is on the list already.',
])
refuseTaken('session_attendances_guest', 'guest_name', ['這位來賓已在名單上。', 'This guest is on the list already.'])

const { status, source, traveler_id } = Attendance.properties
type OneAttendance = { id: number; attendance: number }

const attendanceList = list({
  of: 'session_attendances',
  sort: { status },
  order: 'id',
  columns: [
    'traveler.name',
    'guest_name',
    'people',
    'traveler.booking_number',
    'guest_phone',
    'status',
    'checked_in_at',
  ],
  people: true,
  search: ['guest_name', 'guest_phone', 'guest_email'],
  filters: {
    status: is('session_attendances.status', status),
    source: is('session_attendances.source', source),
    traveler_id: is('session_attendances.traveler_id', traveler_id),
    booking_id: reached('session_attendances.traveler_id', 'travelers', 'id', 'booking_id'),
  },
})

const attendances = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('session_attendances')
    .leftJoin('travelers as v', 'v.id', 'session_attendances.traveler_id')
    .leftJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(columnsOf('session_attendances', Attendance))
    .select(
      sql`case when v.id is not null then json_build_object('id', v.id, 'name', v.name,
        'booking_number', b.booking_number, 'planned_trip_id', b.planned_trip_id) end`.as('traveler'),
    )
    .select(enquiryOf(reader).as('enquiry_id'))
    .where('session_attendances.session_id', '=', id)
    .where(isPersonSeen(reader))

const enquiryOf = ({ sees }: Reader) =>
  sees === 'all'
    ? sql<number | null>`(select e.id from enquiries e where e.session_attendance_id = session_attendances.id)`
    : sql<number | null>`null::integer`

const attendancePage = attendanceList.over(attendances)
const oneAttendance = jsonRecord((db, { attendance, ...session }: Reader & OneAttendance) =>
  attendances(db, session).where('session_attendances.id', '=', attendance),
)

/** Adds a traveler or a guest to a session, if there is a seat. */
export async function addAttendance(tx: Tx, session_id: number, body: NewAttendance, actor_id: number) {
  const session = await lockedSession(tx, session_id)
  const { status = 'registered', people = 1 } = body
  await admit(tx, session, status, people)
  const { id } = await tx
    .insertInto('session_attendances')
    .values({ ...body, session_id, checked_in_at: checkInTime(status) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status === 'invited') await emit(tx, 'seminar-session.invited', { session_id, attendances: [id], actor_id })
  return id
}

const changeAttendance = async (
  tx: Tx,
  { roles }: Actor,
  given: OneAttendance,
  body: AttendanceChange,
  expected: Expected,
) => {
  const session = await lockedSession(tx, given.id)
  const { id, status: before, people: cameWith, version } = await lockedAttendance(tx, given)
  guardVersion({ version }, expected)
  const { status = before, people = cameWith } = body
  if (status !== before) mayTake(attendanceFlow, status, { status: before }, roles)
  const more = people - (takesSeat(before) ? cameWith : 0)
  if (more > 0) await admit(tx, session, status, more)
  await tx
    .updateTable('session_attendances')
    .set({ ...body, ...(status !== before && { checked_in_at: checkInTime(status) }) })
    .where('id', '=', id)
    .execute()
}

const removeAttendance = async (tx: Tx, given: OneAttendance, expected: Expected) => {
  guardVersion(await lockedAttendance(tx, given), expected)
  await tx.deleteFrom('session_attendances').where('id', '=', given.attendance).execute()
}

// The session is locked, so that its last seat is given once.
const admit = async (tx: Tx, session: LockedSession, status: AttendanceStatus, people: number) => {
  refuseCancelled(session, status)
  if (takesSeat(status) && !(await hasSeats(tx, session, people))) refuse('session_full')
}

export async function hasSeats(tx: Tx, { id, capacity }: LockedSession, people: number) {
  return capacity === null || (await seatsTaken(tx, id)) + people <= capacity
}

const takesSeat = (status: AttendanceStatus) => status === 'registered' || status === 'attended'

const refuseCancelled = ({ status }: LockedSession, step: string) => {
  if (status === 'cancelled') refuseStep(step, status, [], { status: 'seminar_status', step: 'attendance_step' })
}

const checkInTime = (status: AttendanceStatus) => (status === 'attended' ? sql<string>`now()` : null)

const lockedAttendance = async (tx: Tx, { id, attendance }: OneAttendance) =>
  found(
    await tx
      .selectFrom('session_attendances')
      .selectAll()
      .where('id', '=', attendance)
      .where('session_id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

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

/**
 * Checks in people of a session. People who are checked in already stay so. If the reader may not see one of them, all are refused.
 */
const checkIn = async (tx: Tx, reader: Reader, session_id: number, attendances: number[]) => {
  await seenSession(tx, { ...reader, id: session_id })
  await lockedSession(tx, session_id)
  const { rows } = await sql<{ id: number }>`
    select id from session_attendances where session_id = ${session_id} and id = any (${attendances}::integer[]) and ${isPersonSeen(reader)}`.execute(
    tx,
  )
  if (rows.length < new Set(attendances).size) refuse('invalid_input', { errors: { attendance_ids: [notHere] } })
  const { numUpdatedRows } = await tx
    .updateTable('session_attendances')
    .set({ status: 'attended', checked_in_at: sql<string>`now()` })
    .where('id', 'in', attendances)
    .where('status', '<>', 'attended')
    .executeTakeFirst()
  return { checked_in: Number(numUpdatedRows) }
}

const notHere = [
  '名單上有人不在這個場次；請重新整理後再報到。',
  'Somebody on this list is not on the list of the session: load it again and check in those.',
] as const

const read = [...staff, 'leader'] as const

/** `/api/sessions/{id}/attendances`: people who are invited, registered or checked in. */
export function attendanceRoutes(on: On) {
  on.get(
    '/:id/attendances',
    {
      access: read,
      summary: 'The attendances of a session',
      ...attendanceList.of(ShownAttendance),
      etag: 'content',
    },
    async ({ db, actor, params, query }) => {
      const session = { ...readerOf(actor), ...params }
      const [page] = await Promise.all([attendancePage(db, session, query), seenSession(db, session)])
      return page
    },
  )

  on.get(
    '/:id/attendances/:attendance',
    { access: read, summary: 'One attendance', returns: ShownAttendance, etag: 'content' },
    async ({ db, actor, params: { id, attendance } }) => {
      const session = { ...readerOf(actor), id }
      const [one] = await Promise.all([oneAttendance(db, { ...session, attendance }), seenSession(db, session)])
      return one
    },
  )

  on.create(
    '/:id/attendances',
    {
      access: hosts,
      summary: 'Add a traveler or a guest to a session',
      body: NewAttendance,
      returns: ShownAttendance,
      etag: 'content',
      refuses: ['duplicate', 'session_full', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const id = await addAttendance(tx, params.id, body, actor.id)
      return { id, ...(await oneAttendance(tx, { ...readerOf(actor), ...params, attendance: id })) }
    },
  )

  on.post(
    '/:id/invitations',
    {
      name: 'sendSessionInvitations',
      access: hosts,
      summary:
        'Invite all travelers of the trips of the seminar who are not on the list yet; `unreached` are those whom no mail and no account tells',
      returns: Type.Object({ invited: whole(), unreached: Type.Array(UnreachedPerson) }),
      etag: 'none',
      refuses: ['step_not_possible'],
    },
    ({ tx, actor, params }) => inviteTravelers(tx, params.id, actor.id),
  )

  on.post(
    '/:id/check-in',
    {
      name: 'checkInAtSession',
      access: arrivals.attended.by,
      summary: 'Record who has arrived, several in one call; a leader those of its briefings and trips',
      body: Type.Object({
        attendance_ids: labelled(Type.Array(ref(), { minItems: 1, maxItems: 500 }), ['報到名單', 'People to check in']),
      }),
      returns: Type.Object({ checked_in: whole() }),
      etag: 'none',
    },
    ({ tx, actor, params, body }) => checkIn(tx, readerOf(actor), params.id, body.attendance_ids),
  )

  on.put(
    '/:id/attendances/:attendance',
    {
      access: editors,
      summary: 'Change an attendance; `attended` checks in',
      body: AttendanceChange,
      returns: ShownAttendance,
      etag: 'content',
      refuses: ['duplicate', 'session_full', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeAttendance(tx, actor, params, body, expected)
      return oneAttendance(tx, { ...readerOf(actor), ...params })
    },
  )

  on.delete(
    '/:id/attendances/:attendance',
    { access: editors, summary: 'Remove an attendance', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeAttendance(tx, params, expected)
      return null
    },
  )
}
