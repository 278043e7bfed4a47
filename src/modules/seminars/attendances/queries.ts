import { sql } from 'kysely'
import { jsonRecord } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { is, reached } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import type { Reader } from '../../users/reader.ts'
import { Attendance } from '../schema.ts'
import { isPersonSeen, isSeminarSeen } from '../visible.ts'

const { status, source, traveler_id } = Attendance.properties
type OneAttendance = { id: number; attendance: number }

export const attendanceList = list({
  of: 'session_attendances',
  sort: { status },
  order: 'id',
  columns: ['traveler.name', 'guest_name', 'traveler.booking_number', 'guest_phone', 'status', 'checked_in_at'],
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
    .where('session_attendances.session_id', '=', id)
    .where(isPersonSeen(reader))

export const attendancePage = attendanceList.over(attendances)
export const oneAttendance = jsonRecord((db, { attendance, ...session }: Reader & OneAttendance) =>
  attendances(db, session).where('session_attendances.id', '=', attendance),
)

export const knownSession = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('seminar_sessions')
    .innerJoin('seminars', 'seminars.id', 'seminar_sessions.seminar_id')
    .select('seminar_sessions.id')
    .where('seminar_sessions.id', '=', id)
    .where(isSeminarSeen(reader)),
)

/** A session, locked until the transaction ends, so that its last seat is given once. */
export async function lockedSession(tx: Tx, id: number) {
  return found(
    await tx.selectFrom('seminar_sessions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
}
export type LockedSession = Awaited<ReturnType<typeof lockedSession>>

export async function seatsTaken(tx: Tx, session_id: number) {
  const { taken } = await tx
    .selectFrom('session_attendances')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('session_id', '=', session_id)
    .where('status', 'in', ['registered', 'attended'])
    .executeTakeFirstOrThrow()
  return taken
}

export async function lockedAttendance(tx: Tx, { id, attendance }: OneAttendance) {
  return found(
    await tx
      .selectFrom('session_attendances')
      .selectAll()
      .where('id', '=', attendance)
      .where('session_id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
}
