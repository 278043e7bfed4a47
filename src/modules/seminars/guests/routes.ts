import { Type } from 'typebox'
import { oneOf } from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { joinedSession } from '../sessions/open-sessions.ts'
import { Receipt } from '../shapes.ts'
import { giveUp } from './actions.ts'
import { placeBehind } from './queries.ts'

const params = Type.Object({ token: Type.String({ maxLength: 200 }) })
const refuses = ['not_found', 'step_not_possible'] as const

/** `/api/public/attendances/{token}`: the attendance behind the link of a guest's mail. */
export const places = routes((on) => {
  on.get(
    '/:token',
    { access: 'public', summary: 'The registration of a mailed link', params, returns: Receipt, etag: 'none', refuses },
    async ({ db, params: { token } }) => {
      const { name, session_id } = await placeBehind(db, token)
      const { json } = await joinedSession(db, { id: session_id })
      return { name, status: 'registered', session: JSON.parse(json) }
    },
  )

  on.post(
    '/:token/cancel',
    {
      access: 'public',
      summary: 'Cancel the registration',
      params,
      returns: Type.Object({ status: oneOf(['cancelled']) }),
      etag: 'none',
      refuses,
    },
    async ({ tx, params: { token } }) => {
      await giveUp(tx, token)
      return { status: 'cancelled' }
    },
  )
})
