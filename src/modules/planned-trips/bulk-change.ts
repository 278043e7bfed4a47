import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { flag, orNull, ref, text } from '../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany, MOST_CHANGED } from '../../kit/http/routes/bulk.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { conditionsOf, fieldsOfFilters, parametersOf } from '../../kit/list/filters.ts'
import type { Locale } from '../../kit/words/words.ts'
import { foundTrip } from '../search-parts.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { BriefingOfMany, briefingOn, refuseBackwardBriefing } from './briefing-hours.ts'
import { Cancellation } from './cancellation.ts'
import { changeTrip, isBriefingMoved } from './change.ts'
import { DeadlineOfMany, setDeadlines } from './deadlines.ts'
import { editors } from './flow.ts'
import { Impact } from './impact.ts'
import { tripFilters } from './read.ts'
import { setStatus } from './status.ts'
import { editable, type LockedTrip, lockedTrip, PlannedTrip, PriceOverrides } from './trip.ts'
import { tripsSeenBy } from './visible.ts'

const filters = { q: foundTrip, ...tripFilters }

/** Which trips: by their ids, or by the filters of the list; and whether it is only tried. */
export const TripsAsked = Type.Object({
  ids: Type.Optional(Type.Array(ref(), { minItems: 1, maxItems: MOST_CHANGED, uniqueItems: true })),
  filter: Type.Optional(Type.Object(fieldsOfFilters(filters), { minProperties: 1 })),
  dry_run: Type.Optional(flag()),
})
type TripsAsked = Pick<Static<typeof TripsAsked>, 'ids' | 'filter'>

/** How a trip is named in the answer to a call for many of them. */
export const tripLine = { planned_trip_id: ref(), serial: orNull(PlannedTrip.properties.serial) }
export function tripInLine({ id, serial }: AskedTrip) {
  return { planned_trip_id: id, serial }
}
type AskedTrip = { id: number; serial: string | null }

/** The trips that a call for many of them is about, by departure. An id without a trip has no serial. */
export async function tripsAsked(tx: Tx, reader: Reader, { ids, filter }: TripsAsked): Promise<AskedTrip[]> {
  if (!ids === !filter) refuseField('ids', ['請填寫 ids 或 filter 其中一項。', 'Give either ids or a filter.'])
  const given = filter ? parametersOf(filters, filter) : { ids }
  const trips = await readTrips(tx, { ...given, ...reader })
  if (trips.length > MOST_CHANGED) refuseField('filter', tooMany)
  const missing = (ids ?? []).filter((id) => trips.every((trip) => trip.id !== id))
  return [...trips, ...missing.map((id) => ({ id, serial: null }))]
}

const tooMany = [
  `一次最多 ${MOST_CHANGED} 團；請縮小篩選範圍。`,
  `At most ${MOST_CHANGED} trips at once: narrow the filter.`,
] as const

const readTrips = statement((db, { ids, ...given }: Reader & { ids?: number[] | undefined }) =>
  conditionsOf(filters, given)
    .reduce((rows, condition) => rows.where(condition), tripsSeenBy(db, given))
    .$if(ids !== undefined, (rows) => rows.where('planned_trips.id', '=', sql<number>`any(${ids})`))
    .select(['planned_trips.id', 'planned_trips.serial'])
    .orderBy('planned_trips.departure_date')
    .orderBy('planned_trips.id')
    .limit(MOST_CHANGED + 1),
)

const { status } = PlannedTrip.properties
const { op_user_id, sales_user_id, ticketing_user_id, capacity, is_public } = editable

const Change = Type.Partial(
  Type.Object({
    ...{ status, reason: text(2000, '配合班機調整'), ...Cancellation.properties },
    ...{ op_user_id, sales_user_id, ticketing_user_id, capacity, is_public },
    price: orNull(PriceOverrides),
    briefing: BriefingOfMany,
    deadlines: Type.Array(DeadlineOfMany, { minItems: 1, maxItems: 50 }),
  }),
  { minProperties: 1 },
)
type Change = Static<typeof Change>

const ManyChanged = Type.Object({ ...TripsAsked.properties, change: Change })
const ChangedTrip = Type.Object({ ...tripLine, ...bulkLine, broke: Type.Array(Impact) })

const nothing: { broke: Impact[] } = { broke: [] }

type By = { actor: Actor; zone: string; locale: Locale }

/** Changes one of many trips as its own routes do; what it has already is left as it is. */
const changeOne = async (tx: Tx, id: number, change: Change, by: By) => {
  const { status, reason, cause, costs, price, briefing, deadlines = [], ...fields } = change
  const trip = await lockedTrip(tx, id)
  const hours = briefing && briefingOn(trip.departure_date, briefing, by.zone)
  const differing = withoutEqual(trip, {
    ...fields,
    ...(hours && isBriefingMoved(trip, hours) && hours),
    ...(price !== undefined && { price_overrides: priceAfter(trip, price) }),
  })
  const isStep = status !== undefined && status !== trip.status
  const expected = undefined
  const broke = Object.keys(differing).length ? await changeTrip(tx, id, differing, { ...by, expected }) : []
  // A trip without a session for its briefing gets one, as when it is planned with its briefing.
  if (briefing) await emit(tx, 'planned-trips.briefed', { planned_trip_ids: [id], actor_id: by.actor.id })
  const isMoved = await setDeadlines(tx, by.actor, trip, deadlines)
  const entered = isStep ? await setStatus(tx, id, { status, reason, cause, costs }, { ...by, expected }) : []
  return { isChanged: isMoved || isStep || Object.keys(differing).length > 0, broke: [...broke, ...entered] }
}

const withoutEqual = <C extends object>(trip: LockedTrip, change: C): Partial<C> =>
  // A cast, because the type of entries is lost.
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => !isDeepStrictEqual(value, Reflect.get(trip, name))),
  ) as Partial<C>

/** The amounts of a change beside those that the trip has; null takes all of them away. */
const priceAfter = ({ price_overrides }: LockedTrip, price: Change['price']) =>
  price ? { ...price_overrides, ...price } : null

export const tripBulkChange = routes((on, { zone }) => {
  on.post(
    '/bulk/change',
    {
      name: 'changePlannedTrips',
      access: editors,
      summary:
        'Change many trips at once, all or none: people, seats, prices, briefing, deadlines, status; a line for each trip',
      body: ManyChanged,
      returns: Type.Array(ChangedTrip),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { change, dry_run, ...asked }, locale }) => {
      if (change.briefing) refuseBackwardBriefing('change.briefing.ends', change.briefing)
      const trips = await tripsAsked(tx, readerOf(actor), asked)
      return changeMany(tx, trips, { dry_run, locale, named: tripInLine, nothing }, ({ id }) =>
        changeOne(tx, id, change, { actor, zone, locale }),
      )
    },
  )
})
