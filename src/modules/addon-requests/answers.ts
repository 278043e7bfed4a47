import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { isOutside, readerOf } from '../users/reader.ts'
import { addEntry, addSystemNote } from './entries.ts'
import { addonRequestFlow, sentenceOf, turns } from './flow.ts'
import { isOfferOpen, type LockedRequest, lockedRequest, setStatus, stateOf } from './locked-request.ts'
import type { Answer } from './request.ts'
import { entryReaderOf, oneEntry, ShownCommunication } from './timeline.ts'

type Given = {
  customer_response: Answer
  response_message?: string | undefined
  answered_at?: string | undefined
  channel?: 'line'
}

const turn = turns['customer-response']

/** The customer answers an offer; sales or an administrator may answer on its behalf. */
const answerByAccount = async (tx: Tx, actor: Actor, communicationId: number, given: Given) => {
  const asked = found(
    await tx
      .selectFrom('addon_communications')
      .select(['addon_request_id', 'is_internal', 'requires_customer_response'])
      .where('id', '=', communicationId)
      .executeTakeFirst(),
  )
  if (asked.is_internal && isOutside(readerOf(actor))) refuse('not_found')
  const request = await lockedRequest(tx, readerOf(actor), asked.addon_request_id)
  if (!asked.requires_customer_response)
    refuse('step_not_possible', { detail: answerless, also: { step: 'customer-response', possible: [] } })
  await answerOffer(tx, actor, request, given, communicationId)
}

const answerless = ['這則訊息不需要客戶回覆。', 'This entry asks for no answer.'] as const

/**
 * Repeating the same answer changes nothing. A different or late answer is refused; sales may record later what a customer said
 * by phone, with its time, and a rejection also without. Who has accepted and changes its mind tells sales, who record it.
 */
export async function answerOffer(
  tx: Tx,
  actor: Actor | undefined,
  request: LockedRequest,
  given: Given,
  offerId = request.offer_id,
) {
  const offer = found(request.offer)
  const { customer_response } = given
  if (offer.id !== offerId) refuse('offer_superseded', { also: { offer_id: offer.id } })
  if (offer.customer_response === customer_response && (await isRepeated(tx, request, given))) return
  if (!isOfferOpen(offer.customer_response))
    refuse('already_answered', {
      also: { customer_response: offer.customer_response },
      ...(isOfStaff(actor) && { detail: confirmInstead }),
    })
  mayTake(addonRequestFlow, 'customer-response', stateOf(request), actor?.roles ?? ['customer'])
  await refuseUntimely(tx, actor, offer, given)
  await storeOnOffer(tx, offer, given)
  await recordAnswer(tx, actor, request, given)
}

/**
 * Writes the entries of an answer and of the next step, and notifies of it. Sales do the same for a customer who had accepted and has changed
 * its mind; the offer keeps its answer then, because what was said is never rewritten.
 */
export async function recordAnswer(tx: Tx, actor: Actor | undefined, request: LockedRequest, given: Given) {
  const { customer_response, response_message, channel } = given
  const entry_id = await addEntry(tx, actor, request.id, {
    sender_type: 'customer',
    message_type: turn.says[customer_response],
    message: response_message ?? { event: `customer-response.${customer_response}` },
    is_internal: turn.internal,
    ...(channel && { channel }),
  })
  await addSystemNote(tx, actor, request.id, { event: `next.${customer_response}` })
  await setStatus(tx, request, outcome(turn, customer_response), turn, { customer_response })
  await emit(tx, 'addon-request.turned', {
    about: request.about,
    turn: 'customer-response',
    actor_id: actor?.id ?? 0,
    entry_id,
    answer: customer_response,
    words: response_message,
  })
}

const isOfStaff = (actor: Actor | undefined) => actor !== undefined && !actor.roles.includes('customer')
const confirmInstead: Words = [
  '客戶已回覆過。接受後又改變心意時，請在「業務確認」選擇新的回覆並寫明原因；婉拒後請重新報價。',
  'The customer has answered. If it takes back its yes, confirm the new answer with the reason; after a no, make a new offer.',
]

// An answer that negotiates with another message is new. Any other repetition is the same answer again.
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

type Offer = NonNullable<LockedRequest['offer']>

const refuseUntimely = async (tx: Tx, actor: Actor | undefined, offer: Offer, given: Given) => {
  const { customer_response, answered_at } = given
  const isByPhone = isOfStaff(actor)
  if (answered_at && !isByPhone) refuseField('answered_at', ownTime)
  if (answered_at && !(await isBetween(tx, offer.created_at, answered_at))) refuseField('answered_at', notBetween)
  if (!offer.is_late || (isByPhone && (answered_at || customer_response === 'rejected'))) return
  const also = { deadline: offer.customer_response_deadline }
  refuse('answer_too_late', isByPhone ? { detail: sayWhen, also } : { also })
}

// Whether the given time lies between the two, compared in whole minutes, because people enter times without seconds.
const isBetween = async (tx: Tx, from: string, at: string) => {
  const { rows } = await sql<{ holds: boolean }>`
    select ${at}::timestamptz between date_trunc('minute', ${from}::timestamptz) and clock_timestamp() as holds`.execute(
    tx,
  )
  return rows[0]?.holds
}

const ownTime: Words = [
  '回覆時間由系統記錄，請勿填寫。',
  'The time of your answer is recorded by the service; leave it out.',
]
const notBetween: Words = [
  '回覆時間必須在報價送出之後、現在之前。',
  'The answer was given after the offer and before now.',
]
const sayWhen: Words = [
  '回覆期限已過；若客戶已在電話中答覆，請填寫答覆時間，否則請重新報價。',
  'The deadline has passed. If the customer answered by phone, give the time of the answer; otherwise make a new offer.',
]

const storeOnOffer = async (tx: Tx, offer: Offer, { customer_response, answered_at }: Given) => {
  // A time in whole minutes may be a few seconds earlier than the offer itself.
  const when = answered_at ? sql`greatest(${answered_at}::timestamptz, created_at)` : sql`now()`
  await tx
    .updateTable('addon_communications')
    .set({ customer_response, answered_at: sql`coalesce(answered_at, ${when})` })
    .where('id', '=', offer.id)
    .execute()
}

export function answerRoute(on: On, zone: string) {
  on.patch(
    '/communications/:id/customer-response',
    {
      name: 'takeCustomerResponse',
      access: turns['customer-response'].by,
      summary: sentenceOf('customer-response'),
      body: turns['customer-response'].body,
      returns: ShownCommunication,
      refuses: ['step_not_possible', 'already_answered', 'answer_too_late', 'offer_superseded'],
    },
    async ({ tx, actor, params, body, locale }) => {
      await answerByAccount(tx, actor, params.id, body)
      return oneEntry(tx, { ...entryReaderOf(actor, locale, zone), ...params })
    },
  )
}
