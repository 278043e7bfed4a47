import type { FastifyInstance } from 'fastify'
import { form } from '../../../kit/http/pages/sent.ts'
import type { PageRoute } from '../../../kit/http/pages/taking.ts'
import { turns } from '../../addon-requests/flow.ts'
import { answerByLink, offerBehind, offerOnPage, refuseOver } from '../../addon-requests/offers.ts'
import { answeredPage, offerPage as pageOf } from './page.ts'

/** The page of an offer: accept, decline, or ask. */
export const offerPage = ({ zone }: FastifyInstance): PageRoute => ({
  show: async (db, visit) => {
    const link = await offerBehind(db, visit.token)
    if (link.over === 'already_answered' && visit.done === 'answer') return answeredPage(visit)
    if (link.over) return refuseOver(link.over)
    return pageOf(await offerOnPage(db, { ...link, locale: visit.locale }), visit, zone)
  },
  forms: ({ token }) => ({
    answer: form(turns['customer-response'].body, async (tx, given) => {
      await answerByLink(tx, token, given)
      return undefined
    }),
  }),
})
