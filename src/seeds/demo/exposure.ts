import { type Config, isReachable } from '../../config.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Words } from '../../kit/words/words.ts'
import { DOMAIN } from './people.ts'

/** Whether anybody outside this machine can sign in with the password from the README. */
export async function isDemoExposed(db: Db, config: Config) {
  return isReachable(config) && (await hasOpenAccounts(db))
}

export const exposed: { says: Words; todo: Words } = {
  says: [
    '示範帳號的密碼是公開的，而服務對外開放。',
    'Demo accounts have a public password, and others can reach the service.',
  ],
  todo: ['請停用這些帳號，或以 DEMO=0 重新開始。', 'Suspend them, or begin anew with DEMO=0.'],
}

/** Without the setting DEMO, only at a first start that others cannot reach, because the passwords of the demo are public. */
export function isDemoWanted(config: Config, { isEmbedded, isFirst }: { isEmbedded: boolean; isFirst: boolean }) {
  return config.demo ?? (isEmbedded && isFirst && !isReachable(config))
}

const hasOpenAccounts = async (db: Db) =>
  !!(await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', `%@${DOMAIN}`)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst())
