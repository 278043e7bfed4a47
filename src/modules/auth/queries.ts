import { sql } from 'kysely'
import { jsonArray } from '../../kit/db/json.ts'

/** The caller's own valid sessions or personal tokens. */
export const ownTokens = jsonArray((db, given: { id: number; token_id: number; kind: 'session' | 'personal' }) =>
  db
    .selectFrom('tokens')
    .select(['id', 'name', 'last_used_at', 'expires_at', 'created_at'])
    .select(sql<boolean>`id = ${given.token_id}`.as('is_current'))
    .where('user_id', '=', given.id)
    .where('kind', '=', given.kind)
    .where(sql<boolean>`expires_at > now() and coalesce(last_used_at + idle_for > now(), true)`)
    .orderBy('id', 'desc'),
)
