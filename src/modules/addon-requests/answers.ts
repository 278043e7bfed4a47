import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import type { Actor } from '../../kit/http/access.ts'
import { enter, say } from './entries.ts'
import { turns } from './flow.ts'
import { type HeldRequest, heldRequest } from './queries.ts'
import { isOpen } from './rules.ts'
import type { Answer } from './schema.ts'

type Given = { customer_response: Answer; response_message?: string | undefined }

/** The customer answers an offer; sales or an administrator may pass the answer on. */
export const answer = async (tx: Tx, actor: Actor, communicationId: number, given: Given) => {
  const asked = found(
    await tx
      .selectFrom('addon_communications')
      .select(['addon_request_id', 'is_internal', 'requires_customer_response'])
      .where('id', '=', communicationId)
      .executeTakeFirst(),
  )
  if (asked.is_internal && actor.role === 'customer') refuse('not_found')
  const request = await heldRequest(tx, actor, asked.addon_request_id)
  if (!asked.requires_customer_response) refuseNoOffer()
  await answerOffer(tx, actor, request, given, communicationId)
}

/** The same answer twice is one answer. Another one, or one that comes too late, is refused. */
export const answerOffer = async (
  tx: Tx,
  actor: Actor | undefined,
  request: HeldRequest,
  { customer_response, response_message }: Given,
  offerId = request.offer_id,
) => {
  const offer = found(request.offer)
  if (offer.id !== offerId) refuse('offer_superseded', { also: { offer_id: offer.id } })
  if (offer.customer_response === customer_response) return
  if (!isOpen(offer.customer_response))
    refuse('already_answered', { also: { customer_response: offer.customer_response } })
  const turn = turns['customer-response']
  mayTake(turns, 'customer-response', request.status)
  if (offer.is_late) refuse('answer_too_late', { also: { deadline: offer.customer_response_deadline } })

  await tx.updateTable('addon_communications').set({ customer_response }).where('id', '=', offer.id).execute()
  const entry_id = await say(tx, actor, request.id, {
    sender_type: turn.by,
    message_type: turn.says[customer_response],
    message: response_message ?? answered[customer_response],
    is_internal: turn.internal,
  })
  await say(tx, undefined, request.id, {
    sender_type: 'system',
    message_type: 'note',
    message: followUps[customer_response],
    is_internal: true,
  })
  await enter(tx, request, outcome(turn, customer_response), turn, { customer_response })
  await emit(tx, 'addon-request.turned', {
    request_id: request.id,
    turn: 'customer-response',
    actor_id: actor?.id ?? 0,
    entry_id,
    answer: customer_response,
  })
}

const answered: Record<Answer, string> = {
  accepted: '接受報價。',
  rejected: '不接受報價。',
  negotiating: '希望再討論。',
}
const followUps: Record<Answer, string> = {
  accepted: '客戶已接受報價；下一步：業務向部門確認。',
  rejected: '客戶不接受報價；下一步：業務確認取消，或重新詢價。',
  negotiating: '客戶希望再討論；下一步：業務重新詢價，或提供新的報價。',
}

const refuseNoOffer = () =>
  refuse('step_not_possible', {
    detail: ['這則訊息不需要客戶回覆。', 'This entry asks for no answer.'],
    also: { step: 'customer-response', possible: [] },
  })
