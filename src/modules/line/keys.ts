import type { Db } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'
import type { Secrets } from './protocol.ts'

const PURPOSE = 'line channel'
export const lineKeyRotation = resealing('line_channel', 'sealed', { purpose: PURPOSE, bound: 'id' })
/** The channel is one row. */
const BOUND = '1'

/** The secrets of the channel, opened; undefined until they are entered. */
export async function secretsOf(db: Db, keys: Keys) {
  const row = await db
    .selectFrom('line_channel')
    .select(['sealed', 'basic_id', 'is_on'])
    .where('sealed', 'is not', null)
    .executeTakeFirst()
  if (!row?.sealed) return undefined
  const { sealed, basic_id, is_on } = row
  return { basic_id, is_on, ...(JSON.parse(keys.open(PURPOSE, sealed, BOUND).toString()) as Secrets) }
}

/** Secrets as they are stored. Other secrets are not proved, so they also switch the channel off. */
export function keepSecrets(keys: Keys, secrets: Secrets) {
  return { sealed: keys.seal(PURPOSE, JSON.stringify(secrets), BOUND), proved_at: null, is_on: false }
}
