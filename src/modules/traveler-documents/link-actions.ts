import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { throttle } from '../../kit/throttle.ts'
import { openMailedLink } from '../bookings/queries.ts'
import type { By } from '../travelers/actions.ts'

const AN_HOUR = 3600
const MOST = 60

/** Who hands in papers with a mailed link; counts the attempt. */
export const giverBehind = async (tx: Tx, keys: Keys, token: string): Promise<By> => {
  const { reader } = await openMailedLink(tx, token)
  await throttle(tx, { key: `papers of booking ${reader.booking}`, most: MOST, seconds: AN_HOUR })
  return { reader, actor_id: undefined, role: 'customer', keys }
}
