import { Type } from 'typebox'
import { routes } from '../../../kit/http/routes.ts'
import { answerOffer } from '../answers.ts'
import { turns } from '../flow.ts'
import { offer, offerBehind, useUp } from './links.ts'
import { offerPage } from './page.ts'
import { locked } from '../queries.ts'
import { Offer } from '../shapes.ts'

const token = Type.Object({ token: Type.String({ pattern: '^[\\w-]{43}$' }) })

/** The one offer that a link in a mail opens, without an account. */
export const offers = routes((on) => {
  on.get(
    '/:token',
    { access: 'public', says: 'The offer behind the link of a mail', params: token, gives: Offer, tagged: 'none' },
    async ({ db, params }) => offer(db, await offerBehind(db, params.token)),
  )

  on.post(
    '/:token/answer',
    {
      access: 'public',
      says: 'Answer it; the link is used up',
      params: token,
      body: turns['customer-response'].body,
      gives: Offer,
      tagged: 'none',
      refuses: ['already_answered', 'answer_too_late', 'offer_superseded', 'step_not_possible'],
    },
    async ({ tx, params, body }) => {
      const link = await offerBehind(tx, params.token)
      const request = await locked(tx, link.request_id)
      // Looked at again: somebody may have used it while we waited.
      await offerBehind(tx, params.token)
      await answerOffer(tx, undefined, request, body, link.communication_id)
      if (body.customer_response !== 'negotiating') await useUp(tx, link.id)
      return offer(tx, link)
    },
  )
})

/** What a person sees who follows the link: the offer and three buttons. */
export const offerPages = routes((on, app) => {
  on.byHand(
    'GET',
    '/:token',
    {
      access: 'public',
      says: 'The page a customer answers an offer on',
      params: token,
      gives: Type.String(),
      media: 'text/html',
    },
    async (request, reply) => {
      const { token: given } = request.params as { token: string }
      const { json } = await offer(app.database.db, await offerBehind(app.database.db, given))
      return offerPage(reply, request.locale, given, JSON.parse(json))
    },
  )
})
