import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { anyText, day, flag, labelled, moment, oneOf, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Filter, from, is, openOrDone, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { nameColumns, shownNames } from '../../kit/resource/names.ts'
import { Option, OptionMeta, optionQuery, optionsOver } from '../../kit/resource/option-list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { countryFilters, dayFilters } from '../geography/filters.ts'
import { ResolvedPrice } from '../packages/shapes.ts'
import { moneyReaders } from '../roles.ts'
import { foundTrip } from '../search-parts.ts'
import { leaderIn, OfLeader, packageIn, tripInEnglish } from '../shown-names.ts'
import { lights } from '../travelers/words.ts'
import { endedStatuses, plannedStatuses, publicStatuses, staffedStatuses, tripStatuses } from '../trip-statuses.ts'
import { type Acting, actingOf, askedForMine, type Owned, ownOf, type Reader, readerOf } from '../users/reader.ts'
import { deadlineRows, isOpenDeadline, ShownDeadline } from './deadlines.ts'
import { tripFlow } from './flow.ts'
import { Readiness, readinessOf } from './readiness.ts'
import { guaranteeState, guaranteeStates, Seats, seats, seatsRemaining } from './seats.ts'
import { PlannedTrip, PriceOverrides, priceOfTrip, soldTerms } from './trip.ts'
import { isUnpriced, listReaders, tripsSeenBy } from './visible.ts'

const OfPackage = Type.Object({
  id: ref(),
  package_code: Type.String(),
  name: Type.String(),
  name_en: orNull(anyText()),
})

const namedInTrips = {
  ...{ area: 'geographical_areas', category: 'categories', season: 'seasons', branch: 'branches' },
  ...{ op_user: 'users', sales_user: 'users', ticketing_user: 'users' },
}

const derived = {
  // Contains only the overridden amounts.
  price_overrides: orNull(Type.Unsafe<object>({ type: 'object', properties: shownFields(PriceOverrides.properties) })),
  package: orNull(OfPackage),
  ...shownNames(namedInTrips),
  assigned_leader: orNull(OfLeader),
  briefing_leader: orNull(OfLeader),
  seats: Seats,
  ...shownFields({ guarantee_state: oneOf(guaranteeStates) }),
  /** When the last entry has arrived from a trip that is on the road. */
  last_entry_at: labelled(orNull(moment()), ['最後回報', 'Last sign of life']),
}

/** In the list, with what it lacks, if that is asked for and the trip leaves soon. */
const ListedTrip = RecordOf(PlannedTrip, { ...derived, readiness: orNull(Readiness) })

export const ShownTrip = RecordOf(PlannedTrip, {
  ...derived,
  /** Something has changed that its travelers or its staff have not been told yet. */
  has_news: Type.Boolean(),
  country_ids: Type.Array(ref()),
  price: orNull(ResolvedPrice),
  terms: Type.Unsafe<object>({ type: 'object', properties: shownFields(soldTerms) }),
  deadlines: Type.Array(ShownDeadline),
  possible: Type.Array(Type.Enum([...tripStatuses])),
  status_reason: orNull(anyText()),
})

const { serial, name, departure_date, return_date, status } = PlannedTrip.properties

/** A yes/no filter in a form that an index can serve: yes and no are two statements. */
const answered = (holds: RawBuilder<unknown>): Filter => ({
  schema: flag(),
  where: (value) => sql<SqlBool>`(${holds}) = ${value}`,
  split: (value) => ({ [value]: true }),
  whereSplit: (asked) => ('true' in asked ? sql<SqlBool>`(${holds})` : sql<SqlBool>`(${holds}) = false`),
})

// The deadlines are read first, so that their own index can be used.
const overdue = sql`planned_trips.id = any (array(select d.planned_trip_id from trip_deadlines d
  join planned_trips t on t.id = d.planned_trip_id where d.due_on < today() and ${isOpenDeadline('d', 't')}))`

// Nobody leads it, which an index finds, or who leads it cannot any more.
const nobody = sql`planned_trips.assigned_leader_id is null and planned_trips.status <> 'cancelled'`
const absent = sql`planned_trips.assigned_leader_id = any (array(select id from tour_leaders where status <> 'active'))
  and planned_trips.return_date >= today() and ${isOneOf('planned_trips.status', staffedStatuses)}`

const missingLeader: Filter = {
  schema: flag(),
  where: (value) =>
    sql<SqlBool>`(((${nobody}) = ${value} and (${value} or not (${absent}))) or (${value} and ${absent}))`,
}

const inConflict = sql`planned_trips.id = any (array(select trips_in_conflict()))`

// The status comes first, because it has an index; the rest is computed for the few rows that it leaves.
const isGuaranteed: Filter['where'] = (
  state,
) => sql`(${guaranteeState} = ${state} and planned_trips.status = any (case ${state}
  when 'guaranteed' then '{draft,open,guaranteed,closed,departed,returned,settled}' when 'failed' then '{draft,open,cancelled}' else '{draft,open}' end::text[]))`

const weekdayOf = sql`extract(isodow from planned_trips.departure_date)`
const leavesOn: Filter['where'] = (weekday) => sql`(${weekdayOf} = ${weekday})`
const leavesOnAny: Filter['where'] = (weekdays) => sql`(${weekdayOf} = any(${weekdays}::numeric[]))`
const areGuaranteed: Filter['where'] = (states) => sql`(${guaranteeState} = any(${states}))`

const hasSeats: Filter['where'] = (least) =>
  sql`(${isOneOf('planned_trips.status', publicStatuses)} and ${seatsRemaining} >= ${least})`
const hasAnySeats: Filter['where'] = (least) =>
  sql`(${isOneOf('planned_trips.status', publicStatuses)} and ${seatsRemaining} >= any(${least}::bigint[]))`

// A trip lasts a year at the most.
const isUnderWay: Filter['where'] = (on) => sql`(planned_trips.departure_date between ${on}::date - 366 and ${on}::date
  and planned_trips.return_date >= ${on}::date and planned_trips.status <> 'cancelled')`

/** The filters of the list, the calendar and the option list. */
export const tripFilters = {
  status: is('planned_trips.status', status),
  group: openOrDone('planned_trips.status', tripFlow.statuses, tripFlow.ends),
  package_id: is('planned_trips.package_id', ref()),
  area_id: is('planned_trips.area_id', ref()),
  category_id: is('planned_trips.category_id', ref()),
  season_id: is('planned_trips.season_id', ref()),
  branch_id: is('planned_trips.branch_id', ref()),
  is_public: is('planned_trips.is_public', flag()),
  leader_id: is('planned_trips.assigned_leader_id', ref()),
  briefing_leader_id: is('planned_trips.briefing_leader_id', ref()),
  op_user_id: is('planned_trips.op_user_id', ref()),
  sales_user_id: is('planned_trips.sales_user_id', ref()),
  ticketing_user_id: is('planned_trips.ticketing_user_id', ref()),
  ...countryFilters('planned_trips.id', 'trip_countries', 'planned_trip_id'),
  ...dayFilters('planned_trips.id', 'planned_trip_segments', 'planned_trip_id', 'planned_trip_segment_cities'),
  from: from('planned_trips.departure_date', departure_date),
  to: until('planned_trips.departure_date', departure_date),
  missing_leader: missingLeader,
  leader_conflict: answered(inConflict),
  overdue_deadline: answered(overdue),
  guarantee_state: { schema: oneOf(guaranteeStates), where: isGuaranteed, whereAny: areGuaranteed },
  seats_from: { schema: whole(1, 999), where: hasSeats, whereAny: hasAnySeats },
  weekday: { schema: whole(1, 7), where: leavesOn, whereAny: leavesOnAny },
  on_the_road_on: { schema: day(), where: isUnderWay },
}

const tripList = list({
  of: 'planned_trips',
  sort: { departure_date, return_date, serial, name },
  order: 'departure_date',
  columns: [
    'serial',
    'name',
    'departure_date',
    'return_date',
    'capacity',
    'seats.confirmed',
    'seats.held',
    'seats.remaining',
    'assigned_leader.name',
    'status',
    'guarantee_state',
  ],
  filters: { q: foundTrip, ...tripFilters },
})

// From three days before the departure to two days after the return, as leaders write entries.
const lastEntryAt = sql<
  string | null
>`case when today() between planned_trips.departure_date - 3 and planned_trips.return_date + 2
  then last_entry_at(planned_trips.id) end`

const hidden = sql`null`
// Payment and cancellation policies are not shown to leaders.
const unpricedTerms = sql`planned_trips.terms || '{"payment_policy": null, "cancellation_policy": []}'`

const trips = (db: Db, reader: Reader) =>
  tripsSeenBy(db, reader)
    .select(columnsOf('planned_trips', PlannedTrip, isUnpriced(reader) ? ['price_overrides'] : []))
    .select([
      packageIn('planned_trips.package_id').as('package'),
      ...nameColumns('planned_trips', namedInTrips),
      leaderIn('planned_trips.assigned_leader_id').as('assigned_leader'),
      leaderIn('planned_trips.briefing_leader_id').as('briefing_leader'),
      seats.as('seats'),
      guaranteeState.as('guarantee_state'),
      lastEntryAt.as('last_entry_at'),
    ])

// `mine` are the trips that the caller is in charge of; `readiness` are those of one light, which the staff see.
const listedTrips = tripList.asking(ListedTrip, {
  ...askedForMine,
  with_readiness: labelled(Type.Optional(flag()), ['含準備狀況', 'With what is missing']),
  readiness: labelled(Type.Optional(oneOf(lights)), ['準備狀況', 'Readiness']),
})
type ReadinessAsked = { with_readiness?: boolean; readiness?: string }

const readTrips = (
  db: Db,
  actor: Actor,
  { mine, with_readiness, readiness, ...query }: { mine?: boolean } & ReadinessAsked,
) => {
  const reader = readerOf(actor)
  if (readiness !== undefined && reader.sees !== 'all') refuseField('readiness', onlyStaff)
  const asked = reader.sees === 'all' && { ...(with_readiness && { with_readiness }), ...(readiness && { readiness }) }
  return tripPage(db, { ...reader, ...ownOf(actor, mine), ...asked }, query)
}
const onlyStaff = ['只有公司同仁能以此篩選；請移除。', 'Only the office filters by this; leave it out.'] as const

const tripPage = tripList.over(
  (db, { own_of, with_readiness, readiness, ...reader }: Reader & Owned & ReadinessAsked) => {
    const found = readinessOf(db, sql.ref('planned_trips.id'))
    const shown =
      with_readiness || readiness ? sql<Readiness | null>`case when ${leavesSoon} then ${found} end` : sql<null>`null`
    return trips(db, reader)
      .select(shown.as('readiness'))
      .$if(own_of !== undefined, (rows) => rows.where(isInChargeOf(own_of ?? 0)))
      .$if(readiness !== undefined, (rows) =>
        rows.where(sql<SqlBool>`(${leavesSoon} and ${found} ->> 'light' = ${readiness})`),
      )
  },
)

/** What a trip lacks is told, and computed, from so many days before its departure on. */
const READINESS_DAYS = 45
const leavesSoon = sql`planned_trips.departure_date between today() and today() + ${sql.lit(READINESS_DAYS)}::integer
  and ${isOneOf('planned_trips.status', plannedStatuses)}`

const isInChargeOf = (person: number) => sql<SqlBool>`(planned_trips.op_user_id = ${person}
  or planned_trips.sales_user_id = ${person} or planned_trips.ticketing_user_id = ${person})`

const countries = sql`(select coalesce(json_agg(c.country_id order by c.country_id), '[]')
  from trip_countries c where c.planned_trip_id = planned_trips.id)`

/** The reason of the last step, while its trip is in the status that it led to. */
const statusReason = sql<string | null>`(
  select c.reason from trip_status_changes c where c.planned_trip_id = planned_trips.id order by c.id desc limit 1)`

// Leaders learn nothing of what customers owe.
const deadlinesSeenBy = (db: Db, reader: Reader) =>
  isUnpriced(reader) ? deadlineRows(db).where('trip_deadlines.key', '<>', sql.lit('balance')) : deadlineRows(db)

/** One trip with its price, terms, deadlines and possible steps. */
export const oneTrip = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  trips(db, reader)
    .select((is) => [
      sql<boolean>`exists (select from trip_news n where n.planned_trip_id = planned_trips.id)`.as('has_news'),
      countries.as('country_ids'),
      (isUnpriced(reader) ? hidden : priceOfTrip).as('price'),
      (isUnpriced(reader) ? unpricedTerms : sql.ref('planned_trips.terms')).as('terms'),
      sql`(select coalesce(json_agg(d order by d.due_on, d.id), '[]')
             from (${deadlinesSeenBy(db, reader).where('trip_deadlines.planned_trip_id', '=', is.ref('planned_trips.id'))}) d)`.as(
        'deadlines',
      ),
      possibleColumn(tripFlow, reader.acts_as, 'planned_trips.status', {}).as('possible'),
      statusReason.as('status_reason'),
    ])
    .where('planned_trips.id', '=', id),
)

// First the two days; without what an option list does not need.
const { from: firstDay, to: lastDay, overdue_deadline: _overdue, ...otherFilters } = tripFilters
const optionFilters = { from: firstDay, to: lastDay, ...otherFilters }

const tripOptions = optionsOver(tripsSeenBy, {
  of: 'planned_trips',
  labels: ['planned_trips.name', tripInEnglish('planned_trips')],
  more: ['serial', 'departure_date', 'status'],
  search: ['planned_trips.serial', 'planned_trips.name'],
  filters: optionFilters,
  active: sql<SqlBool>`not ${isOneOf('planned_trips.status', endedStatuses)}`,
  order: ['planned_trips.departure_date', 'planned_trips.id'],
})

export const plannedTrips = routes((on) => {
  on.get(
    '/list/options',
    {
      access: moneyReaders,
      summary: 'Option list: trips',
      query: optionQuery(optionFilters),
      returns: Type.Array(Option({ serial, departure_date, status })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, actor, query }) => tripOptions(db, readerOf(actor), query),
  )

  on.get(
    '',
    { access: listReaders, summary: 'Trips the caller may see, by departure', ...listedTrips, etag: 'none' },
    ({ db, actor, query }) => readTrips(db, actor, query),
  )

  on.get(
    '/:id',
    { access: listReaders, summary: 'One trip', returns: ShownTrip, etag: 'content' },
    ({ db, actor, params }) => oneTrip(db, { ...actingOf(actor), ...params }),
  )
})
