import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { jsonRow } from '../../../kit/db/json.ts'
import { oneRow, theRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Events } from '../../../kit/events.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import { hashOf } from '../../../kit/secrets/tokens.ts'
import type { Locale, Words } from '../../../kit/words/words.ts'
import { endAddonLinks } from '../../links/actions.ts'
import { tripInEnglish } from '../../shown-names.ts'
import { messageIn } from '../conversation/words.ts'
import { turns } from '../flow.ts'

/** Ends the links to offers of a booking whose customer has changed, and mails new ones for offers that await an answer. */
export const renewOfferLinks = async (tx: Tx, { booking_id }: Events['booking.readdressed']) => {
  await endAddonLinks(tx, booking_id)
  const offers = await tx
    .selectFrom('addon_requests')
    .select('offer_id')
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'offered')
    .orderBy('id')
    .execute()
  for (const { offer_id } of offers) if (offer_id) enqueue(tx, 'addon-requests.offer', { communication_id: offer_id })
}

/** The offer of a link. */
export const offerBehind = async (db: Db, token: string) => {
  const token_hash = hashOf(token)
  const link = await behind(db, { token_hash })
  return link ? { ...link, token, token_hash } : refuseWrong()
}

const refuseWrong = () =>
  refuse('not_found', {
    detail: ['這個連結不正確，請確認網址是否完整。', 'This link is wrong; please check that it is whole.'],
  })

/** The same, if it can still be answered; after the deadline it is refused without showing anything. */
export const openOffer = async (db: Db, token: string) => {
  const link = await offerBehind(db, token)
  if (link.over) refuseOver(link.over)
  return link
}

type Over = 'already_answered' | 'offer_superseded' | 'step_not_possible' | 'answer_too_late'

export const refuseOver = (code: Over) => refuse(code, { detail: over[code] })

const over: Record<Over, Words> = {
  already_answered: ['這份報價已經回覆過了。', 'This offer has been answered already.'],
  offer_superseded: [
    '已有新的報價，請使用最新郵件中的連結。',
    'There is a newer offer; please use the link in the latest mail.',
  ],
  step_not_possible: ['這筆申請已經結束，不需要再回覆。', 'This request is closed; no answer is needed any more.'],
  answer_too_late: ['回覆期限已過，請聯絡您的業務。', 'The time to answer is over; please contact your sales person.'],
}

const behind = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
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

type Given = { communication_id: number; locale: Locale; token: string; token_hash: Buffer }
type Shown = { id: number; name: string; media_type: string; size: number; url: string }

const validUntil = (token_hash: Buffer) => sql<string>`(select expires_at from links where token_hash = ${token_hash})`
const attachments = (token: string) => sql<Shown[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'media_type', f.media_type, 'size', f.size,
      'url', '/api/offers/' || ${token}::text || '/attachments/' || a.id) order by a.id), '[]')
    from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
   where u.subject_type = 'addon_communication' and u.subject_id = c.id and f.deleted_at is null)`

/** The file of an offer's attachment. */
export const attachmentOfOffer = oneRow((db, { communication_id, id }: { communication_id: number; id: number }) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('attachment_uses as u', 'u.attachment_id', 'a.id')
    .select('a.file_id')
    .where('a.id', '=', id)
    .where('u.subject_type', '=', 'addon_communication')
    .where('u.subject_id', '=', communication_id),
)

/** An offer as its link shows it, without the rest of the request. */
export const shownOffer = jsonRow((db, given: Given) => offers(db, given))

/** The same for the HTML page. */
export const offerOnPage = theRow((db, given: Given) => offers(db, given))

const offers = (db: Db, { communication_id, locale, token, token_hash }: Given) =>
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

export type OfferOnPage = Awaited<ReturnType<typeof offerOnPage>>
