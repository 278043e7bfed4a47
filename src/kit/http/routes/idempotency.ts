import type { FastifyRequest } from 'fastify'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../db/tables.ts'
import { Refusal, refuse, refuseField } from '../../errors.ts'
import { retention } from '../../retention/rules.ts'
import type { Keys } from '../../secrets/keys.ts'
import { KEY_KEPT } from '../../terms.ts'
import type { Answer } from './answer.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    idempotency_keys: {
      caller_id: number
      key: string
      fingerprint: Buffer
      answer: Buffer | null
      created_at: Generated<string>
    }
  }
}

const isTooOld = sql<boolean>`idempotency_keys.created_at < now() - ${sql.lit(KEY_KEPT.interval)}::interval`

/** Does the work once per `Idempotency-Key`. The key, the work and the stored answer are committed together, or not at all. */
export async function once(
  tx: Tx,
  keys: Keys,
  request: FastifyRequest,
  work: () => Promise<Answer | Refusal>,
): Promise<{ answer: Answer | Refusal; replayed: boolean }> {
  const key = keyOf(request)
  if (key === undefined) return { answer: await work(), replayed: false }
  const content = [request.method, request.url, JSON.stringify(request.body ?? null)].join('\n')
  const ofAddress = request.actor ? undefined : addressKey(keys, request, key)
  if (ofAddress) await firstOf(tx, keys, ofAddress, content)
  const callerKey = request.actor ? { caller_id: request.actor.id, key } : strangersKey(keys, key, content)
  const kept = await claim(tx, keys, callerKey, content)
  if (kept) return { answer: JSON.parse(keys.open('idempotency', kept).toString()), replayed: true }
  const answer = await work()
  if (answer instanceof Refusal) for (const each of [callerKey, ofAddress]) await deleteKey(tx, each)
  else await storeAnswer(tx, callerKey, keys.seal('idempotency', JSON.stringify(answer)))
  return { answer, replayed: false }
}

export const keysRetention = retention({
  what: 'answers stored for `Idempotency-Key`',
  table: 'idempotency_keys',
  from: sql`created_at`,
  since: 'the request',
  after: KEY_KEPT.interval,
  why: 'A client may repeat a request that long.',
})

type CallerKey = { caller_id: number; key: string }

const storeAnswer = (tx: Tx, { caller_id, key }: CallerKey, answer: Buffer) =>
  tx.updateTable('idempotency_keys').set({ answer }).where('caller_id', '=', caller_id).where('key', '=', key).execute()

const deleteKey = async (tx: Tx, callerKey: CallerKey | undefined) => {
  if (!callerKey) return
  const { caller_id, key } = callerKey
  await tx.deleteFrom('idempotency_keys').where('caller_id', '=', caller_id).where('key', '=', key).execute()
}

const claim = async (tx: Tx, keys: Keys, callerKey: CallerKey, content: string) => {
  const first = await firstOf(tx, keys, callerKey, content)
  return first && (first.answer ?? refuse('idempotency_in_progress'))
}

// The unique index makes a concurrent request with the same key wait here until the first one has committed or failed.
const firstOf = async (tx: Tx, keys: Keys, callerKey: CallerKey, content: string) => {
  const fingerprint = keys.mac('idempotency', content)
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ ...callerKey, fingerprint, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['caller_id', 'key'])
        .doUpdateSet({ fingerprint, answer: null, created_at: sql`now()` })
        .where(isTooOld),
    )
    .returning('key')
    .executeTakeFirst()
    .catch(refuseWaiting)
  if (claimed) return undefined
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('caller_id', '=', callerKey.caller_id)
    .where('key', '=', callerKey.key)
    .executeTakeFirstOrThrow()
  if (!keys.isMac('idempotency', content, first.fingerprint)) refuse('idempotency_mismatch')
  return first
}

// A caller without an account is identified by the key and the content, because a phone that repeats a request may have another
// address by then. Nobody else can use or read the stored answer, because the content names the people who book and is not known to
// others.
const strangersKey = (keys: Keys, key: string, content: string): CallerKey => ({
  caller_id: 0,
  key: keys.mac('idempotency stranger', `${key}\n${content}`).toString('base64url'),
})

// From one address a key belongs to one content, so that a client learns of its mistake.
const addressKey = (keys: Keys, { ip }: FastifyRequest, key: string): CallerKey => ({
  caller_id: 0,
  key: keys.mac('idempotency caller', `${ip}\n${key}`).toString('base64url'),
})
const refuseWaiting = (error: unknown): never => {
  if ((error as { code?: string }).code !== '55P03') throw error
  throw new Refusal('idempotency_in_progress', { headers: { 'retry-after': '2' }, also: { retry_after: 2 } })
}

const keyOf = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  return refuseField('Idempotency-Key', ['最多 200 個可見 ASCII 字元。', 'At most 200 visible ASCII characters.'])
}
