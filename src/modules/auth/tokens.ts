import { sql } from 'kysely'
import { constraintRefusal } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse, refuseField } from '../../kit/errors.ts'
import { newToken } from '../../kit/secrets/tokens.ts'
import { type AccountLink, useLink } from '../links/links.ts'
import { lifetimes } from './schema.ts'

const PREFIX = 'gdn_'

// The account was removed while its request was answered.
constraintRefusal('tokens_user_id_fkey', () => new Refusal('unauthenticated'))

/** Opens a session; only its holder gets the token. */
export async function openSession(tx: Tx, user_id: number, name = 'API') {
  const { token, token_hash } = newToken(PREFIX)
  const { expires_at } = await tx
    .insertInto('tokens')
    .values({
      user_id,
      kind: 'session',
      name,
      token_hash,
      expires_at: sql`now() + ${lifetimes.session}::interval`,
      idle_for: lifetimes.idle,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await endLongestUnused(tx, user_id)
  return { token, token_type: 'Bearer' as const, expires_at }
}

/** The maximum of valid sessions, and of valid personal tokens, per account; all of them fit into their list. */
const MOST_TOKENS = 100

const alive = sql<boolean>`expires_at > now() and coalesce(last_used_at + idle_for > now(), true)`

const endLongestUnused = (tx: Tx, user_id: number) =>
  tx
    .deleteFrom('tokens')
    .where('id', 'in', (tokens) =>
      tokens
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', user_id)
        .where('kind', '=', 'session')
        .orderBy(sql`coalesce(last_used_at, created_at) desc, id desc`)
        .offset(MOST_TOKENS),
    )
    .execute()

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

export function noteUse(tx: Tx, tokenId: number) {
  return tx.updateTable('tokens').set({ last_used_at: sql`now()` }).where('id', '=', tokenId).execute()
}

type Some = { except?: number; only?: number; kind?: 'session' | 'personal' }

/** Ends tokens of a person and returns how many. */
export async function endTokens(tx: Tx, userId: number, { except, only, kind }: Some = {}) {
  const ended = await tx
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (rows) => rows.where('id', '<>', except ?? 0))
    .$if(only !== undefined, (rows) => rows.where('id', '=', only ?? 0))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'session'))
    .returning('id')
    .execute()
  return ended.length
}

/** Consumes a link and returns its owner; of two simultaneous uses one fails. */
export async function ownerOfLink(tx: Tx, allowed: readonly AccountLink[], token: string) {
  return (
    (await useLink(tx, allowed, token)) ??
    refuse('invalid_credentials', {
      detail: [
        '連結已使用、已過期或不正確，請重新申請。',
        'The link was used, has expired or is wrong; ask for a new one.',
      ],
    })
  )
}
