import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Json } from '../../kit/db/json.ts'
import { refuseField } from '../../kit/errors.ts'
import { day } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { queryParameters } from '../../kit/list/filters.ts'
import { Option, OptionMeta, optionQuery } from '../../kit/resource/option-list.ts'
import { moneyReaders, staff } from '../roles.ts'
import { refuseBackwards } from '../tour-leaders/rules.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { changeTrip, createTrip, removeTrip } from './actions.ts'
import { editors } from './flow.ts'
import { calendarFilters, oneTrip, optionFilters, readTrips, tripCalendar, tripOptions, tripsOf } from './queries.ts'
import { daysBetween } from './rules.ts'
import { NewTrip, PlannedTrip, TripChange } from './schema.ts'
import { Broke, CalendarTrip, ListedTrip, ShownTrip } from './shapes.ts'

export const readers = [...staff, 'leader'] as const
const listReaders = [...moneyReaders, 'leader'] as const
const { serial, departure_date, status } = PlannedTrip.properties

declare module 'fastify' {
  interface FastifyInstance {
    /** The pattern of trip serials (SERIAL_PATTERN). */
    serialPattern: string
  }
}

/** A leap year, from its first day to its last. */
const MOST_DAYS = 365
const tooLong = [
  '行事曆一次最多一年，請縮短期間。',
  'The calendar shows a year at the most; choose a shorter span.',
] as const
const CalendarQuery = Type.Object(
  { from: day(), to: day(), ...queryParameters(calendarFilters) },
  { additionalProperties: false },
)

export default routes((on, app) => {
  reads(on)
  calendar(on)
  creation(on, app)
  change(on, app)
  removal(on)
})

const reads = (on: On) => {
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
    { access: listReaders, summary: 'Trips the caller may see, by departure', ...tripsOf(ListedTrip), etag: 'none' },
    ({ db, actor, query }) => readTrips(db, actor, query),
  )

  on.get(
    '/:id',
    { access: listReaders, summary: 'One trip', returns: ShownTrip, etag: 'content' },
    ({ db, actor, params }) => oneTrip(db, { ...actingOf(actor), ...params }),
  )
}

const calendar = (on: On) =>
  on.get(
    '/calendar',
    {
      name: 'listTripCalendar',
      access: listReaders,
      summary: 'All departures between two days, at most a year apart',
      slow: true,
      query: CalendarQuery,
      returns: Type.Array(CalendarTrip),
      etag: 'none',
    },
    ({ db, actor, query }) => {
      refuseBackwards(query.from, query.to)
      if (daysBetween(query.from, query.to) > MOST_DAYS) refuseField('to', tooLong)
      return tripCalendar(db, readerOf(actor), query)
    },
  )

const creation = (on: On, { serialPattern, zone }: FastifyInstance) => {
  on.create(
    '',
    {
      access: editors,
      summary: 'Plan a trip from a published package; `meta.broke` lists what its days leave open',
      body: NewTrip,
      returns: ShownTrip,
      meta: Broke,
      etag: 'content',
    },
    async ({ tx, actor, body, locale }) => {
      const { id, broke } = await createTrip(tx, body, { pattern: serialPattern, zone, locale })
      return { id, ...withBroke(await oneTrip(tx, { ...actingOf(actor), id }), broke) }
    },
  )
}

const change = (on: On, { zone }: FastifyInstance) => {
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change a trip; new dates move everything dated, and `meta.broke` lists the conflicts',
      body: TripChange,
      returns: ShownTrip,
      meta: Broke,
      etag: 'content',
      refuses: ['stale', 'step_not_possible', 'leader_conflict'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const broke = await changeTrip(tx, params.id, body, { actor, expected, zone, locale })
      return withBroke(await oneTrip(tx, { ...actingOf(actor), ...params }), broke)
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a trip without bookings; its serial is not used again',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeTrip(tx, params.id, expected)
      return null
    },
  )
}

export const withBroke = (trip: Json, broke: object[]): Json => ({ ...trip, meta: { broke } })
