import type { Tx } from '../../kit/db/tables.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/queries.ts'
import type { DisabledReason } from './schema.ts'

/** Notifies the administrators that a webhook was disabled, and what they can do. */
export async function notifyOfDisabled(tx: Tx, id: number, reason: DisabledReason) {
  const { name } = await tx.selectFrom('webhooks').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  await notify(tx, {
    who: await thoseIn(tx, 'admin'),
    event: `webhook.disabled/${reason}`,
    params: { name },
    about: { type: 'webhook', id },
  })
}
