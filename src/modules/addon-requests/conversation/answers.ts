import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuse } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake, outcome } from '../../../kit/flow.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { isOutside, readerOf } from '../../users/reader.ts'
import { life, turns } from '../flow.ts'
import { type LockedRequest, lockedRequest, standingOf } from '../locked-request.ts'
import { isOpen } from '../rules.ts'
import type { Answer } from '../schema.ts'
import { addEntry, enter, note } from './entries.ts'

type Given = { customer_response: Answer; response_message?: string | undefined }

const turn = turns['customer-response']

/** The customer answers an offer; sales or an administrator may answer on its behalf. */
export const answer = async (tx: Tx, actor: Actor, communicationId: number, given: Given) => {
  const asked = found(
    await tx
      .selectFrom('addon_communications')
      .select(['addon_request_id', 'is_internal', 'requires_customer_response'])
      .where('id', '=', communicationId)
      .executeTakeFirst(),
  )
  if (asked.is_internal && isOutside(readerOf(actor))) refuse('not_found')
  const request = await lockedRequest(tx, actor, asked.addon_request_id)
  if (!asked.requires_customer_response)
    refuse('step_not_possible', { detail: answerless, also: { step: 'customer-response', possible: [] } })
  await answerOffer(tx, actor, request, given, communicationId)
}

/** Repeating the same answer changes nothing. A different or late answer is refused. */
export const answerOffer = async (
  tx: Tx,
  actor: Actor | undefined,
  request: LockedRequest,
  given: Given,
  offerId = request.offer_id,
) => {
  const offer = found(request.offer)
  const { customer_response } = given
  if (offer.id !== offerId) refuse('offer_superseded', { also: { offer_id: offer.id } })
  if (offer.customer_response === customer_response && (await isRepeated(tx, request, given))) return
  if (!isOpen(offer.customer_response))
    refuse('already_answered', { also: { customer_response: offer.customer_response } })
  mayTake(life, 'customer-response', standingOf(request), actor?.role ?? 'customer')
  if (offer.is_late) refuse('answer_too_late', { also: { deadline: offer.customer_response_deadline } })

  const entry_id = await writeAnswer(tx, actor, request.id, offer.id, given)
  await enter(tx, request, outcome(turn, customer_response), turn, { customer_response })
  await emit(tx, 'addon-request.turned', {
    about: request.about,
    turn: 'customer-response',
    actor_id: actor?.id ?? 0,
    entry_id,
    answer: customer_response,
  })
}

/** Stores the answer on the offer, and writes the entries of the answer and of the next step. */
const writeAnswer = async (tx: Tx, actor: Actor | undefined, id: number, offerId: number, given: Given) => {
  const { customer_response, response_message } = given
  await tx
    .updateTable('addon_communications')
    .set({ customer_response, answered_at: sql`coalesce(answered_at, now())` })
    .where('id', '=', offerId)
    .execute()
  const entry_id = await addEntry(tx, actor, id, {
    sender_type: 'customer',
    message_type: turn.says[customer_response],
    message: response_message ?? { event: `customer-response.${customer_response}` },
    is_internal: turn.internal,
  })
  await note(tx, id, { event: `next.${customer_response}` })
  return entry_id
}

// A negotiating answer with another message is new; any other repetition is the same answer again.
const isRepeated = async (tx: Tx, { id, offer_id }: LockedRequest, { customer_response, response_message }: Given) => {
  if (customer_response !== 'negotiating' || response_message === undefined) return true
  const last = await tx
    .selectFrom('addon_communications')
    .select('message')
    .where('addon_request_id', '=', id)
    .where('id', '>', offer_id)
    .where('sender_type', '=', 'customer')
    .where('message_type', '=', turn.says.negotiating)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.message === response_message
}

const answerless = ['這則訊息不需要客戶回覆。', 'This entry asks for no answer.'] as const
