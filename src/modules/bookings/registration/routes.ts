import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ref } from '../../../kit/fields.ts'
import { showing } from '../../../kit/http/routes/html-page.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../../kit/http/server/caller.ts'
import { changeTraveler } from '../../travelers/actions.ts'
import { oneTraveler } from '../../travelers/queries.ts'
import { ShownTraveler } from '../../travelers/shapes.ts'
import { acceptOffer } from '../actions.ts'
import { holderOf } from '../queries.ts'
import { declineOffer } from '../steps/cancel-actions.ts'
import { complete, register } from './actions.ts'
import { managePage } from './page.ts'
import { receiptOf } from './receipt-queries.ts'
import { Completion, Managed, PublicRegistration, Receipt, TravelerCompletion } from './schema.ts'

const token = Type.String({ maxLength: 200 })
const params = Type.Object({ token })
const shown = { access: 'public', gives: Managed, tagged: 'none' } as const

/** Registers a party, and manages its booking by the link of the receipt. */
export default routes((on, app) => {
  registration(on, app)
  own(on)
  offered(on)
  guests(on, app)
})

const registration = (on: On, { keys }: FastifyInstance) =>
  on.create(
    '',
    {
      access: 'public',
      says: 'Register a party for a trip; full means waitlisted. The answer is a receipt',
      body: PublicRegistration,
      gives: Receipt,
      tagged: 'none',
      inLine: 'planned_trip_id',
      refuses: ['duplicate', 'too_many_requests'],
    },
    ({ tx, body, locale, request }) =>
      register(tx, keys, body, { address: callerFingerprint(keys, request.ip), locale }),
  )

const own = (on: On) => {
  on.get(
    '/:token',
    { ...shown, says: 'The booking behind the link of a receipt', params, refuses: ['not_found'] },
    async ({ db, params }) => receiptOf(db, (await holderOf(db, params.token)).booking),
  )
  on.put(
    '/:token',
    { ...shown, says: 'Complete it', params, body: Completion, refuses: ['not_found', 'step_not_possible'] },
    async ({ tx, params, body }) => {
      const { booking } = await holderOf(tx, params.token)
      await complete(tx, booking, body)
      return receiptOf(tx, booking)
    },
  )
}

const answers = {
  accept: [acceptOffer, 'Accept the seats that are offered', ['step_not_possible', 'answer_too_late']],
  decline: [declineOffer, 'Give up the place in line, or the seats that are offered', ['step_not_possible']],
} as const

const offered = (on: On) => {
  for (const [name, [act, says, refuses]] of Object.entries(answers))
    on.post(
      `/:token/${name}`,
      { ...shown, says, params, refuses: [...refuses, 'not_found'] },
      async ({ tx, params }) => {
        const reader = await holderOf(tx, params.token)
        await act(tx, reader.booking, { reader, actor_id: undefined, role: 'customer' })
        return receiptOf(tx, reader.booking)
      },
    )
}

const guests = (on: On, { keys }: FastifyInstance) => {
  const one = Type.Object({ token, id: ref() })
  const given = { access: 'public', params: one, gives: ShownTraveler, tagged: 'none' } as const
  on.get(
    '/:token/travelers/:id',
    { ...given, says: 'One traveler of it, personal data masked', refuses: ['not_found'] },
    async ({ db, params: { token, id } }) => oneTraveler(db, { ...(await holderOf(db, token)), id }),
  )
  on.put(
    '/:token/travelers/:id',
    {
      ...given,
      says: 'Complete what is known of a traveler',
      body: TravelerCompletion,
      refuses: ['not_found', 'step_not_possible', 'stale'],
    },
    async ({ tx, params: { token, id }, body, expected }) => {
      const reader = await holderOf(tx, token)
      await changeTraveler(tx, { reader, actor_id: undefined, role: 'customer', keys }, id, body, expected)
      return oneTraveler(tx, { ...reader, id })
    },
  )
}

/** The page behind the link of a mail. */
export const registrationPages = routes((on, { zone }) => {
  on.byHand(
    'GET',
    '/:token',
    {
      access: 'public',
      says: 'The page of a booking, for whoever holds its link',
      params,
      gives: Type.String(),
      media: 'text/html',
      refuses: ['not_found'],
    },
    showing(params, async ({ db, params: { token }, locale }) =>
      managePage(await receiptOf(db, (await holderOf(db, token)).booking), token, locale, zone),
    ),
  )
})
