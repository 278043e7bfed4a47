import { Type } from 'typebox'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { linkRoutes } from '../../kit/resource/link-routes.ts'
import { moneyReaders } from '../roles.ts'
import { editors, steps } from './flow.ts'
import { replaceSegments } from './itinerary.ts'
import { pictureRoutes } from './pictures.ts'
import { pricing } from './prices/routes.ts'
import { clonePackage, takeStep } from './publication.ts'
import { countries, onePackage, segmentArray } from './queries.ts'
import { Clone, Itinerary, ofCountry, ShownSegment } from './schema.ts'
import { ShownPackage } from './shapes.ts'

export const readers = moneyReaders

/** The routes below a package: days, countries, prices, pictures, and its steps. */
export function parts(on: On) {
  itinerary(on)
  pricing(on, readers, editors)
  pictureRoutes(on, readers, editors)
  publication(on)
  cloning(on)
  linkRoutes(on, {
    of: 'packages',
    name: 'countries',
    summary: 'The countries of a package, with the nights in each',
    link: countries,
    carries: ofCountry,
    ordered: 'sequence',
    access: { read: readers, write: editors },
  })
}

const itinerary = (on: On) => {
  const returns = Type.Array(ShownSegment)
  on.get('/:id/segments', { access: readers, summary: 'The itinerary of a package', returns }, ({ db, params }) =>
    segmentArray(db, params),
  )
  on.put(
    '/:id/segments',
    { access: editors, summary: 'Replace the whole itinerary', body: Itinerary, returns, refuses: ['stale'] },
    async ({ tx, params, body, expected }) => {
      await replaceSegments(tx, params.id, body.segments, expected)
      return segmentArray(tx, params)
    },
  )
}

const publication = (on: On) => {
  for (const name of namesOf(steps))
    on.post(
      `/:id/${name}`,
      {
        access: steps[name].by,
        summary: `Take the step ${name}: from ${steps[name].from.join(' or ')} to ${steps[name].to}`,
        returns: ShownPackage,
        refuses: ['step_not_possible', 'stale', 'invalid_input'],
      },
      async ({ tx, actor, params, expected }) => {
        await takeStep(tx, actor, params.id, name, expected)
        return onePackage(tx, params)
      },
    )
}

const cloning = (on: On) => {
  on.create(
    '/:id/clone',
    {
      name: 'clonePackage',
      access: editors,
      summary: 'Clone the package as a draft with a new code',
      body: Clone,
      returns: ShownPackage,
      refuses: ['duplicate'],
      at: '/api/packages',
    },
    async ({ tx, params, body }) => {
      const id = await clonePackage(tx, params.id, body)
      return { id, ...(await onePackage(tx, { id })) }
    },
  )
}
