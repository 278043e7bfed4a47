import { sql } from 'kysely'
import type { Db } from '../kit/db/tables.ts'
import type { Role } from '../modules/roles.ts'
import { hasRole } from '../modules/users/has-role.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Checks that there is an administrator, and that required second factors are set up. All migrations must have run. */
export async function accountFindings(db: Db, secondFactorRoles: readonly Role[]): Promise<Finding[]> {
  return [await administrators(db), ...(await secondFactors(db, secondFactorRoles))]
}

const administrators = async (db: Db): Promise<Finding> => {
  const { n } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('n'))
    .where(hasRole('users', 'admin'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return n
    ? ok('administrators', [`${n} 位。`, `${n} can sign in.`])
    : fail(
        'administrators',
        ['沒有管理員。', 'There is none.'],
        ['啟動服務，或 guidon user add … --role admin。', 'Start the service, or guidon user add … --role admin.'],
      )
}

const secondFactors = async (db: Db, secondFactorRoles: readonly Role[]): Promise<Finding[]> => {
  if (!secondFactorRoles.length) return []
  const { n } = await db
    .selectFrom('users as u')
    .select(sql<number>`count(*)`.as('n'))
    .where(hasRole('u', ...secondFactorRoles))
    .where('u.status', '=', 'active')
    .where(sql<boolean>`not exists (
      select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`)
    .executeTakeFirstOrThrow()
  const names = secondFactorRoles.join(', ')
  if (!n) return [ok('second factor', [`${names} 都已設定。`, `Every account of ${names} has one.`])]
  return [
    warn(
      'second factor',
      [`${names} 中有 ${n} 個帳號尚未設定。`, `${n} of ${names} have yet to set one up.`],
      ['他們下次登入時須先設定，才能使用。', 'They must do so at their next sign-in, before anything else.'],
    ),
  ]
}
