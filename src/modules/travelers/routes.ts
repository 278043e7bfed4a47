import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { line } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { RevealedOf, RevealOf } from '../../kit/secrets/personal-data.ts'
import { changeOrAsk } from '../bookings/change-requests/ask.ts'
import { readerOf } from '../users/reader.ts'
import { addTraveler, removeTraveler } from './actions.ts'
import { steps } from './flow.ts'
import { exportPerson } from './person/actions.ts'
import { eraseTraveler } from './person/erase.ts'
import { revealTraveler } from './person/reveal-actions.ts'
import { oneTraveler, travelerList, travelerPage } from './queries.ts'
import { byIn, editors, readers, staffEditors } from './rules.ts'
import { NewTraveler, Traveler, TravelerChange } from './schema.ts'
import { Changed, Entered, Person, ShownTraveler as returns } from './shapes.ts'
import { cancelTraveler, restoreTraveler } from './step-actions.ts'

const etag = 'content'

export default routes((on, app) => {
  reads(on)
  creation(on, app)
  change(on, app)
  removal(on)
  stepRoutes(on, app)
  revelation(on, app)
  personExport(on, app)
  erasure(on, app)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Travelers with masked personal data; a customer those of its bookings',
      ...travelerList.of(returns),
      etag,
    },
    ({ db, actor, query }) => travelerPage(db, readerOf(actor), query),
  )

  on.get(
    '/:id',
    { access: readers, summary: 'One traveler, with its checks', returns, etag },
    ({ db, actor, params }) => oneTraveler(db, { ...readerOf(actor), ...params }),
  )
}

const creation = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.create(
    '',
    {
      access: staffEditors,
      summary: 'Add a traveler to a booking, if there is a seat',
      body: NewTraveler,
      returns,
      meta: Entered,
      etag,
      refuses: ['trip_full'],
    },
    async ({ tx, actor, body }) => {
      const { traveler_id: id, warnings } = await addTraveler(tx, by(actor), body)
      return { id, ...(await oneTraveler(tx, { ...readerOf(actor), id })), meta: { warnings } }
    },
  )
}

const change = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.put(
    '/:id',
    {
      access: editors,
      summary:
        'Complete or correct a traveler; customers until the departure, and as a request what was given on a confirmed booking',
      body: TravelerChange,
      returns,
      meta: Changed,
      unchanged: { warnings: [], change_request: null },
      etag,
      refuses: ['stale', 'step_not_possible', 'trip_full'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const meta = await changeOrAsk(tx, by(actor), params.id, body, expected)
      return { ...(await oneTraveler(tx, { ...readerOf(actor), ...params })), meta }
    },
  )
}

const removal = (on: On) =>
  on.delete(
    '/:id',
    {
      access: staffEditors,
      summary: 'Remove a traveler that nothing refers to',
      returns: Type.Null(),
      refuses: ['in_use', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeTraveler(tx, readerOf(actor), params.id, expected)
      return null
    },
  )

const stepRoutes = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  const alike = { returns, etag, refuses: ['stale', 'step_not_possible'] } as const
  on.post(
    '/:id/cancel',
    { ...alike, access: steps.cancel.by, summary: 'Cancel a traveler; the others of the booking still travel' },
    async ({ tx, actor, params, expected }) => {
      await cancelTraveler(tx, by(actor), params.id, expected)
      return oneTraveler(tx, { ...readerOf(actor), ...params })
    },
  )
  on.post(
    '/:id/restore',
    {
      ...alike,
      access: steps.restore.by,
      summary: 'Restore a cancelled traveler, if there is a seat',
      refuses: [...alike.refuses, 'trip_full'],
    },
    async ({ tx, actor, params, expected }) => {
      await restoreTraveler(tx, by(actor), params.id, expected)
      return oneTraveler(tx, { ...readerOf(actor), ...params })
    },
  )
}

const personExport = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/:id/export',
    {
      access: editors,
      summary: 'Export everything stored about a person, decrypted; the export is logged',
      body: Type.Object({ reason: line(500, '當事人請求查閱') }),
      returns: Person,
      refuses: ['step_not_possible'],
      noReplay: true,
      etag: 'none',
    },
    ({ tx, actor, params, body, request }) =>
      exportPerson(tx, keys, params.id, { ...body, reader: readerOf(actor), actor, request_id: request.id }),
  )

const erasure = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.post(
    '/:id/erase',
    {
      access: ['admin'],
      summary: 'Erase the person of a traveler whose trip is over; seat and payments stay',
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await eraseTraveler(tx, by(actor), params.id, expected)
      return oneTraveler(tx, { ...readerOf(actor), ...params })
    },
  )
}

const revelation = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/:id/reveal',
    {
      access: readers,
      summary: 'Reveal personal data; who and why is logged',
      body: RevealOf(Traveler),
      returns: RevealedOf(Traveler),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, params, body: { fields, reason }, request }) =>
      revealTraveler(tx, keys, params.id, fields, { reader: readerOf(actor), actor, reason, request_id: request.id }),
  )
