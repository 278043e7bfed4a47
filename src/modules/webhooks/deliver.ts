import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import type { Heard } from '../../kit/outbound/outbound.ts'
import { terms } from '../../terms.ts'
import { messageId, send } from './messages.ts'
import { openSecret, signatureHeaders } from './secrets.ts'
import { disableWebhook } from './webhook.ts'

/**
 * Makes one attempt. Its result is written together with its consequences. If the worker is killed in between, the attempt is
 * repeated under the same id.
 */
export async function deliver({ delivery_id: id }: Jobs['webhooks.deliver'], tools: JobTools) {
  const waiting = await waitingDelivery(tools.database.db, { id })
  if (!waiting) return
  const begun = performance.now()
  const heard = await post(waiting, tools)
  const ms = Math.round(performance.now() - begun)
  await tools.database.transaction({}, (tx) => settle(tx, waiting, { ...heard, ms }, Math.random()))
}

/** A waiting message with the valid secrets. Messages of a disabled webhook do not wait. */
const waitingDelivery = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.event', 'd.data', 'd.created_at', 'w.url'])
    .select([messageId.as('message_id'), sql<number>`extract(epoch from now())::bigint`.as('seconds')])
    .select(
      sql<string[]>`array(select encode(s.sealed, 'base64') from webhook_secrets s
        where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now()) order by s.id desc)`.as('sealed'),
    )
    .where('d.id', '=', id)
    .where('d.status', '=', 'pending'),
)
type WaitingDelivery = NonNullable<Awaited<ReturnType<typeof waitingDelivery>>>

const post = (waiting: WaitingDelivery, { keys, outbound }: JobTools) => {
  const { webhook_id, message_id, event: type, data, created_at, seconds, sealed, url } = waiting
  const body = JSON.stringify({ type, timestamp: new Date(created_at).toISOString(), data })
  const secrets = sealed.map((each) => openSecret(keys, webhook_id, each))
  const signed = signatureHeaders(secrets, message_id, seconds, body)
  return outbound.post(url, { 'content-type': 'application/json', 'user-agent': 'Guidon-Webhooks', ...signed }, body)
}

type Try = Heard & { ms: number }

/** Records the result of an attempt: delivered, to be retried, or given up. The webhook may then be disabled. */
const settle = async (tx: Tx, { id, webhook_id, event }: WaitingDelivery, heard: Try, chance: number) => {
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
  if (isGone(heard.status)) await disableWebhook(tx, webhook_id, 'gone')
  else if (!(await hasTakenAny(tx, webhook_id, there.tried_since))) await disableWebhook(tx, webhook_id, 'failing')
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

const MINUTE = 60
const HOUR = 60 * MINUTE
const pauses = [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR]

const RETRIED = terms.webhookRetries.count * 24 * HOUR

/**
 * Seconds until the next attempt, after `tries` attempts in `elapsed` seconds; undefined after the last. A jitter of a fifth
 * separates messages that failed together. No pause is shorter than `asked`.
 */
export function pauseAfter(tries: number, elapsed: number, chance: number, asked: number) {
  if (elapsed >= RETRIED) return undefined
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 5
  return Math.min(Math.max((pause * (80 + 40 * chance)) / 100, asked), RETRIED - elapsed)
}

/** The pause requested by Retry-After of a busy receiver, at most a day. */
export function retryAfterPause(status: number | null, seconds: number) {
  return status === 429 || status === 503 ? Math.min(seconds, 24 * HOUR) : 0
}

/** Whether the receiver accepted the message: any 2xx. A redirect is not accepted. */
export function isTaken(status: number | null) {
  return status !== null && status >= 200 && status < 300
}
/** The receiver has unsubscribed. */
export function isGone(status: number | null) {
  return status === 410
}
