import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { type Locale, localTime, say, type Words } from '../../kit/words/words.ts'
import { inWords } from '../languages/languages.ts'
import { makeLink } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderFor } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { tripCalled } from '../shown-names.ts'
import { textOf } from './words.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'addon-requests.offer': { communication_id: number }
  }
}

// The link is created when the mail is sent, so that no secret is stored in the job queue.
export async function mailOffer({ communication_id }: Jobs['addon-requests.offer'], tools: JobTools, id: string) {
  const { database, publicUrl, zone } = tools
  const offer = await awaitedOffer(database.db, { communication_id })
  if (!offer) return
  await database.transaction({}, async (tx) => enqueue(tx, 'line.offer', { communication_id }))
  const to = offer.email ?? offer.contact_email
  if (!to) return
  const { locale } = offer
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'offer', communication_id))
  const name = offer.account ?? provedOnly(offer, offer.contact_name)
  const params = { ...paramsOf(offer, zone), link: `${publicUrl}/l/offer/${token}` }
  const mail = mailOf('addon-request.sales-forward/mail', params, {
    ...{ locale, name, name_en: offer.account_en },
    sender: offer.sender,
  })
  await sendLetter(tools, { id, to, replyTo: offer.reply_to }, mail)
}

/** An offer in the words of its mail, without the address of its page; undefined once it does not wait for an answer any more. */
export async function offerInWords({ database, zone }: Pick<JobTools, 'database' | 'zone'>, communication_id: number) {
  const offer = await awaitedOffer(database.db, { communication_id })
  if (!offer) return undefined
  const { locale } = offer
  const params = { ...paramsOf(offer, zone), link: null }
  const { title, body } = inWords('addon-request.sales-forward/mail', params, locale)
  return { locale, text: `${title}\n\n${body}` }
}

// Sent to the customer's account, in its language, or else to the contact of the booking.
const awaitedOffer = oneRow((db, { communication_id }: { communication_id: number }) =>
  db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.offer_id', 'c.id')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .leftJoin('users as s', (join) => join.onRef('s.id', '=', 'r.sales_user_id').on('s.status', '=', 'active'))
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.customer_user_id').on('u.status', '=', 'active'))
    .select(['r.request_number', 'r.currency', 'r.quantity', 't.name', 't.name_en', 'v.name as traveler'])
    .select(['p.serial', 'p.name as trip', tripCalled('p').as('trip_en'), 's.email as reply_to'])
    .select(['c.message', 'c.event', 'c.params', 'c.quoted_price', 'c.customer_response_deadline'])
    .select(['b.contact_name', 'b.contact_email', 'b.contact_proved_at'])
    .select(['u.name as account', 'u.name_en as account_en', 'u.email'])
    .select(sql<Locale>`coalesce(u.locale, b.locale)`.as('locale'))
    .select(senderFor(sql`r.sales_user_id`, sql`b.branch_id`).as('sender'))
    .where('c.id', '=', communication_id)
    .where('r.status', '=', 'offered'),
)

type Offer = NonNullable<Awaited<ReturnType<typeof awaitedOffer>>>

// Until the mailbox is proved, a mail contains nothing that a caller without an account typed.
const provedOnly = ({ account, contact_proved_at }: Offer, typed: string) =>
  account !== null || contact_proved_at !== null ? typed : null

const paramsOf = (offer: Offer, zone: string) => {
  const {
    request_number: number,
    name,
    name_en,
    quantity,
    serial,
    trip,
    trip_en,
    quoted_price,
    customer_response_deadline: until,
    locale,
  } = offer
  return {
    number,
    serial,
    trip,
    trip_en,
    quantity,
    traveler: provedOnly(offer, offer.traveler),
    type: name,
    type_en: name_en ?? name,
    label: say(priceLabel(quantity), locale),
    price: amountIn(offer.currency, quoted_price ?? 0),
    until: until && localTime(until, zone),
    words: textOf(offer, locale),
  }
}

/** The label of a price, which is for the whole quantity. */
const priceLabel = (quantity: number): Words =>
  quantity > 1 ? [`${quantity} 份合計`, `Price for all ${quantity}`] : ['價格', 'Price']
