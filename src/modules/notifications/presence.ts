import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { oneOf, ref } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { readerOf } from '../users/reader.ts'

/** What a colleague does with a record that is open on its screen. */
export const Doing = Type.Object({
  type: oneOf(['addon_request']),
  id: ref(),
  doing: oneOf(['looks', 'types', 'leaves']),
})
type Doing = Static<typeof Doing>

/** What a process announces to all others, and what a stream shows of it. */
export type Presence = Doing & { user: { id: number; name: string } }

/** Announces it to the open streams of colleagues. Nothing is stored: who does not say it again is gone. */
export const announce = (db: Db, { id, name }: Actor, doing: Doing) => {
  const presence: Presence = { ...doing, user: { id, name } }
  return sql`select pg_notify('presence', ${JSON.stringify(presence)})`.execute(db)
}

/** Whether the reader of a stream is told where this colleague is: those who see what colleagues see. */
export const isShownTo = ({ actor, query }: FastifyRequest, { type, user }: Presence) => {
  const { types = [] } = query as { types?: string[] }
  return actor !== undefined && actor.id !== user.id && types.includes(type) && readerOf(actor).sees === 'all'
}
