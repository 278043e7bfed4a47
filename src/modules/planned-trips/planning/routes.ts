import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { day, ref } from '../../../kit/fields.ts'
import { whoTakes } from '../../../kit/flow.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { readerOf } from '../../users/reader.ts'
import { staff } from '../../users/schema.ts'
import { nextSerial } from '../actions.ts'
import { enterStatus } from '../entering.ts'
import { editors, steps } from '../flow.ts'
import { oneTrip } from '../queries.ts'
import { withBroke } from '../routes.ts'
import { Entering, ManyTrips, PlannedTrip } from '../schema.ts'
import { Broke, NextSerial, Preview, Report, ShownTrip } from '../shapes.ts'
import { planMany } from './bulk.ts'
import { previewOf } from './preview.ts'

const { status, departure_date, return_date } = PlannedTrip.properties
const strict = { additionalProperties: false }

/** Planning many trips, and the status of one. */
export default routes((on, app) => {
  planning(on, app)
  preview(on)
  status_(on)
})

const planning = (on: On, { serialPattern }: FastifyInstance) => {
  on.post(
    '/bulk/create',
    {
      name: 'createPlannedTrips',
      access: editors,
      says: 'Plan many trips of a package, all or none',
      body: ManyTrips,
      gives: Report,
    },
    ({ tx, body, locale }) => planMany(tx, body, serialPattern, locale),
  )

  on.get(
    '/check/next-serial',
    {
      name: 'getNextSerial',
      access: staff,
      says: 'The serial the next trip would get; it is not reserved',
      query: Type.Object({ package_id: ref(), departure_date: day() }, strict),
      gives: NextSerial,
      tagged: 'none',
    },
    async ({ db, query, locale }) => {
      const serial = await nextSerial(db, query.package_id, query.departure_date, serialPattern)
      return { serial, is_reserved: false, note: say(notReserved, locale) }
    },
  )
}

const preview = (on: On) => {
  on.get(
    '/:id/preview',
    {
      access: staff,
      says: 'Preview what other dates or another status would break',
      query: Type.Object(
        { status, departure_date: Type.Optional(departure_date), return_date: Type.Optional(return_date) },
        strict,
      ),
      gives: Preview,
      tagged: 'none',
    },
    ({ db, actor, params, query, locale }) => previewOf(db, actor, params.id, query, locale),
  )
}

const status_ = (on: On) => {
  on.put(
    '/:id/status',
    {
      access: whoTakes(steps),
      says: 'Set the next status of a trip; `meta.broke` lists what is left undone',
      body: Entering,
      gives: ShownTrip,
      meta: Broke,
      tagged: 'content',
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const broke = await enterStatus(tx, params.id, body, { actor, expected, locale })
      return withBroke(await oneTrip(tx, { ...readerOf(actor), ...params }), broke)
    },
  )
}

const notReserved: Words = [
  '僅供參考，不是保留；建立時才會取號。',
  'Not a reservation: the number is given when the trip is planned.',
]
