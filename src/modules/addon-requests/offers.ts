import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import {
  currency,
  day,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  shown,
  text,
  whole,
} from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { Attachment } from '../attachments/schema.ts'
import { tripInEnglish } from '../shown-names.ts'
import { answerOffer } from './answers.ts'
import { AnswerByLink, turns } from './flow.ts'
import { lockedRequest } from './locked-request.ts'
import { type Answer, responses } from './request.ts'
import { messageIn } from './words.ts'

/** What a link shows: the offer and its subject. */
const Offer = shown(
  Type.Object({
    request_number: line(20, 'AR0000001'),
    type_name: line(100),
    type_name_en: nullable(line(100)),
    traveler_name: line(100),
    trip_serial: line(40),
    trip_name: line(200),
    trip_name_en: nullable(line(200)),
    departure_date: day(),
    quantity: whole(1),
    message: text(5000),
    quoted_price: money(),
    currency: currency(),
    customer_response: oneOf(responses),
    customer_response_deadline: nullable(moment()),
    valid_until: labelled(moment(), ['生效日不晚於', 'Valid by']),
    attachments: Type.Array(Attachment),
  }),
)

/** The response to an answer by link: the answer alone, nothing of the offer. */
const Receipt = Type.Object({ customer_response: oneOf(responses) })

/** The offer of a link, and the reason if it can no longer be answered. */
async function offerBehind(db: Db, token: string) {
  const token_hash = hashOf(token)
  const link = await linkOfToken(db, { token_hash })
  return link ? { ...link, token, token_hash } : refuseWrong()
}

/** The current offer, for the holder of its link or of an earlier one, and the reason if it can no longer be answered. */
export async function currentOfferBehind(db: Db, token: string) {
  const link = await offerBehind(db, token)
  if (link.over !== 'offer_superseded') return link
  return { ...link, ...(await currentOffer(db, { id: link.request_id })) }
}

/** Like `currentOfferBehind`, but refuses if the offer can no longer be answered. After the deadline nothing of it is shown. */
const openOffer = async (db: Db, token: string) => {
  const link = await offerBehind(db, token)
  if (link.over) refuseOver(link.over)
  return link
}

export function refuseOver(code: Over) {
  return refuse(code, { detail: over[code] })
}

const over: Record<Over, Words> = {
  already_answered: ['這份報價已經回覆過了。', 'This offer has been answered already.'],
  offer_superseded: [
    '已有新的報價，請使用最新郵件中的連結。',
    'There is a newer offer; please use the link in the latest mail.',
  ],
  step_not_possible: ['這筆申請已經結束，不需要再回覆。', 'This request is closed; no answer is needed any more.'],
  answer_too_late: ['回覆期限已過，請聯絡您的業務。', 'The time to answer is over; please contact your salesperson.'],
}

/** The reasons for which an offer can no longer be answered. */
type Over = 'already_answered' | 'offer_superseded' | 'step_not_possible' | 'answer_too_late'

const refuseWrong = () =>
  refuse('not_found', {
    detail: ['這個連結不正確，請確認網址是否完整。', 'This link is invalid; please check that it is complete.'],
  })

// The latest offer. It is open until its deadline, or without one until the last link that was mailed for it expires.
const currentOffer = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('addon_requests as r')
    .innerJoin('addon_communications as c', 'c.id', 'r.offer_id')
    .select(['c.id as communication_id', whyOver(sql`${endOfOffer} < now()`).as('over')])
    .where('r.id', '=', id),
)

const endOfOffer = sql<string | null>`coalesce(c.customer_response_deadline,
  (select max(expires_at) from links where communication_id = c.id))`

const whyOver = (isLate: ReturnType<typeof sql>) =>
  sql<Over | null>`case when c.customer_response in ('accepted', 'rejected') then 'already_answered'
                        when r.offer_id <> c.id then 'offer_superseded'
                        when not ${isOneOf('r.status', turns['customer-response'].from)} then 'step_not_possible'
                        when ${isLate} then 'answer_too_late' end`

const linkOfToken = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('addon_communications as c', 'c.id', 'l.communication_id')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .select(['c.id as communication_id', 'r.id as request_id'])
    .select(whyOver(sql`l.expires_at < now()`).as('over'))
    .where('l.token_hash', '=', token_hash),
)

/** An offer as its link shows it, without the rest of the request. */
const shownOffer = jsonRow((db, given: OfferOfLink) => offerRow(db, given))

/** Like `shownOffer`, for the HTML page, with the message in which the customer began to negotiate. */
export const offerOnPage = theRow((db, given: OfferOfLink) =>
  offerRow(db, given).select(['c.id', saidOf(sql`r.id`, sql`c.id`).as('said')]),
)

/** The customer's last message about an offer that is under negotiation, or null. */
export function saidOf(request: RawBuilder<unknown>, offer: RawBuilder<unknown>) {
  return sql<string | null>`(
    select s.message from addon_communications s
     where s.addon_request_id = ${request} and s.id > ${offer} and s.sender_type = 'customer'
       and s.message_type = ${turns['customer-response'].says.negotiating} order by s.id desc limit 1)`
}

export type OfferOnPage = Awaited<ReturnType<typeof offerOnPage>>

const offerRow = (db: Db, { communication_id, locale, token, token_hash }: OfferOfLink) =>
  db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(['r.request_number', 't.name as type_name', 't.name_en as type_name_en', 'v.name as traveler_name'])
    .select(['p.serial as trip_serial', 'p.name as trip_name', 'p.departure_date', 'r.quantity'])
    .select(tripInEnglish('p').as('trip_name_en'))
    .select(messageIn(locale).as('message'))
    .select(['c.quoted_price', 'r.currency', 'c.customer_response', 'c.customer_response_deadline'])
    .select([validUntil(token_hash).as('valid_until'), attachments(token).as('attachments')])
    .where('c.id', '=', communication_id)

type OfferOfLink = { communication_id: number; locale: Locale; token: string; token_hash: Buffer }

// For the link of an earlier offer, the time until which the current offer is valid.
const validUntil = (token_hash: Buffer) => sql<string>`coalesce(
  (select expires_at from links where token_hash = ${token_hash} and communication_id = c.id), ${endOfOffer})`
const attachments = (token: string) => sql<Shown[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'media_type', f.media_type, 'size', f.size,
      'url', '/api/offers/' || ${token}::text || '/attachments/' || a.id) order by a.id), '[]')
    from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
   where u.subject_type = 'addon_communication' and u.subject_id = c.id and f.deleted_at is null)`
type Shown = { id: number; name: string; media_type: string; size: number; url: string }

/** The file of an offer's attachment. */
const attachmentOfOffer = oneRow((db, { communication_id, id }: { communication_id: number; id: number }) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('attachment_uses as u', 'u.attachment_id', 'a.id')
    .select('a.file_id')
    .where('a.id', '=', id)
    .where('u.subject_type', '=', 'addon_communication')
    .where('u.subject_id', '=', communication_id),
)

type GivenAnswer = { customer_response: Answer; response_message?: string | undefined; channel?: 'line' }

/** Answers the offer of a link, or the later one that its page showed. Repeating the same answer changes nothing. */
export async function answerByLink(tx: Tx, token: string, given: GivenAnswer, shown?: number) {
  const { request_id, communication_id: own } = await offerBehind(tx, token)
  const communication_id = shown ?? own
  const request = await lockedRequest(tx, { sees: 'offer', offer: communication_id }, request_id)
  // Checked again after the request is locked. An answer to an offer that is no longer the latest one is refused below.
  const link = await currentOfferBehind(tx, token)
  if (link.over === 'answer_too_late') refuseOver(link.over)
  await answerOffer(tx, undefined, request, given, communication_id)
}

/** Answers an offer of a booking as the customer of the booking, with an account or with a mailed link. */
export async function answerOfBooking(
  tx: Tx,
  booking_id: number,
  offer_id: number,
  given: GivenAnswer,
  account: Actor | undefined,
) {
  const asked = await tx
    .selectFrom('addon_requests')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('offer_id', '=', offer_id)
    .executeTakeFirst()
  const { id } = asked ?? refuse('offer_superseded')
  const request = await lockedRequest(tx, { sees: 'offer', offer: offer_id }, id)
  await answerOffer(tx, account, request, given, offer_id)
}

const token = Type.String({ maxLength: 200 })
const params = Type.Object({ token })
const refuses = ['already_answered', 'answer_too_late', 'offer_superseded', 'step_not_possible'] as const

/** The offer behind a link in a mail, without an account. */
export const offers = routes((on) => {
  reads(on)
  answering(on)
})

const reads = (on: On) => {
  on.get(
    '/:token',
    { access: 'public', summary: 'The offer of a link from a mail', params, returns: Offer, etag: 'none', refuses },
    async ({ db, params: { token }, locale }) => shownOffer(db, { ...(await openOffer(db, token)), locale }),
  )

  on.file(
    '/:token/attachments/:id',
    {
      access: 'public',
      summary: 'An attachment of the offer',
      params: Type.Object({ token, id: ref() }),
      refuses: [...refuses, 'not_found'],
    },
    async ({ db, params: { token, id } }) => {
      const link = await currentOfferBehind(db, token)
      if (link.over) refuseOver(link.over)
      return found(await attachmentOfOffer(db, { ...link, id }))
    },
  )
}

const answering = (on: On) => {
  on.post(
    '/:token/answer',
    {
      access: 'public',
      summary: 'Answer the offer; repeating the same answer is allowed',
      params,
      body: AnswerByLink,
      returns: Receipt,
      etag: 'none',
      refuses,
    },
    async ({ tx, params: { token }, body }) => {
      await answerByLink(tx, token, body)
      return { customer_response: body.customer_response }
    },
  )
}
