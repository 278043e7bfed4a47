import { Type } from 'typebox'
import { showing } from '../../../kit/http/routes/html-page.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { answerOffer } from '../conversation/answers.ts'
import { turns } from '../flow.ts'
import { locked } from '../locked-request.ts'
import { Offer, Receipt } from '../shapes.ts'
import { offerBehind, offerOnPage, openOffer, refuseOver, shownOffer } from './links.ts'
import { offerPage } from './page.ts'

const params = Type.Object({ token: Type.String({ maxLength: 200 }) })
const refuses = ['already_answered', 'answer_too_late', 'offer_superseded', 'step_not_possible'] as const

/** The offer behind a link in a mail, without an account. */
export const offers = routes((on) => {
  on.get(
    '/:token',
    { access: 'public', says: 'The offer of a link from a mail', params, gives: Offer, tagged: 'none', refuses },
    async ({ db, params: { token }, locale }) => shownOffer(db, { ...(await openOffer(db, token)), locale }),
  )

  on.post(
    '/:token/answer',
    {
      access: 'public',
      says: 'Answer the offer; repeating the same answer is allowed',
      params,
      body: turns['customer-response'].body,
      gives: Receipt,
      tagged: 'none',
      refuses,
    },
    async ({ tx, params: { token }, body }) => {
      const { request_id, communication_id } = await offerBehind(tx, token)
      const request = await locked(tx, { sees: 'offer', offer: communication_id }, request_id)
      // Checked again after the request is locked.
      const link = await offerBehind(tx, token)
      if (link.over === 'answer_too_late') refuseOver(link.over)
      await answerOffer(tx, undefined, request, body, communication_id)
      return { customer_response: body.customer_response }
    },
  )
})

export const offerPages = routes((on, { zone }) => {
  on.byHand(
    'GET',
    '/:token',
    {
      access: 'public',
      says: 'HTML page to answer an offer',
      params,
      gives: Type.String(),
      media: 'text/html',
      refuses,
    },
    showing(params, async ({ db, params: { token }, locale }) =>
      offerPage(await offerOnPage(db, { ...(await openOffer(db, token)), locale }), token, locale, zone),
    ),
  )
})
