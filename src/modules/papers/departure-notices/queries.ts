import { sql } from 'kysely'
import { statement } from '../../../kit/db/statement.ts'

/** The confirmed bookings of a trip, each with its last mailed departure notice. */
export const lastNotices = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('booking_papers as p')
          .select(['p.id', 'p.created_at', 'p.sent_to', 'p.parts'])
          .select(sql<number>`count(*) over ()`.as('version'))
          .whereRef('p.booking_id', '=', 'b.id')
          .where('p.kind', '=', 'departure_notice')
          .orderBy('p.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['b.id as booking_id', 'b.booking_number', 'b.contact_name as name'])
    .select(['last.id as paper_id', 'last.created_at as sent_at', 'last.sent_to', 'last.parts'])
    .select([sql<number>`coalesce(last.version, 0)`.as('version'), names.as('travelers'), isWaiting.as('is_waiting')])
    .where('b.planned_trip_id', '=', id)
    .where('b.status', '=', 'confirmed')
    .orderBy('b.id'),
)

const names = sql<string[]>`(
  select coalesce(json_agg(v.name order by v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'active')`
const isWaiting = sql<boolean>`exists (
  select from deliveries d where d.subject_type = 'booking' and d.subject_id = b.id
     and d.sentence like 'departure-notice.%' and d.state in ('waiting', 'taken'))`
