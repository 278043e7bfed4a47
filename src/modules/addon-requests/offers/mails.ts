import { oneRow } from '../../../kit/db/statement.ts'
import type { Jobs, JobTools } from '../../../kit/jobs/jobs.ts'
import { letter } from '../../../kit/mail.ts'
import { localTime, say, type Words } from '../../../kit/words/words.ts'
import { makeLink } from '../../links/actions.ts'
import { textOf } from '../conversation/words.ts'
import { priceInWords, priceLabel } from '../rules.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'addon-requests.offer': { communication_id: number }
  }
}

// The link is created when the mail is sent, so that no secret is stored in the job queue.
export const mailOffer = async (
  { communication_id }: Jobs['addon-requests.offer'],
  { database, mailer, publicUrl, zone }: JobTools,
  id: string,
) => {
  const offer = await awaited(database.db, { communication_id })
  const to = offer?.email ?? offer?.contact_email
  if (!offer || !to) return
  const locale = offer.locale ?? 'zh-TW'
  const { request_number, name, name_en } = offer
  const until = offer.customer_response_deadline && localTime(offer.customer_response_deadline, zone, locale)
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'offer', communication_id))
  const link = `${publicUrl}/l/offer/${token}`
  const subject: Words = [`${request_number} 您有新的報價：${name}`, `${request_number} Your offer: ${name_en ?? name}`]
  await mailer.send({
    id,
    to,
    subject: say(subject, locale),
    text: letter(locale, offer.account ?? provedOnly(offer, offer.contact_name), paragraphsOf(offer, until, link)),
  })
}

// Until the mailbox is proved, a mail contains nothing that a caller without an account typed.
const provedOnly = ({ account, contact_proved_at }: Offer, typed: string) =>
  account !== null || contact_proved_at !== null ? typed : null

const paragraphsOf = (offer: Offer, until: string | null, link: string): Words[] => {
  const { name, name_en, quantity, serial, trip, quoted_price } = offer
  const traveler = provedOnly(offer, offer.traveler)
  const [zh, en] = traveler === null ? ['', ''] : [`｜${traveler}`, `, ${traveler}`]
  const price = priceInWords(offer.currency, quoted_price ?? 0)
  const [labelZh, labelEn] = priceLabel(quantity)
  return [
    [textOf(offer, 'zh-TW'), textOf(offer, 'en')],
    [`${serial} ${trip}${zh}\n${name} × ${quantity}`, `${serial} ${trip}${en}\n${name_en ?? name} × ${quantity}`],
    [`${labelZh}：${price}`, `${labelEn}: ${price}`],
    ...(until ? [[`請於 ${until} 前回覆。`, `Please answer before ${until}.`] as const] : []),
    [`查看並回覆：${link}`, `See and answer it: ${link}`],
  ]
}

type Offer = NonNullable<Awaited<ReturnType<typeof awaited>>>

// Sent to the customer's account, in its language, or else to the contact of the booking.
const awaited = oneRow((db, { communication_id }: { communication_id: number }) =>
  db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.offer_id', 'c.id')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.customer_user_id').on('u.status', '=', 'active'))
    .select(['r.request_number', 'r.currency', 'r.quantity', 't.name', 't.name_en', 'v.name as traveler'])
    .select([
      'p.serial',
      'p.name as trip',
      'c.message',
      'c.event',
      'c.params',
      'c.quoted_price',
      'c.customer_response_deadline',
    ])
    .select(['b.contact_name', 'b.contact_email', 'b.contact_proved_at', 'u.name as account', 'u.email', 'u.locale'])
    .where('c.id', '=', communication_id)
    .where('r.status', '=', 'offered'),
)
