import { sql } from 'kysely'
import { statement, theRow } from '../../kit/db/statement.ts'
import { paper } from '../../kit/http/routes/paper.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { isPersonSeen, isSeminarSeen } from '../seminars/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'

const clock = (column: string) =>
  sql<string>`to_char(${sql.ref(`s.${column}`)} at time zone s.timezone, 'YYYY-MM-DD"T"HH24:MI')`

/** A session of a seminar, with the fields of its attendance sheet. */
const sessionOnPaper = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('seminar_sessions as s')
    .innerJoin('seminars', 'seminars.id', 's.seminar_id')
    .select(['s.id', 'seminars.title', 'seminars.title_en', 's.venue', 's.address'])
    .select(clock('starts_at').as('starts_local'))
    .select(clock('ends_at').as('ends_local'))
    .where('s.id', '=', id)
    .where(isSeminarSeen(reader)),
)

/** The people who are expected at a session. */
const attendeesOnPaper = statement((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('session_attendances')
    .leftJoin('travelers as v', 'v.id', 'session_attendances.traveler_id')
    .leftJoin('bookings as b', 'b.id', 'v.booking_id')
    .select([
      sql<string>`coalesce(v.name, guest_name)`.as('name'),
      sql<string | null>`coalesce(v.mobile, guest_phone)`.as('phone'),
      'b.booking_number',
      'session_attendances.status',
      'session_attendances.people',
    ])
    .where('session_attendances.session_id', '=', id)
    .where(isPersonSeen(reader))
    .orderBy('b.booking_number')
    .orderBy('session_attendances.id'),
)

/** `/api/sessions/{id}`: the attendance sheet. */
export default routes((on) => {
  const summary = 'The sheet of a session with boxes to check people in, as a PDF'
  const spec = {
    name: 'printAttendanceSheet',
    access: [...staff, 'leader'],
    summary,
    template: 'attendance-sheet',
  } as const
  paper(on, '/:id/attendance-sheet', spec, async ({ db, actor, params: { id = 0 } }) => {
    const given = { ...readerOf(actor), id }
    const [session, attendees] = await Promise.all([sessionOnPaper(db, given), attendeesOnPaper(db, given)])
    return { file: `session-${session.id}-attendance`, facts: { session, attendees } }
  })
})
