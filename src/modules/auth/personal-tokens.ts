import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { line, moment, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { newToken } from '../../kit/secrets/tokens.ts'
import { alive, endOwnToken, MOST_TOKENS, ownTokens, PREFIX, Session } from './tokens.ts'

export const NewToken = Type.Object({ name: line(100, '會計系統'), expires_at: moment() })
const MadeToken = Type.Object({
  id: whole(1),
  name: Type.String(),
  expires_at: Type.String({ format: 'date-time' }),
  token: Type.String(),
})

export async function makePersonalToken(
  tx: Tx,
  user_id: number,
  { name, expires_at }: { name: string; expires_at: string },
) {
  const { token, token_hash } = newToken(PREFIX)
  const { is_ahead, ...made } = await tx
    .insertInto('tokens')
    .values({ user_id, kind: 'personal', name, token_hash, expires_at, idle_for: null })
    .returning(['id', 'name', 'expires_at', sql<boolean>`expires_at > now()`.as('is_ahead')])
    .executeTakeFirstOrThrow()
  if (!is_ahead) refuseField('expires_at', ['必須晚於現在。', 'Must lie ahead.'])
  await refuseTooMany(tx, user_id)
  return { ...made, token }
}

const refuseTooMany = async (tx: Tx, user_id: number) => {
  const { n } = await tx
    .selectFrom('tokens')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .where('kind', '=', 'personal')
    .where(alive)
    .executeTakeFirstOrThrow()
  if (n > MOST_TOKENS)
    refuseField('name', [
      `一個帳號最多 ${MOST_TOKENS} 個 API 金鑰；請先撤銷不再使用的。`,
      `An account has at most ${MOST_TOKENS} personal tokens; revoke those no longer in use.`,
    ])
}

export function personalTokenRoutes(on: On) {
  on.get(
    '/tokens',
    { access: 'signed-in', summary: 'Personal tokens for integrations', returns: Type.Array(Session) },
    ({ db, actor }) => ownTokens(db, { ...actor, kind: 'personal' }),
  )

  on.create(
    '/tokens',
    {
      access: 'signed-in',
      summary: 'Create a personal token, shown only once',
      body: NewToken,
      returns: MadeToken,
      noReplay: true,
    },
    ({ tx, actor, body }) => makePersonalToken(tx, actor.id, body),
  )

  on.delete(
    '/tokens/:id',
    { access: 'signed-in', summary: 'Revoke a personal token', returns: Type.Null() },
    ({ tx, actor, params }) => endOwnToken(tx, actor, params.id, 'personal'),
  )
}
