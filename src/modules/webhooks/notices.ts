import type { Tx } from '../../kit/db/tables.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { thoseIn } from '../users/queries.ts'
import type { DisabledReason } from './schema.ts'

/** Notifies the administrators that a webhook was deactivated, and what they can do. */
export const notifyOfDisabled = async (tx: Tx, id: number, reason: DisabledReason) => {
  const { name } = await tx.selectFrom('webhooks').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  await notify(tx, await thoseIn(tx, 'admin'), {
    event: 'webhook.disabled',
    title: [`Webhook「${name}」已停用`, `Webhook "${name}" was switched off`],
    body: why[reason],
    subject: { type: 'webhook', id },
  })
}

const why: Record<DisabledReason, Words> = {
  gone: [
    '對方回覆 410，表示不再接收。若仍需要，請修正網址後重新啟用，並重送未送達的訊息。',
    'The other side answered 410: it wants no more. If it is still needed, correct the address, switch it on, and replay what it missed.',
  ],
  failing: [
    '三天內沒有任何訊息送達。請檢查對方系統，重新啟用後可重送未送達的訊息。',
    'For three days no message arrived. Look at the other side; once it is switched on again, what it missed can be replayed.',
  ],
}
