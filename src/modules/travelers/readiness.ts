import type { FastifyInstance } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { day, flag, line, nullable, oneOf, orNull, phone, ref, shownFields } from '../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany, MOST_CHANGED } from '../../kit/http/routes/bulk.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { conditionsOf, type Filter, fieldsOfFilters, from, is, parametersOf, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { joined } from '../../kit/list/order.ts'
import { bookingStatuses, seatedStatuses } from '../booking-statuses.ts'
import { staff } from '../roles.ts'
import { StandingTrip, tripNames } from '../shown-names.ts'
import { askFor, DocumentRequest } from '../traveler-documents/hand-in.ts'
import { plannedStatuses } from '../trip-statuses.ts'
import { askedForMine, type Owned, ownOf } from '../users/reader.ts'
import { checkedTraveler } from './checks.ts'
import { byIn, staffEditors } from './rules.ts'
import { Traveler } from './schema.ts'
import { checkNames, lights, namesOfLight } from './words.ts'

const { name, surname_en, given_name_en, mobile, passport_expires_on } = Traveler.properties
const OfBooking = {
  id: ref(),
  booking_number: line(50, 'CNX270128A-001'),
  status: oneOf(bookingStatuses),
  contact_name: line(100, '王小美'),
  contact_phone: nullable(phone()),
}
/** A traveler with the next departure, the missing items, and the phone numbers of traveler and contact. */
const NextTraveler = Type.Object({
  ...shownFields({ id: ref(), name, surname_en, given_name_en, mobile, passport_expires_on }),
  ...shownFields({ passport_needed_until: nullable(day()), departure_date: day(), light: oneOf(lights) }),
  checks: Type.Array(oneOf(checkNames)),
  booking: Type.Object(shownFields(OfBooking)),
  trip: StandingTrip,
})

const byLight = (red: RawBuilder<unknown>, amber: RawBuilder<unknown>, green: RawBuilder<unknown>) =>
  sql`case when checked.checks && ${sql.lit(`{${namesOfLight('red').join()}}`)}::text[] then ${red}
    when cardinality(checked.checks) > 0 then ${amber} else ${green} end`
const light = byLight(sql`'red'`, sql`'amber'`, sql`'green'`)
// Of a `case` the planner expects half of the rows, and looks in the order of departure. Of `light = …` it expects few, and would
// look at everybody before it sorts.
const hasLight: Filter = {
  schema: oneOf(lights),
  where: (asked) => sql<SqlBool>`(${byLight(sql`${asked} = 'red'`, sql`${asked} = 'amber'`, sql`${asked} = 'green'`)})`,
  whereAny: (asked) =>
    sql<SqlBool>`(${byLight(sql`'red' = any (${asked})`, sql`'amber' = any (${asked})`, sql`'green' = any (${asked})`)})`,
}
const fails: Filter = {
  schema: oneOf(checkNames),
  where: (asked) => sql<SqlBool>`(${asked}::text = any (checked.checks))`,
  whereAny: (asked) => sql<SqlBool>`(checked.checks && ${asked}::text[])`,
}

const readinessFilters = {
  light: hasLight,
  check: fails,
  planned_trip_id: is('planned_trips.id', ref()),
  branch_id: is('bookings.branch_id', ref()),
  departs_from: from('planned_trips.departure_date', day()),
  departs_to: until('planned_trips.departure_date', day()),
}

const readinessList = list({
  of: 'travelers',
  sort: { departure_date: joined('planned_trips.departure_date', day()) },
  order: 'departure_date',
  columns: [
    'trip.serial',
    'trip.name',
    'trip.departure_date',
    'name',
    'surname_en',
    'given_name_en',
    'mobile',
    'booking.booking_number',
    'booking.contact_name',
    'booking.contact_phone',
    'passport_expires_on',
    'light',
    'checks',
  ],
  people: true,
  hidesStamps: true,
  filters: readinessFilters,
})

/** Everybody with a seat on a trip that has not departed. */
export function nextTravelers(db: Db) {
  return db
    .selectFrom('planned_trips')
    .innerJoin('bookings', 'bookings.planned_trip_id', 'planned_trips.id')
    .innerJoin('travelers', 'travelers.booking_id', 'bookings.id')
    .leftJoinLateral(checkedTraveler(false), (join) => join.onTrue())
    .where('planned_trips.departure_date', '>=', sql<string>`today()`)
    .where('planned_trips.status', 'in', plannedStatuses)
    .where('bookings.status', 'in', seatedStatuses)
    .where('travelers.status', '=', sql.lit('active'))
}

const booking = sql<object>`json_build_object('id', bookings.id, 'booking_number', bookings.booking_number, 'status', bookings.status,
  'contact_name', bookings.contact_name, 'contact_phone', bookings.contact_phone)`
const isInChargeOf = (person: number) =>
  sql<SqlBool>`${person} in (coalesce(bookings.sales_user_id, planned_trips.sales_user_id), planned_trips.op_user_id)`

const readinessPage = readinessList.over((db, { own_of }: Owned) => {
  const rows = nextTravelers(db)
    .select(['travelers.id', 'travelers.name', 'travelers.surname_en', 'travelers.given_name_en', 'travelers.mobile'])
    .select(['travelers.passport_expires_on', 'checked.passport_needed_until', light.as('light'), 'checked.checks'])
    .select(['planned_trips.departure_date', booking.as('booking')])
    .select(tripNames('planned_trips', 'return_date', 'status').as('trip'))
  return own_of === undefined ? rows : rows.where(isInChargeOf(own_of))
})

/** `mine` are those of whom the caller is in charge. */
const readReadiness = (db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) =>
  readinessPage(db, ownOf(actor, mine), query)

const listRoute = (on: On) => {
  on.get(
    '',
    {
      name: 'listReadiness',
      access: staff,
      summary:
        'Everybody with a seat on a trip that has not departed, by departure, with failed checks; `light=red,amber` are those who lack something',
      ...readinessList.asking(NextTraveler, askedForMine),
      etag: 'none',
    },
    ({ db, actor, query }) => readReadiness(db, actor, query),
  )
}

/** Which of those who travel next: by their ids, or by the filters of the list; and which papers they are asked for. */
const ManyWanted = Type.Object({
  ids: Type.Optional(Type.Array(ref(), { minItems: 1, maxItems: MOST_CHANGED, uniqueItems: true })),
  filter: Type.Optional(Type.Object(fieldsOfFilters(readinessFilters), { minProperties: 1 })),
  kinds: DocumentRequest.properties.kinds,
  dry_run: Type.Optional(flag()),
})

const RequestedPapers = Type.Object({
  traveler_id: ref(),
  name: orNull(Traveler.properties.name),
  ...bulkLine,
  requested: Type.Integer({ minimum: 0 }),
})

type NamedTraveler = { id: number; name: string | null }

const travelersOf = async (tx: Tx, { ids, filter }: { ids?: number[]; filter?: object }): Promise<NamedTraveler[]> => {
  if (!ids === !filter) refuseField('ids', ['請填寫 ids 或 filter 其中一項。', 'Give either ids or a filter.'])
  const travelers = await readTravelers(tx, filter ? parametersOf(readinessFilters, { ...filter }) : { ids })
  if (travelers.length > MOST_CHANGED)
    refuseField('filter', [
      `一次最多 ${MOST_CHANGED} 位；請縮小篩選範圍。`,
      `At most ${MOST_CHANGED} travelers at once: narrow the filter.`,
    ])
  const missing = (ids ?? []).filter((id) => travelers.every((traveler) => traveler.id !== id))
  return [...travelers, ...missing.map((id) => ({ id, name: null }))]
}

const readTravelers = statement((db, { ids, ...given }: { ids?: number[] | undefined }) =>
  conditionsOf(readinessFilters, given)
    .reduce((rows, condition) => rows.where(condition), nextTravelers(db))
    .$if(ids !== undefined, (rows) => rows.where('travelers.id', '=', sql<number>`any(${ids})`))
    .select(['travelers.id', 'travelers.name'])
    .orderBy('planned_trips.departure_date')
    .orderBy('travelers.id')
    .limit(MOST_CHANGED + 1),
)

const wantRoute = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.post(
    '/bulk/want',
    {
      name: 'requestDocumentsOfTravelers',
      access: staffEditors,
      summary: 'Request papers of many travelers at once; what is there or requested already is left out',
      body: ManyWanted,
      returns: Type.Array(RequestedPapers),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { kinds, dry_run, ...asked }, locale }) => {
      const travelers = await travelersOf(tx, asked)
      const named = ({ id, name }: NamedTraveler) => ({ traveler_id: id, name })
      return changeMany(tx, travelers, { dry_run, locale, named, nothing: { requested: 0 } }, async ({ id, name }) => {
        if (name === null) refuseField('ids', notNext)
        const { length: requested } = await askFor(tx, by(actor), { traveler_id: id, kinds })
        return { isChanged: requested > 0, requested }
      })
    },
  )
}

const notNext = [
  '這位旅客不在未出發的團上，或沒有這位旅客。',
  'This traveler has no seat on a trip that is still to depart.',
] as const

/** `/api/readiness`: the checks of travelers over all trips. */
export default routes((on, app) => {
  listRoute(on)
  wantRoute(on, app)
})
