import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Heard } from '../../../kit/outbound/outbound.ts'
import { disableWebhook, send } from '../actions.ts'
import { notifyOfDisabled } from '../notices.ts'
import type { WaitingDelivery } from '../queries.ts'
import { isGone, isTaken, pauseAfter, retryAfterPause } from '../rules.ts'
import type { DisabledReason } from '../schema.ts'

type Try = Heard & { ms: number }

/** Records the result of an attempt: delivered, to be retried, or given up. The webhook may then be disabled. */
export async function settle(tx: Tx, { id, webhook_id, event }: WaitingDelivery, heard: Try, chance: number) {
  const there = await lockedDelivery(tx, webhook_id, id)
  // The message was given up or removed during the attempt.
  if (!there) return
  await note(tx, id, heard)
  if (isTaken(heard.status)) return end(tx, id, there.tries, 'delivered')
  const isFinal = isGone(heard.status) || event === 'webhook.test'
  const asked = retryAfterPause(heard.status, heard.retryAfter ?? 0)
  const pause = isFinal ? undefined : pauseAfter(there.tries, there.elapsed, chance, asked)
  if (pause !== undefined) return tryAgain(tx, id, webhook_id, there.tries, pause)
  await end(tx, id, there.tries, 'failed')
  if (event === 'webhook.test') return
  if (isGone(heard.status)) await disable(tx, webhook_id, 'gone')
  else if (!(await hasTakenAny(tx, webhook_id, there.tried_since))) await disable(tx, webhook_id, 'failing')
}

const lockedDelivery = async (tx: Tx, webhook_id: number, id: number) => {
  await tx.selectFrom('webhooks').select('id').where('id', '=', webhook_id).forNoKeyUpdate().execute()
  return tx
    .selectFrom('webhook_deliveries')
    .select([sql<number>`tries + 1`.as('tries'), 'tried_since'])
    .select(sql<number>`extract(epoch from now() - tried_since)::double precision`.as('elapsed'))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
}

// Answers are arbitrary text, so characters that PostgreSQL refuses are removed.
const note = (tx: Tx, delivery_id: number, { status, fault, words, ms }: Try) =>
  tx
    .insertInto('webhook_attempts')
    .values({ delivery_id, status, fault, ms, answer: [...words.replaceAll('\0', '')].slice(0, 500).join('') })
    .execute()

const end = (tx: Tx, id: number, tries: number, status: 'delivered' | 'failed') =>
  tx
    .updateTable('webhook_deliveries')
    .set({ status, tries, next_try_at: null, delivered_at: status === 'delivered' ? sql`now()` : null })
    .where('id', '=', id)
    .execute()

const tryAgain = async (tx: Tx, id: number, webhook_id: number, tries: number, pause: number) => {
  const { next_try_at } = await tx
    .updateTable('webhook_deliveries')
    .set({ tries, next_try_at: sql<string>`now() + make_interval(secs => ${pause})` })
    .where('id', '=', id)
    .returning(sql<string>`next_try_at`.as('next_try_at'))
    .executeTakeFirstOrThrow()
  send(tx, { id, webhook_id }, next_try_at)
}

const hasTakenAny = async (tx: Tx, webhook_id: number, since: string) =>
  !!(await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('delivered_at', '>=', since)
    .limit(1)
    .executeTakeFirst())

const disable = async (tx: Tx, webhook_id: number, reason: DisabledReason) => {
  if (await disableWebhook(tx, webhook_id, reason)) await notifyOfDisabled(tx, webhook_id, reason)
}
