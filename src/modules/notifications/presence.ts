import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { labelled, oneOf, ref } from '../../kit/fields.ts'
import { answerOf, send } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'

/** What a colleague does with a record that is open on the screen. */
const Doing = Type.Object({
  type: oneOf(['addon_request', 'line_thread']),
  id: ref(),
  doing: labelled(oneOf(['looks', 'types', 'leaves']), ['正在做', 'Doing']),
})
type Doing = Static<typeof Doing>

/** The announcement to all processes, and the part of it that a stream shows. */
export type Presence = Doing & { user: { id: number; name: string } }

/** Announces it to the open streams of colleagues. Nothing is stored: it must be repeated, or it ends. */
const announce = (db: Db, { id, name }: Actor, doing: Doing) => {
  const presence: Presence = { ...doing, user: { id, name } }
  return sql`select pg_notify('presence', ${JSON.stringify(presence)})`.execute(db)
}

/** Whether the reader of a stream sees the presence of this colleague: staff only, and never their own. */
export function isShownTo({ actor, query }: FastifyRequest, { type, user }: Presence) {
  const { types = [] } = query as { types?: string[] }
  return actor !== undefined && actor.id !== user.id && types.includes(type) && readerOf(actor).sees === 'all'
}

export function presenceRoute(on: On, app: FastifyInstance) {
  return on.raw(
    'POST',
    '/presence',
    {
      name: 'announcePresence',
      access: staff,
      summary:
        'Tell colleagues, on their streams, that one looks at a record, types in it, or leaves it; nothing is stored',
      body: Doing,
      returns: Type.Null(),
      quiet: true,
    },
    async (request, reply) => {
      if (request.actor) await announce(app.database.db, request.actor, request.body as Static<typeof Doing>)
      return send(request, reply, answerOf(200, null), 'none')
    },
  )
}
