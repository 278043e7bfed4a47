import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { type Json, jsonArray } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, day, labelled, moment, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import { Names } from '../../kit/resource/names.ts'
import { moneyReaders, staff } from '../roles.ts'
import { tripInEnglish } from '../shown-names.ts'
import { tripStatuses } from '../trip-statuses.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { accountsOfTrip, ShownAccount } from './account.ts'
import { advancesOfTrip, ShownAdvance } from './advances.ts'
import { notesOfTrip, ShownDayNote } from './day-notes.ts'
import { expensesOfTrip, ShownExpense } from './expense.ts'
import { incidentsOfTrip, isIncidentSeen, ShownIncident } from './incident.ts'
import { callsOfTrip, ShownRollCall } from './roll-calls.ts'

const bookkeepers = ['admin', 'manager', 'department', 'finance', 'leader'] as const
type OfTrip = Acting & { id: number }
type Part = { by: readonly Role[]; read: (db: Db, given: OfTrip) => Promise<Json> }

/** What is written about a trip, part by part, with the roles that read each. */
const parts = {
  day_notes: { by: ['admin', 'manager', 'department', 'leader'], read: notesOfTrip },
  roll_calls: { by: [...staff, 'leader'], read: callsOfTrip },
  incidents: { by: [...staff, 'leader'], read: incidentsOfTrip },
  expenses: { by: bookkeepers, read: expensesOfTrip },
  advances: { by: bookkeepers, read: advancesOfTrip },
  accounts: { by: bookkeepers, read: accountsOfTrip },
} satisfies Record<string, Part>

/** A part that the reader does not see is null. */
const RoadReport = Type.Object({
  day_notes: orNull(Type.Array(ShownDayNote)),
  roll_calls: orNull(Type.Array(ShownRollCall)),
  incidents: orNull(Type.Array(ShownIncident)),
  expenses: orNull(Type.Array(ShownExpense)),
  advances: orNull(Type.Array(ShownAdvance)),
  accounts: orNull(Type.Array(ShownAccount)),
})

/** All that was written about a trip on the road, for its page and its papers. */
export async function roadReport(db: Db, actor: Actor, id: number): Promise<Json> {
  const given = { ...actingOf(actor), id }
  const read = await Promise.all(
    Object.entries(parts).map(async ([name, { by, read }]) => {
      const { json } = hasOneOf(actor.roles, by) ? await read(db, given) : { json: 'null' }
      return `${JSON.stringify(name)}:${json}`
    }),
  )
  return { json: `{${read.join(',')}}` }
}

const readers = [...moneyReaders, 'leader'] as const

/** Below `/api/planned-trips`: the trip on the road. */
export const reportOfTrip = routes((on) => {
  on.get(
    '/:id/on-the-road',
    {
      name: 'getTripOnTheRoad',
      access: readers,
      summary:
        'What was written about a trip on the road in one read: notes, roll calls, incidents, expenses, advances and accounts; null for what the reader does not see',
      returns: RoadReport,
      etag: 'content',
    },
    ({ db, actor, params }) => roadReport(db, actor, params.id),
  )
})

const TripUnderWay = Type.Object({
  ...shownFields({ id: ref() }),
  serial: anyText('PRG261128A'),
  name: anyText(),
  name_en: orNull(anyText()),
  ...shownFields({ departure_date: day(), return_date: day(), status: oneOf(tripStatuses) }),
  leader: orNull(Names),
  leader_mobile: labelled(orNull(anyText()), ['領隊手機', 'Mobile of the leader']),
  op_user: orNull(Names),
  last_entry_at: labelled(orNull(moment()), ['最後回報', 'Last sign of life']),
  /** Who was missing when the roll was called last. */
  missing: labelled(Type.Integer(), ['上次點名未到', 'Missing at the last roll call']),
  incidents_open: labelled(Type.Integer(), ['處理中的事故', 'Incidents that are open']),
  expenses_waiting: labelled(Type.Integer(), ['待核准的支出', 'Expenses to approve']),
})

/** Finance reads names of leaders alone. */
const callers = ['admin', 'manager', 'sales', 'department'] as const

/** Trips from the departure to the return, and those with an incident that is open. Who needs somebody is first. */
const underWay = jsonArray((db, reader: Acting) => {
  const openIncidents = sql<number>`(select count(*)::integer from incidents where incidents.planned_trip_id = planned_trips.id
    and incidents.closed_at is null and ${isIncidentSeen(reader)})`
  return db
    .selectFrom('planned_trips')
    .select(['planned_trips.id', 'serial', 'name', tripInEnglish('planned_trips').as('name_en')])
    .select(['departure_date', 'return_date', 'status'])
    .select([
      sql<
        object | null
      >`(select json_build_object('id', l.id, 'name', l.name, 'name_en', l.name_en) from tour_leaders l where l.id = assigned_leader_id)`.as(
        'leader',
      ),
      sql<
        string | null
      >`(select coalesce(l.mobile_overseas, l.mobile) from tour_leaders l where l.id = assigned_leader_id and ${hasOneOf(reader.acts_as, callers)})`.as(
        'leader_mobile',
      ),
      sql<
        object | null
      >`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = op_user_id)`.as(
        'op_user',
      ),
      sql<string | null>`last_entry_at(planned_trips.id)`.as('last_entry_at'),
      sql<number>`(select count(*)::integer from roll_call_people p where not p.is_present and p.roll_call_id =
        (select c.id from roll_calls c where c.planned_trip_id = planned_trips.id order by c.at desc, c.id desc limit 1))`.as(
        'missing',
      ),
      openIncidents.as('incidents_open'),
      sql<number>`(select count(*)::integer from trip_expenses e where e.planned_trip_id = planned_trips.id and e.status = 'entered')`.as(
        'expenses_waiting',
      ),
    ])
    .where(
      sql<SqlBool>`(today() between departure_date and return_date and status <> 'cancelled'
        or planned_trips.id in (select incidents.planned_trip_id from incidents where incidents.closed_at is null and ${isIncidentSeen(reader)}))`,
    )
    .orderBy(sql`${openIncidents} > 0`, 'desc')
    .orderBy('return_date')
    .orderBy('planned_trips.id')
    .limit(MOST_SHOWN)
})
const MOST_SHOWN = 300

/** `/api/on-the-road`: the trips that are under way. */
export const tripsUnderWay = routes((on) => {
  on.get(
    '',
    {
      name: 'listTripsUnderWay',
      access: moneyReaders,
      summary:
        'The trips that are under way with their last sign of life, open incidents and expenses that wait; also others with an open incident',
      returns: Type.Array(TripUnderWay),
      etag: 'content',
    },
    ({ db, actor }) => underWay(db, actingOf(actor)),
  )
})
