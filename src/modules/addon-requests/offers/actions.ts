import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { answerOffer } from '../conversation/answers.ts'
import { locked } from '../locked-request.ts'
import type { Answer } from '../schema.ts'
import { offerBehind, refuseOver } from './links.ts'

type Given = { customer_response: Answer; response_message?: string | undefined }

/** Answers the offer of a link. Repeating the same answer changes nothing. */
export const answerByLink = async (tx: Tx, token: string, given: Given) => {
  const { request_id, communication_id } = await offerBehind(tx, token)
  const request = await locked(tx, { sees: 'offer', offer: communication_id }, request_id)
  // Checked again after the request is locked.
  const link = await offerBehind(tx, token)
  if (link.over === 'answer_too_late') refuseOver(link.over)
  await answerOffer(tx, undefined, request, given, communication_id)
}

/** Answers an offer of a booking, for the contact of that. */
export const answerOfBooking = async (tx: Tx, booking_id: number, offer_id: number, given: Given) => {
  const asked = await tx
    .selectFrom('addon_requests')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('offer_id', '=', offer_id)
    .executeTakeFirst()
  const { id } = asked ?? refuse('offer_superseded')
  const request = await locked(tx, { sees: 'offer', offer: offer_id }, id)
  await answerOffer(tx, undefined, request, given, offer_id)
}
