import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { offerInWords } from '../addon-requests/offer-mail.ts'
import { answerByLink } from '../addon-requests/offers.ts'
import { type Answer, responses } from '../addon-requests/request.ts'
import { makeLink } from '../links/links.ts'
import { isNight } from './deliver.ts'
import { hearsOfBooking } from './friends.ts'
import { send } from './messages.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Shows an offer to its customer on LINE, with buttons; it was mailed besides. */
    'line.offer': { communication_id: number }
  }
}

/** Writes an offer to the friends of its customer, in the words of its mail. One that was answered meanwhile is not shown any more. */
export async function tellOffer({ communication_id }: Jobs['line.offer'], tools: JobTools) {
  const { database } = tools
  const offer = await offerInWords(tools, communication_id)
  if (!offer) return
  const night = await isNight(database.db, {})
  // Its mail has left; on LINE it is told in the morning.
  if (night)
    return database.transaction({}, async (tx) =>
      enqueue(tx, 'line.offer', { communication_id }, { at: night.ends_at }),
    )
  await database.transaction({}, async (tx) => {
    for (const { line_friend_id } of await friendsOfCustomer(tx, { communication_id }))
      await send(tx, { line_friend_id, text: offer.text, communication_id })
  })
}

const friendsOfCustomer = statement((db, { communication_id }: { communication_id: number }) =>
  db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .innerJoin('line_hearers as h', 'h.booking_id', 'r.booking_id')
    .select('h.line_friend_id')
    .distinct()
    .where('c.id', '=', communication_id)
    .where('h.blocked_at', 'is', null)
    .orderBy('h.line_friend_id'),
)

/** The message with its buttons. Each holds a link of its own, made when the message is sent, so that no secret is stored. */
export async function withButtons(tools: JobTools, text: string, communication_id: number) {
  const locale = (await offerInWords(tools, communication_id))?.locale ?? 'zh-TW'
  const { token } = await tools.database.transaction({}, (tx) => makeLink(tx, 'offer', communication_id))
  const button = (response: Answer, label: string) => ({
    ...{ type: 'postback', label, displayText: label, data: `offer ${response} ${token}` },
  })
  const actions = [
    button('accepted', say(['接受', 'Accept'], locale)),
    button('rejected', say(['婉拒', 'Decline'], locale)),
    button('negotiating', say(['想再討論', 'Let us talk'], locale)),
    { type: 'uri', label: say(['看報價', 'See the offer'], locale), uri: `${tools.publicUrl}/l/offer/${token}` },
  ]
  const template = { type: 'buttons', text: say(['請選擇您的回覆', 'Please choose your answer'], locale), actions }
  return [
    { type: 'text', text },
    { type: 'template', altText: text.slice(0, 400), template },
  ]
}

/** Answers an offer by a button, with the same checks as its page. Returns whether the data was that of such a button. */
export async function answerByButton(tx: Tx, friend_id: number, data: string) {
  const [what, given = '', token = ''] = data.split(' ')
  const customer_response = responses.find((each): each is Answer => each !== 'pending' && each === given)
  if (what !== 'offer' || customer_response === undefined || !token) return false
  const offer = await bookingOfOffer(tx, { token_hash: hashOf(token) })
  // Somebody who is not linked any more keeps the old buttons.
  if (offer && !(await hearsOfBooking(tx, { friend_id, booking_id: offer.booking_id })))
    refuse('forbidden', { detail: notTheirs })
  await answerByLink(tx, token, { customer_response, channel: 'line' })
  return true
}
const notTheirs: Words = [
  '這個 LINE 已經沒有連結這筆訂單，不能代為回覆；請到您的訂單頁取得新的代碼，或用郵件中的連結回覆。',
  'This LINE is not linked to the booking any more and cannot answer for it: get a new code on the page of the booking, or answer by the link in the mail.',
]
const bookingOfOffer = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('addon_communications as c', 'c.id', 'l.communication_id')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .select('r.booking_id')
    .where('l.token_hash', '=', token_hash),
)
