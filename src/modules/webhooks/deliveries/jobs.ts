import type { Jobs, JobTools } from '../../../kit/jobs/jobs.ts'
import { type WaitingDelivery, waitingDelivery } from '../queries.ts'
import { openSecret } from '../secrets.ts'
import { signatureHeaders } from '../signature.ts'
import { settle } from './outcome.ts'

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

const post = (waiting: WaitingDelivery, { keys, outbound }: JobTools) => {
  const { webhook_id, message_id, event: type, data, created_at, seconds, sealed, url } = waiting
  const body = JSON.stringify({ type, timestamp: new Date(created_at).toISOString(), data })
  const secrets = sealed.map((each) => openSecret(keys, webhook_id, each))
  const signed = signatureHeaders(secrets, message_id, seconds, body)
  return outbound.post(url, { 'content-type': 'application/json', 'user-agent': 'Guidon-Webhooks', ...signed }, body)
}
