import { sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/condition.ts'
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

/** The answer to an answer by link: only itself, nothing of the offer. */
const Receipt = Type.Object({ customer_response: oneOf(responses) })

/** The offer of a link, and why it can no longer be answered, if so. */
export async function offerBehind(db: Db, token: string) {
  const token_hash = hashOf(token)
  const link = await linkOfToken(db, { token_hash })
  return link ? { ...link, token, token_hash } : refuseWrong()
}

/** The same, if it can still be answered; after the deadline it is refused without showing anything. */
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
  answer_too_late: ['回覆期限已過，請聯絡您的業務。', 'The time to answer is over; please contact your sales person.'],
}

/** Why an offer can no longer be answered. */
type Over = 'already_answered' | 'offer_superseded' | 'step_not_possible' | 'answer_too_late'

const refuseWrong = () =>
  refuse('not_found', {
    detail: ['這個連結不正確，請確認網址是否完整。', 'This link is wrong; please check that it is whole.'],
  })

const linkOfToken = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('addon_communications as c', 'c.id', 'l.communication_id')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .select(['c.id as communication_id', 'r.id as request_id'])
    .select(
      sql<Over | null>`case when c.customer_response in ('accepted', 'rejected') then 'already_answered'
                            when r.offer_id <> c.id then 'offer_superseded'
                            when not ${isOneOf('r.status', turns['customer-response'].from)} then 'step_not_possible'
                            when l.expires_at < now() then 'answer_too_late' end`.as('over'),
    )
    .where('l.token_hash', '=', token_hash),
)

/** An offer as its link shows it, without the rest of the request. */
const shownOffer = jsonRow((db, given: OfferOfLink) => offerRow(db, given))

/** The same for the HTML page. */
export const offerOnPage = theRow((db, given: OfferOfLink) => offerRow(db, given))

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

const validUntil = (token_hash: Buffer) => sql<string>`(select expires_at from links where token_hash = ${token_hash})`
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

type GivenAnswer = { customer_response: Answer; response_message?: string | undefined }

/** Answers the offer of a link. Repeating the same answer changes nothing. */
export async function answerByLink(tx: Tx, token: string, given: GivenAnswer) {
  const { request_id, communication_id } = await offerBehind(tx, token)
  const request = await lockedRequest(tx, { sees: 'offer', offer: communication_id }, request_id)
  // Checked again after the request is locked.
  const link = await offerBehind(tx, token)
  if (link.over === 'answer_too_late') refuseOver(link.over)
  await answerOffer(tx, undefined, request, given, communication_id)
}

/** Answers an offer of a booking as the contact of the booking. */
export async function answerOfBooking(tx: Tx, booking_id: number, offer_id: number, given: GivenAnswer) {
  const asked = await tx
    .selectFrom('addon_requests')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('offer_id', '=', offer_id)
    .executeTakeFirst()
  const { id } = asked ?? refuse('offer_superseded')
  const request = await lockedRequest(tx, { sees: 'offer', offer: offer_id }, id)
  await answerOffer(tx, undefined, request, given, offer_id)
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
    async ({ db, params: { token, id } }) =>
      found(await attachmentOfOffer(db, { ...(await openOffer(db, token)), id })),
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
