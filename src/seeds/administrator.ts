import { randomBytes } from 'node:crypto'
import type { Tx } from '../kit/db/tables.ts'
import { hasRole } from '../modules/users/has-role.ts'
import { createUser } from '../modules/users/manage.ts'
import { DOMAIN } from './demo/people.ts'

/**
 * Creates the first administrator unless one exists besides that of the demo. Returns a generated password, which is shown once.
 */
export async function seedAdministrator(
  tx: Tx,
  email: string,
  password: string | undefined,
): Promise<string | undefined> {
  const there = await tx
    .selectFrom('users')
    .select('id')
    .where(hasRole('users', 'admin'))
    .where('email', 'not like', `%@${DOMAIN}`)
    .limit(1)
    .executeTakeFirst()
  if (there) return undefined
  const chosen = password ?? randomBytes(12).toString('base64url')
  await createUser(tx, { name: '系統管理員', name_en: 'Administrator', email, role: 'admin', password: chosen })
  return password === undefined ? chosen : undefined
}
