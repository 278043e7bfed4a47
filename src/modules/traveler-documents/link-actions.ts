import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { openMailedLink } from '../bookings/links.ts'
import type { By } from '../travelers/actions.ts'

/** The caller who uploads documents with a mailed link. Counts the attempt. */
export async function giverBehind(tx: Tx, keys: Keys, token: string): Promise<By> {
  const { reader } = await openMailedLink(tx, token)
  await throttle(tx, limits['papers handed in for booking'], reader.booking)
  return { reader, actor_id: undefined, roles: ['customer'], keys }
}
