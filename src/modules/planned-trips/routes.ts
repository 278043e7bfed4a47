import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Json } from '../../kit/db/json.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { Option, OptionMeta, optionQuery } from '../../kit/resource/option-list.ts'
import { readerOf } from '../users/reader.ts'
import { moneyReaders, staff } from '../users/schema.ts'
import { changeTrip, createTrip, removeTrip } from './actions.ts'
import { editors } from './flow.ts'
import { oneTrip, optionFilters, tripList, tripOptions, tripPage } from './queries.ts'
import { NewTrip, PlannedTrip, TripChange } from './schema.ts'
import { Broke, ListedTrip, ShownTrip } from './shapes.ts'

export const readers = [...staff, 'leader'] as const
const listReaders = [...moneyReaders, 'leader'] as const
const { serial, departure_date, status } = PlannedTrip.properties

declare module 'fastify' {
  interface FastifyInstance {
    /** The pattern of trip serials (SERIAL_PATTERN). */
    serialPattern: string
  }
}

export default routes((on, app) => {
  reads(on)
  creation(on, app)
  change(on, app)
  removal(on)
})

const reads = (on: On) => {
  on.get(
    '/list/options',
    {
      access: moneyReaders,
      says: 'Option list: trips',
      query: optionQuery(optionFilters),
      gives: Type.Array(Option({ serial, departure_date, status })),
      meta: OptionMeta,
      tagged: 'content',
    },
    ({ db, actor, query }) => tripOptions(db, readerOf(actor), query),
  )

  on.get(
    '',
    { access: listReaders, says: 'Trips the caller may see, by departure', ...tripList.of(ListedTrip), tagged: 'none' },
    ({ db, actor, query }) => tripPage(db, readerOf(actor), query),
  )

  on.get(
    '/:id',
    { access: listReaders, says: 'One trip', gives: ShownTrip, tagged: 'content' },
    ({ db, actor, params }) => oneTrip(db, { ...readerOf(actor), ...params }),
  )
}

const creation = (on: On, { serialPattern, zone }: FastifyInstance) => {
  on.create(
    '',
    {
      access: editors,
      says: 'Plan a trip from a published package',
      body: NewTrip,
      gives: ShownTrip,
      tagged: 'content',
    },
    async ({ tx, actor, body }) => {
      const id = await createTrip(tx, body, { pattern: serialPattern, zone })
      return { id, ...(await oneTrip(tx, { ...readerOf(actor), id })) }
    },
  )
}

const change = (on: On, { zone }: FastifyInstance) => {
  on.put(
    '/:id',
    {
      access: editors,
      says: 'Change a trip; new dates move everything dated, and `meta.broke` lists the conflicts',
      body: TripChange,
      gives: ShownTrip,
      meta: Broke,
      tagged: 'content',
      refuses: ['stale', 'step_not_possible', 'leader_conflict'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const broke = await changeTrip(tx, params.id, body, { actor, expected, zone, locale })
      return withBroke(await oneTrip(tx, { ...readerOf(actor), ...params }), broke)
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    {
      access: editors,
      says: 'Remove a trip without bookings; its serial is not used again',
      gives: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeTrip(tx, params.id, expected)
      return null
    },
  )
}

export const withBroke = (trip: Json, broke: object[]): Json => ({ ...trip, meta: { broke } })
