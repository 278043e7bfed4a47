import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { hashOf } from '../../../kit/secrets/tokens.ts'
import type { AccountLink } from '../../links/schema.ts'

type Given = { token_hash: Buffer; kind: AccountLink }

const owner = oneRow((db, { token_hash, kind }: Given) =>
  db
    .selectFrom('links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.name', 'u.email'])
    .select(sql<boolean>`l.used_at is null and l.expires_at > now() and u.status = 'active'`.as('is_open'))
    .where('l.token_hash', '=', token_hash)
    .where('l.kind', '=', kind),
)

/** The account of a link that can still be used. Looking uses nothing up. */
export const ownerOf = async (db: Db, kind: AccountLink, token: string) => {
  const found = await owner(db, { token_hash: hashOf(token), kind })
  if (!found) return refuse('not_found', { detail: wrong })
  return found.is_open ? found : refuse('invalid_credentials', { title: over, detail: again[kind] })
}
export type Owner = Awaited<ReturnType<typeof ownerOf>>

const wrong = ['這個連結不正確，請確認網址是否完整。', 'This link is wrong; please check that it is whole.'] as const
const over = ['這個連結已經用過或過期', 'This link was used or is over'] as const
const again = {
  invitation: [
    '若您已設定過密碼，請直接登入；否則請管理員再邀請您一次。',
    'If you have chosen a password already, sign in; otherwise ask an administrator to invite you again.',
  ],
  password: [
    '若您已設定過新密碼，請直接登入；否則請再申請一次重設密碼。',
    'If you have chosen the new password already, sign in; otherwise ask for another link.',
  ],
  'sign-in': [
    '連結只能使用一次，十五分鐘內有效；請再申請一次。',
    'It is good for one use within fifteen minutes; ask for another one.',
  ],
} as const
