import { sql } from 'kysely'
import { Type } from 'typebox'
import { refuse } from '../kit/errors.ts'
import { whole } from '../kit/fields.ts'
import { textParser } from '../kit/http/routes/validators.ts'
import { makePersonalToken, NewToken } from '../modules/auth/personal-tokens.ts'
import { endTokens } from '../modules/auth/tokens.ts'
import type { Arguments } from './command.ts'
import { byCommand, withMigrated } from './installation.ts'
import { answer, type Io, table } from './io.ts'
import { accountOf } from './user.ts'

const Asked = Type.Object({ name: NewToken.properties.name, days: whole(1, 3650) })

export function makeToken(io: Io, { json, email, ...asked }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    const { name, days } = textParser(Asked, config.zone)({ name: asked.name, days: asked.days })
    const made = await database.transaction(byCommand, async (tx) => {
      const { id } = await accountOf(tx, email)
      const { rows } = await sql<{ end: string }>`select now() + make_interval(days => ${days}) as "end"`.execute(tx)
      return makePersonalToken(tx, id, { name, expires_at: rows[0]?.end ?? '' })
    })
    answer(io, json, made, [
      `${made.token}\n（只顯示這一次，${made.expires_at} 到期）`,
      `${made.token}\n(shown this once; good until ${made.expires_at})`,
    ])
  })
}

export function listTokens(io: Io, { json }: Arguments) {
  return withMigrated(io, async ({ database: { db } }) => {
    const tokens = await db
      .selectFrom('tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select(['t.id', 'u.email', 't.last_used_at', 't.expires_at', 't.name'])
      .where('t.kind', '=', 'personal')
      .where(sql<boolean>`t.expires_at > now()`)
      .orderBy('t.id')
      .execute()
    answer(io, json, tokens, table(['id', 'email', 'last_used_at', 'expires_at', 'name'], tokens))
  })
}

export function revokeToken(io: Io, { json, id: given }: Arguments) {
  return withMigrated(io, async ({ database }) => {
    const id = /^\d{1,9}$/.test(given) ? Number(given) : 0
    await database.transaction(byCommand, async (tx) => {
      const token = await tx.selectFrom('tokens').select('user_id').where('id', '=', id).executeTakeFirst()
      const ended = await endTokens(tx, token?.user_id ?? 0, { only: id, kind: 'personal' })
      if (!ended) refuse('not_found', { detail: [`沒有 API 金鑰 ${given}。`, `No API token ${given}.`] })
    })
    answer(io, json, { id }, [`API 金鑰 ${id} 已撤銷。`, `API token ${id} is revoked.`])
  })
}
