import { Type } from 'typebox'
import { form } from '../../../kit/http/pages/sent.ts'
import type { PageRoute } from '../../../kit/http/pages/taking.ts'
import { giveUp, takePlace } from '../../seminars/guests/actions.ts'
import { placeBehind } from '../../seminars/guests/queries.ts'
import { goodbyePage, placePage } from './page.ts'

const Nothing = Type.Object({})

/** The page of a place on the list of a session: yes or no. */
export const sessionPage = (): PageRoute => ({
  show: async (db, visit) => placePage(await placeBehind(db, visit.token), visit),
  forms: (visit) => ({
    yes: form(Nothing, async (tx) => {
      await takePlace(tx, visit.token)
      return undefined
    }),
    no: form(Nothing, async (tx) => {
      const { traveler_id } = await placeBehind(tx, visit.token)
      await giveUp(tx, visit.token)
      return traveler_id === null ? goodbyePage(visit) : undefined
    }),
  }),
})
