import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ref } from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { callerFingerprint, mailboxFingerprint } from '../../../kit/http/server/caller.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { oneTraveler } from '../../travelers/queries.ts'
import { Asked, ShownTraveler } from '../../travelers/shapes.ts'
import type { Reader } from '../../users/reader.ts'
import { acceptOffer } from '../actions.ts'
import { changeOrAsk, previewChange } from '../changes/actions.ts'
import { PricedChange } from '../changes/routes.ts'
import { openLink, openMailedLink } from '../queries.ts'
import { declineOffer } from '../steps/cancel-actions.ts'
import { confirmContact } from '../steps/contact-actions.ts'
import { complete, register } from './actions.ts'
import { receiptOf } from './receipt-queries.ts'
import { Completion, Managed, PublicRegistration, Receipt, TravelerCompletion } from './schema.ts'

const token = Type.String({ maxLength: 200 })
const params = Type.Object({ token })
const shown = { access: 'public', returns: Managed, etag: 'none' } as const

/** Registers a party, and manages its booking by the link of the receipt. */
export default routes((on, app) => {
  registration(on, app)
  own(on, app)
  offered(on)
  guests(on, app)
})

const registration = (on: On, { keys }: FastifyInstance) => {
  on.create(
    '',
    {
      access: 'public',
      summary: 'Register a party for a trip; waitlisted if it is full. The answer is a receipt',
      body: PublicRegistration,
      returns: Receipt,
      etag: 'none',
      serializeBy: 'planned_trip_id',
      refuses: ['duplicate', 'too_many_requests'],
    },
    ({ tx, body, locale, request }) =>
      register(tx, keys, body, {
        address: callerFingerprint(keys, request.ip),
        mailbox: mailboxFingerprint(keys, body.contact.email),
        locale,
      }),
  )
}

const own = (on: On, { keys }: FastifyInstance) => {
  on.get(
    '/:token',
    { ...shown, summary: "The booking of a receipt's link", params, refuses: ['not_found', 'forbidden'] },
    async ({ db, params }) => {
      const opened = await openLink(db, params.token)
      return receiptOf(db, opened.booking, opened)
    },
  )
  on.put(
    '/:token',
    {
      ...shown,
      summary: 'Complete the booking',
      params,
      body: Completion,
      refuses: ['not_found', 'forbidden', 'step_not_possible'],
    },
    async ({ tx, params, body }) => {
      const opened = await openLink(tx, params.token)
      await complete(tx, keys, opened.booking, body)
      return receiptOf(tx, opened.booking, opened)
    },
  )
}

const answers = {
  'confirm-contact': [
    confirmContact,
    openMailedLink,
    'Confirm the mailbox of the contact by the link that was mailed to it, so that the seats are kept',
    ['step_not_possible', 'answer_too_late'],
  ],
  accept: [acceptOffer, openMailedLink, 'Accept the seats that are offered', ['step_not_possible', 'answer_too_late']],
  decline: [declineOffer, openLink, 'Give up the place in line, or the seats that are offered', ['step_not_possible']],
} as const

const offered = (on: On) => {
  for (const name of namesOf(answers)) {
    const [act, open, summary, refuses] = answers[name]
    const route = { ...shown, summary, params, refuses: [...refuses, 'not_found', 'forbidden'] } as const
    on.post(`/:token/${name}`, route, async ({ tx, params }) => {
      const opened = await open(tx, params.token)
      const { booking, reader } = opened
      await act(tx, booking, { reader, actor_id: undefined, role: 'customer' })
      return receiptOf(tx, booking, opened)
    })
  }
}

const byLink = (reader: Reader, keys: Keys) => ({ reader, actor_id: undefined, role: 'customer', keys }) as const

const guests = (on: On, { keys }: FastifyInstance) => {
  const one = Type.Object({ token, id: ref() })
  const given = { access: 'public', params: one, returns: ShownTraveler, etag: 'none' } as const
  on.get(
    '/:token/travelers/:id',
    {
      ...given,
      summary: 'One traveler of the booking, with masked personal data',
      refuses: ['not_found', 'forbidden'],
    },
    async ({ db, params: { token, id } }) => oneTraveler(db, { ...(await openLink(db, token)).reader, id }),
  )
  on.put(
    '/:token/travelers/:id',
    {
      ...given,
      summary: 'Complete a traveler of the booking; once that is confirmed, changes of what was given become a request',
      body: TravelerCompletion,
      meta: Asked,
      refuses: ['not_found', 'forbidden', 'step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, params: { token, id }, body, expected }) => {
      const { reader } = await openLink(tx, token)
      const { change_request } = await changeOrAsk(tx, byLink(reader, keys), id, body, expected)
      return { ...(await oneTraveler(tx, { ...reader, id })), meta: { change_request } }
    },
  )
  on.post(
    '/:token/travelers/:id/price',
    {
      access: 'public',
      params: one,
      summary: 'Preview what a change of a traveler costs, and whether sales have to accept it; nothing is saved',
      body: TravelerCompletion,
      returns: PricedChange,
      etag: 'none',
      refuses: ['not_found', 'forbidden', 'step_not_possible'],
    },
    async ({ tx, params: { token, id }, body }) => {
      const { reader } = await openLink(tx, token)
      return previewChange(tx, byLink(reader, keys), id, body)
    },
  )
}
