import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { flag, moment, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { terms } from '../../terms.ts'
import { refuseUnbornIn } from '../travelers/rules.ts'
import {
  beginDraft,
  changeDraft,
  Draft,
  DraftChange,
  DraftSlot,
  type OpenDraft,
  openDraft,
  pathOfDraft,
} from './draft.ts'

const ShownDraft = Type.Object({
  ...Draft.properties,
  /** Set for the link of one person: their place in the party. */
  place: DraftSlot,
  ...shownFields({ is_sent: flag(), expires_at: moment() }),
  version: Type.Integer({ examples: [3] }),
})
const BegunDraft = Type.Object({
  token: Type.String(),
  path: Type.String({ examples: ['/register/CNX270128A/m3Jc…'] }),
  ...ShownDraft.properties,
})

const token = Type.String({ maxLength: 200 })
const params = Type.Object({ token })

/** `/api/registration-drafts`: a registration that is filled in step by step. It holds no seat. */
export default routes((on, { keys }: FastifyInstance) => {
  on.create(
    '',
    {
      access: 'public',
      name: 'beginRegistrationDraft',
      summary: `Begin a registration that is sent later; it holds no seat and is kept for ${terms.draft.en}`,
      body: Draft,
      returns: BegunDraft,
      etag: 'none',
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request }) => {
      const token = await beginDraft(tx, keys, body, callerFingerprint(keys, request.ip))
      const path = await pathOfDraft(tx, body.planned_trip_id, token)
      return { json: JSON.stringify({ token, path, ...(await shownDraft(tx, keys, token)) }), id: token }
    },
  )
  on.get(
    '/:token',
    {
      access: 'public',
      name: 'getRegistrationDraft',
      summary: 'A registration that was not sent yet; the link of one person shows that person alone',
      params,
      returns: ShownDraft,
      etag: 'none',
      refuses: ['not_found'],
    },
    ({ db, params }) => shownDraft(db, keys, params.token),
  )
  on.put(
    '/:token',
    {
      access: 'public',
      name: 'updateRegistrationDraft',
      summary: 'Save parts of a registration that was not sent yet; the link of one person saves that person alone',
      params,
      body: DraftChange,
      returns: ShownDraft,
      etag: 'none',
      refuses: ['not_found', 'forbidden', 'step_not_possible', 'too_many_requests', 'stale'],
    },
    async ({ tx, params, body, expected }) => {
      const change = ({ today }: OpenDraft) => {
        refuseUnbornIn(body.travelers ?? [], today)
        return body
      }
      await changeDraft(tx, keys, params.token, change, expected)
      return shownDraft(tx, keys, params.token)
    },
  )
})

const shownDraft = async (db: Db | Tx, keys: Keys, token: string): Promise<Static<typeof ShownDraft>> => {
  const { body, slot, version, expires_at, booking_id } = await openDraft(db, keys, token)
  const seen =
    slot === null
      ? body
      : { planned_trip_id: body.planned_trip_id, travelers: (body.travelers ?? []).slice(slot - 1, slot) }
  return { ...seen, place: slot, is_sent: booking_id !== null, expires_at, version }
}
