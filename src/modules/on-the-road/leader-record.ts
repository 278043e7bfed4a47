import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, day, flag, labelled, moment, oneOf, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { tripInEnglish } from '../shown-names.ts'
import { isLeaderSeen } from '../tour-leaders/visible.ts'
import { tripStatuses } from '../trip-statuses.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { Incident, isIncidentSeen } from './incident.ts'

const { kind, severity } = Incident.properties

/** A trip that somebody led, and what was written on it. */
const LedTrip = Type.Object({
  ...shownFields({ id: ref() }),
  serial: anyText('PRG261128A'),
  name: anyText('布拉格維也納十日'),
  name_en: orNull(anyText('Prague and Vienna')),
  ...shownFields({ departure_date: day(), return_date: day(), status: oneOf(tripStatuses) }),
  roll_calls: labelled(whole(), ['點名', 'Roll calls']),
  day_notes: labelled(whole(), ['日誌', 'Notes']),
  expenses: labelled(whole(), ['支出', 'Expenses']),
  incidents: labelled(Type.Array(Type.Object({ ...shownFields({ id: ref(), kind, severity }), is_closed: flag() })), [
    '事故',
    'Incidents',
  ]),
  last_entry_at: labelled(orNull(moment()), ['最後回報', 'Last sign of life']),
  /** Somebody else leads it now; it wrote something before. Only the office sees such a trip. */
  is_former: labelled(flag(), ['已更換領隊', 'Led by somebody else now']),
  /** When the leader handed the trip back to OP with its report. */
  reported_at: labelled(orNull(moment()), ['返團報告', 'Report after the return']),
})

type OfLeader = Acting & { id: number }

const leaders = (db: Db, { id, ...reader }: OfLeader) =>
  db.selectFrom('tour_leaders').select('tour_leaders.id').where('tour_leaders.id', '=', id).where(isLeaderSeen(reader))

/** How many the leader wrote. What the office or another leader wrote on the trip is theirs. */
const written = (table: 'roll_calls' | 'day_notes', leader: number) => sql<number>`(
  select count(*)::integer from ${sql.table(table)} e join users u on u.id = e.entered_by
   where e.planned_trip_id = planned_trips.id and u.tour_leader_id = ${leader})`

// A leader who was replaced sees nothing of the trip any more.
const isLed = ({
  id,
  sees,
}: OfLeader) => sql<boolean>`(assigned_leader_id = ${id} or (${sees === 'all'} and planned_trips.id in (
  select e.planned_trip_id from trip_expenses e where e.tour_leader_id = ${id}
   union select e.planned_trip_id from users u join day_notes e on e.entered_by = u.id where u.tour_leader_id = ${id}
   union select e.planned_trip_id from users u join roll_calls e on e.entered_by = u.id where u.tour_leader_id = ${id}
   union select e.planned_trip_id from users u join incidents e on e.entered_by = u.id where u.tour_leader_id = ${id})))`

const ledTrips = jsonArrayOf(leaders, (db, { id, ...reader }) =>
  db
    .selectFrom('planned_trips')
    .select(['planned_trips.id', 'serial', 'name', tripInEnglish('planned_trips').as('name_en')])
    .select(['departure_date', 'return_date', 'status'])
    .select([
      written('roll_calls', id).as('roll_calls'),
      written('day_notes', id).as('day_notes'),
      sql<number>`(
        select count(*)::integer from trip_expenses e where e.planned_trip_id = planned_trips.id and e.tour_leader_id = ${id})`.as(
        'expenses',
      ),
      sql<object[]>`(
        select coalesce(json_agg(json_build_object('id', incidents.id, 'kind', incidents.kind, 'severity', incidents.severity,
                 'is_closed', incidents.closed_at is not null) order by incidents.id), '[]')
          from incidents where incidents.planned_trip_id = planned_trips.id and ${isIncidentSeen(reader)})`.as(
        'incidents',
      ),
      sql<string | null>`last_entry_at(planned_trips.id)`.as('last_entry_at'),
      sql<boolean>`assigned_leader_id is distinct from ${id}`.as('is_former'),
      sql<string | null>`(
        select max(h.created_at) from trip_handovers h join users u on u.id = h.from_user_id and u.tour_leader_id = ${id}
         where h.planned_trip_id = planned_trips.id and h.kind = 'leader_to_op' and h.status <> 'returned')`.as(
        'reported_at',
      ),
    ])
    .where(isLed({ id, ...reader }))
    .where(sql<boolean>`departure_date <= today() and status <> 'cancelled'`)
    .orderBy('departure_date', 'desc')
    .orderBy('planned_trips.id', 'desc')
    .limit(MOST_TRIPS),
)
/** The trips of some years. */
const MOST_TRIPS = 300

/** `/api/tour-leaders/{id}/on-the-road`: what a leader wrote on the trips that it led. */
export const recordOfLeader = routes((on) => {
  on.get(
    '/:id/on-the-road',
    {
      name: 'getTourLeaderOnTheRoad',
      access: [...staff, 'leader'],
      summary: `The trips that a leader has led, also those that somebody else took over, the latest ${MOST_TRIPS}, with what was written on each: roll calls, notes, expenses, incidents and the report after the return`,
      returns: Type.Array(LedTrip),
      etag: 'content',
    },
    ({ db, actor, params }) => ledTrips(db, { ...actingOf(actor), ...params }),
  )
})
