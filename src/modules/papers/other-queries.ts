import { sql } from 'kysely'
import { statement, theRow } from '../../kit/db/statement.ts'
import { handovers } from '../planned-trips/handovers/flow.ts'
import { isTripSeen } from '../planned-trips/visible.ts'
import { isPersonSeen, isSeminarSeen } from '../seminars/visible.ts'
import { isOutside, type Reader } from '../users/reader.ts'

/** The titles of a kind of handover. */
export function handoverTitle(kind: keyof typeof handovers) {
  return handovers[kind].title
}

/** One handover of a trip. A leader does not see those from sales to operations. */
export const handoverOnPaper = theRow((db, { id, handover, ...reader }: Reader & { id: number; handover: number }) =>
  db
    .selectFrom('trip_handovers as h')
    .innerJoin('planned_trips', 'planned_trips.id', 'h.planned_trip_id')
    .innerJoin('users as giver', 'giver.id', 'h.from_user_id')
    .innerJoin('users as taker', 'taker.id', 'h.to_user_id')
    .select(['h.id', 'h.kind', 'h.items', 'h.note', 'h.status', 'giver.name as from_user', 'taker.name as to_user'])
    .select(['giver.name_en as from_user_en', 'taker.name_en as to_user_en'])
    .where('h.id', '=', handover)
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .$if(isOutside(reader), (rows) => rows.where('h.kind', '<>', 'sales_to_op')),
)

/** The costs of a trip, for its settlement report. */
export const costsOnPaper = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_costs')
    .select(['kind', 'description', 'supplier', 'invoice_number', 'estimated', 'actual', 'currency', 'rate'])
    .where('planned_trip_id', '=', id)
    .orderBy('kind')
    .orderBy('id'),
)

const clock = (column: string) =>
  sql<string>`to_char(${sql.ref(`s.${column}`)} at time zone s.timezone, 'YYYY-MM-DD"T"HH24:MI')`

/** A session of a seminar, with the fields of its attendance sheet. */
export const sessionOnPaper = theRow((db, { id, ...reader }: Reader & { id: number }) =>
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
export const attendeesOnPaper = statement((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('session_attendances')
    .leftJoin('travelers as v', 'v.id', 'session_attendances.traveler_id')
    .leftJoin('bookings as b', 'b.id', 'v.booking_id')
    .select([
      sql<string>`coalesce(v.name, guest_name)`.as('name'),
      sql<string | null>`coalesce(v.mobile, guest_phone)`.as('phone'),
      'b.booking_number',
      'session_attendances.status',
    ])
    .where('session_attendances.session_id', '=', id)
    .where(isPersonSeen(reader))
    .orderBy('b.booking_number')
    .orderBy('session_attendances.id'),
)
