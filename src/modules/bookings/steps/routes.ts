import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { namesOf } from '../../../kit/flow.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { acceptOffer, confirmBooking, reinstateBooking } from '../actions.ts'
import { cashiers, editors, steps } from '../flow.ts'
import { knownBooking, oneBooking } from '../queries.ts'
import { handOutLink, mailReceipt } from '../registration/link-actions.ts'
import { HandedLink, OfCancellation, OfTransfer, ShownBooking } from '../shapes.ts'
import { cancelBooking, declineOffer } from './cancel-actions.ts'
import { confirmContact } from './contact-actions.ts'
import { inviteByStaff } from './inviting-actions.ts'
import { Cancellation, Transfer } from './schema.ts'
import { transferBooking } from './transfer-actions.ts'

const given = { returns: ShownBooking, etag: 'content' } as const

/** The steps that people take; a key of the flow is the last segment of its path. */
export const stepRoutes = (on: On, app: FastifyInstance) => {
  plain(on)
  cancellation(on)
  transfer(on)
  mails(on, app)
}

const mails = (on: On, { publicUrl }: FastifyInstance) => {
  on.post(
    '/:id/receipt',
    {
      name: 'sendBookingReceipt',
      access: cashiers,
      summary: 'Mail the receipt again; all earlier links become invalid',
      returns: Type.Null(),
    },
    async ({ tx, actor, params }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      await mailReceipt(tx, params.id)
      return null
    },
  )
  on.post(
    '/:id/link',
    {
      name: 'createBookingLink',
      access: editors,
      summary:
        'A new link to the page of the booking, to be sent to the contact by other means than mail; earlier links stay valid',
      returns: HandedLink,
      refuses: ['step_not_possible', 'too_many_requests'],
      noReplay: true,
      etag: 'none',
    },
    async ({ tx, actor, params }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      const link = await handOutLink(tx, params.id)
      return { ...link, url: publicUrl === undefined ? null : `${publicUrl}${link.path}` }
    },
  )
  on.post(
    '/:id/invitation',
    {
      name: 'inviteBookingCustomer',
      access: editors,
      summary:
        'Invite the contact to an account, which then has all bookings of its address; sales the customers of their own bookings',
      returns: Type.Null(),
      refuses: ['duplicate', 'too_many_requests'],
    },
    async ({ tx, actor, params }) => {
      await inviteByStaff(tx, actor, params.id)
      return null
    },
  )
}

const taken = {
  confirm: [confirmBooking, 'Confirm a booking that is held', ['step_not_possible', 'stale']],
  'confirm-contact': [
    confirmContact,
    'Vouch for the contact of a registration, for example after a call, so that its seats are kept',
    ['step_not_possible', 'stale', 'answer_too_late'],
  ],
  reinstate: [
    reinstateBooking,
    'Bring back what lapsed, if there are seats',
    ['step_not_possible', 'stale', 'trip_full'],
  ],
  accept: [
    acceptOffer,
    'Accept the seats that are offered to the waitlist',
    ['step_not_possible', 'stale', 'answer_too_late'],
  ],
  decline: [declineOffer, 'Give up a place in line, or the seats that are offered', ['step_not_possible', 'stale']],
} as const

const plain = (on: On) => {
  for (const name of namesOf(taken)) {
    const [act, summary, refuses] = taken[name]
    const route = { access: steps[name].by, summary, ...given, refuses }
    on.post(`/:id/${name}`, route, async ({ tx, actor, params, expected }) => {
      const reader = actingOf(actor)
      await act(tx, params.id, { reader, actor_id: actor.id, role: actor.role, expected })
      return oneBooking(tx, { ...reader, ...params })
    })
  }
}

const cancellation = (on: On) => {
  on.post(
    '/:id/cancel',
    {
      access: steps.cancel.by,
      summary: 'Cancel for the fee by the terms of the trip; dry_run shows it',
      body: Cancellation,
      ...given,
      meta: OfCancellation,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const cancellation = await cancelBooking(tx, params.id, body, {
        reader: readerOf(actor),
        actor_id: actor.id,
        role: actor.role,
        expected,
      })
      const booking = await oneBooking(tx, { ...actingOf(actor), ...params })
      return { ...booking, meta: { dry_run: body.dry_run ?? false, cancellation } }
    },
  )
}

const transfer = (on: On) => {
  on.post(
    '/:id/transfer',
    {
      access: steps.transfer.by,
      summary: 'Transfer to another trip at its price, all or nothing; dry_run previews it',
      body: Transfer,
      ...given,
      meta: OfTransfer,
      refuses: ['step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const transfer = await transferBooking(tx, params.id, body, {
        reader: readerOf(actor),
        actor_id: actor.id,
        role: actor.role,
        expected,
      })
      const booking = await oneBooking(tx, { ...actingOf(actor), ...params })
      return { ...booking, meta: { dry_run: body.dry_run ?? false, transfer } }
    },
  )
}
