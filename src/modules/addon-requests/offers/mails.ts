import { job } from '../../../kit/jobs.ts'
import { letter } from '../../../kit/mail.ts'
import { localTime, say } from '../../../kit/words.ts'
import { makeOfferLink } from './links.ts'

declare module '../../../kit/jobs.ts' {
  interface Jobs {
    'addon-requests.offer': { communication_id: number }
  }
}

// The link is made when the mail is written, so that no secret waits in the job list.
job('addon-requests.offer', async ({ communication_id }, { database, mailer, publicUrl, zone }) => {
  const offer = await database.db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.offer_id', 'c.id')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .leftJoin('users as u', 'u.id', 'b.customer_user_id')
    .select([
      'r.request_number',
      'r.currency',
      't.name',
      't.name_en',
      'c.message',
      'c.quoted_price',
      'c.customer_response_deadline',
    ])
    .select(['b.contact_name', 'b.contact_email', 'u.email', 'u.locale'])
    .where('c.id', '=', communication_id)
    .where('c.customer_response', '=', 'pending')
    .executeTakeFirst()
  const to = offer?.email ?? offer?.contact_email
  if (!offer || !to) return
  const link = `${publicUrl}/offers/${await database.transaction({}, (tx) => makeOfferLink(tx, communication_id))}`
  const price = `${offer.currency} ${offer.quoted_price?.toLocaleString('en')}`
  const locale = offer.locale ?? 'zh-TW'
  const deadline = offer.customer_response_deadline && localTime(offer.customer_response_deadline, zone, locale)
  await mailer.send({
    id: `offer-${communication_id}`,
    to,
    subject: say(
      [
        `${offer.request_number} 您有新的報價：${offer.name}`,
        `${offer.request_number} Your offer: ${offer.name_en ?? offer.name}`,
      ],
      locale,
    ),
    text: letter(locale, offer.contact_name, [
      [offer.message, offer.message],
      [`價格：${price}`, `Price: ${price}`],
      ...(deadline ? [[`請於 ${deadline} 前回覆。`, `Please answer before ${deadline}.`] as const] : []),
      [`查看並回覆：${link}`, `See and answer it: ${link}`],
    ]),
  })
})
