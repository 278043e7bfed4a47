import { sql } from 'kysely'
import { jsonRow } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Role } from '../../roles.ts'
import type { Method } from './schema.ts'

/** The second factor of an account, without its secrets. */
export const stateOf = jsonRow((db, { id, required }: { id: number; required: readonly Role[] }) =>
  db
    .selectFrom('users as u')
    .select([
      sql<boolean>`u.roles && ${required}::text[]`.as('is_required'),
      sql<
        object[]
      >`(select coalesce(json_agg(json_build_object('kind', f.kind, 'confirmed_at', f.confirmed_at) order by f.id), '[]')
        from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`.as('factors'),
      sql<number>`(select count(*)::integer from recovery_codes r where r.user_id = u.id)`.as('recovery_codes_left'),
    ])
    .where('u.id', '=', id),
)

/** The methods by which an account may answer a challenge; empty if sign-in requires no second factor. */
export async function methodsOf(tx: Tx, user_id: number): Promise<Method[]> {
  const factors = await confirmedFactors(tx, user_id)
  if (!factors.length) return []
  const code = await tx.selectFrom('recovery_codes').select('id').where('user_id', '=', user_id).executeTakeFirst()
  return [...factors.map(({ kind }) => kind), ...(code ? (['recovery_code'] as const) : [])]
}

export function confirmedFactors(db: Db, user_id: number) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** A second factor that was begun and is not confirmed yet. */
export function enrolledFactor(db: Db, user_id: number) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
}

/** The caller's own address. If the account was removed meanwhile, the caller is no longer signed in. */
export async function emailOf(db: Db, id: number) {
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return user?.email ?? refuse('unauthenticated')
}
