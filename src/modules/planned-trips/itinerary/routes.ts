import { Type } from 'typebox'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { readers } from '../routes.ts'
import { ShownLeg, ShownTripSegment } from '../shapes.ts'
import { changeLeg, changeSegment, replaceLegs, replaceSegments } from './actions.ts'
import { legArray, oneLeg, oneSegment, segmentArray } from './queries.ts'
import { LegChange, Legs, SegmentChange, TripItinerary } from './schema.ts'

/** The days of a trip and their legs: dated copies of its package's, which can be changed. */
export default routes((on) => {
  segmentRoutes(on)
  oneDay(on)
  legRoutes(on)
  oneLegRoute(on)
})

const segmentRoutes = (on: On) => {
  const segments = { returns: Type.Array(ShownTripSegment), etag: 'content' } as const
  on.get(
    '/:id/segments',
    { access: [...readers, 'finance'], summary: 'The days of a trip with their legs', ...segments },
    ({ db, actor, params }) => segmentArray(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/segments',
    {
      access: editors,
      summary: 'Replace the days of a trip; those with an id keep their legs',
      body: TripItinerary,
      ...segments,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await replaceSegments(tx, params.id, body, expected)
      return segmentArray(tx, { ...readerOf(actor), ...params })
    },
  )
}

const oneDay = (on: On) => {
  on.put(
    '/:id/segments/:segment',
    {
      access: editors,
      summary: 'Change one day of a trip',
      body: SegmentChange,
      returns: ShownTripSegment,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeSegment(tx, params, body, expected)
      return oneSegment(tx, { ...readerOf(actor), ...params })
    },
  )
}

const legRoutes = (on: On) => {
  const legs = { returns: Type.Array(ShownLeg), etag: 'content' } as const
  on.get(
    '/:id/legs',
    { access: [...readers, 'finance'], summary: 'All legs of a trip', ...legs },
    ({ db, actor, params }) => legArray(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/legs',
    { access: editors, summary: 'Replace all legs of a trip', body: Legs, ...legs, refuses: ['stale'] },
    async ({ tx, actor, params, body, expected }) => {
      await replaceLegs(tx, params.id, body, expected)
      return legArray(tx, { ...readerOf(actor), ...params })
    },
  )
}

const oneLegRoute = (on: On) => {
  on.put(
    '/:id/legs/:leg',
    {
      access: editors,
      summary: 'Change one leg of a trip',
      body: LegChange,
      returns: ShownLeg,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeLeg(tx, params, body, expected)
      return oneLeg(tx, { ...readerOf(actor), ...params })
    },
  )
}
