import { Type } from 'typebox'
import { found } from '../../../kit/errors.ts'
import { ref } from '../../../kit/fields.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { AnswerByLink } from '../flow.ts'
import { Offer, Receipt } from '../shapes.ts'
import { answerByLink } from './actions.ts'
import { attachmentOfOffer, openOffer, shownOffer } from './links.ts'

const token = Type.String({ maxLength: 200 })
const params = Type.Object({ token })
const refuses = ['already_answered', 'answer_too_late', 'offer_superseded', 'step_not_possible'] as const

/** The offer behind a link in a mail, without an account. */
export const offers = routes((on) => {
  reads(on)
  answering(on)
})

const reads = (on: On) => {
  on.get(
    '/:token',
    { access: 'public', summary: 'The offer of a link from a mail', params, returns: Offer, etag: 'none', refuses },
    async ({ db, params: { token }, locale }) => shownOffer(db, { ...(await openOffer(db, token)), locale }),
  )

  on.file(
    '/:token/attachments/:id',
    {
      access: 'public',
      summary: 'An attachment of the offer',
      params: Type.Object({ token, id: ref() }),
      refuses: [...refuses, 'not_found'],
    },
    async ({ db, params: { token, id } }) =>
      found(await attachmentOfOffer(db, { ...(await openOffer(db, token)), id })),
  )
}

const answering = (on: On) => {
  on.post(
    '/:token/answer',
    {
      access: 'public',
      summary: 'Answer the offer; repeating the same answer is allowed',
      params,
      body: AnswerByLink,
      returns: Receipt,
      etag: 'none',
      refuses,
    },
    async ({ tx, params: { token }, body }) => {
      await answerByLink(tx, token, body)
      return { customer_response: body.customer_response }
    },
  )
}
