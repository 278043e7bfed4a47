import { sql } from 'kysely'
import { selected } from '../../../kit/db/columns.ts'
import { isOneOf } from '../../../kit/db/condition.ts'
import { jsonArrayOf, jsonRow } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { moment, nullable, ref, without } from '../../../kit/fields.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { is, reached, whether } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'
import { isOutside, type Person, personOf, type Reader } from '../../users/reader.ts'
import { turns } from '../flow.ts'
import { departmentWords, messageTypeWords, responseWords, senderWords } from '../labels.ts'
import { Communication } from '../schema.ts'
import { isEntrySeen, requestsSeenBy } from '../visible.ts'
import { inWords, messageIn } from './words.ts'

/** A reader with time zone, language, and whether its role may answer offers. */
export type Reading = Person & { zone: string; locale: Locale; mayAnswer?: true; isPublicOnly?: true }

export const readingOf = (actor: Actor, locale: Locale, zone: string): Reading => ({
  ...personOf(actor),
  zone,
  locale,
  ...((actor.role === 'customer' || actor.role === 'admin') && { mayAnswer: true }),
})

const MOST = 2_000

const seen = (db: Db, given: Reader & { id: number }) =>
  requestsSeenBy(db, given).select('r.id').where('r.id', '=', given.id)

/** The entries in order; of a very long conversation, the latest ones. */
export const timeline = jsonArrayOf(seen, (db, given: Reading & { id: number }) =>
  db
    .selectFrom(entries(db, given).where('r.id', '=', given.id).orderBy('c.id', 'desc').limit(MOST).as('latest'))
    .selectAll()
    .orderBy('latest.id'),
)

export const oneEntry = jsonRow((db, given: Reading & { id: number }) =>
  entries(db, given).where('c.id', '=', given.id),
)

/** Refuses as not found if the reader may not see the request. */
export const requireSeen = theRow(seen)

/** Offers without an answer, the most urgent first. */
export const pendingList = list({
  of: 'o',
  sort: { customer_response_deadline: nullable(moment()) },
  order: 'customer_response_deadline',
  since: 'created_at',
  filters: {
    overdue: whether(sql<boolean>`o.customer_response_deadline < now()`),
    request_id: is('r.id', ref()),
    planned_trip_id: is('r.planned_trip_id', ref()),
    sales_user_id: is('r.sales_user_id', ref()),
    branch_id: reached('r.booking_id', 'bookings', 'id', 'branch_id'),
  },
})

export const pendingPage = pendingList.over((db, given: Reading) =>
  entries(db, given, sql<boolean>`c.id = r.offer_id`)
    .where(sql<boolean>`r.status = 'offered'`)
    .innerJoin(awaited.as('o'), (join) => join.onTrue())
    .leftJoin('addon_request_types as t', 't.id', 'r.type_id')
    .leftJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(subject.as('request')),
)

/** Entries as the timeline shows them, with labels: all of the request, or those selected by `which`. */
const entries = (db: Db, given: Reading, which = sql<boolean>`c.addon_request_id = r.id`) =>
  requestsSeenBy(db, given)
    .innerJoin('addon_communications as c', (join) => join.on(which))
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('bookings as b', 'b.id', 'r.booking_id')
    .where(isEntrySeen(given))
    .$if(!!given.isPublicOnly, (rows) => rows.where('c.is_internal', '=', false))
    .select(selected('c', ['id', ...keptFields, 'answered_at', 'created_at']))
    .select([messageIn(given.locale).as('message'), onBehalfOf(given).as('on_behalf_of')])
    .select(
      (isOutside(given) ? sql`case when not ${isUnnamed(given)} then c.user_id end` : sql`c.user_id`).as('user_id'),
    )
    .select(speaker(given).as('user'))
    .select([senderLabel(given).as('sender_label'), price.as('formatted_quoted_price')])
    .select(inWords(sql`c.message_type`, messageTypeWords, given.locale).as('message_type_label'))
    .select(inWords(sql`c.customer_response`, responseWords, given.locale).as('customer_response_label'))
    .select([attachments.as('attachments'), isOverdue.as('is_overdue')])
    .select([(given.mayAnswer ? canRespond : sql`false`).as('can_customer_respond'), isRead(given).as('is_read')])
    .select(sql`to_char(c.created_at at time zone ${given.zone}, 'YYYY-MM-DD HH24:MI')`.as('formatted_date'))

// Without what is added separately: the text, which depends on the language, and the author, because a customer is not shown all names.
const keptFields = Object.keys(without(Communication, ['user_id', 'message', 'on_behalf_of']).properties)

// Who speaks for a department is not shown to a customer.
const onBehalfOf = (given: Reading) =>
  isOutside(given) ? sql`case when not ${isOfDepartment} then c.on_behalf_of end` : sql`c.on_behalf_of`

const spoken = (words: Words, { locale }: Reading) => sql.lit(say(words, locale))

const isOfDepartment = sql`(c.sender_type = 'department')`
// A customer sees departments without the person, and never the name of another customer or of a leader: a booking may
// have belonged to another account before, and a former colleague may be a customer now.
const isUnnamed = ({ me }: Reading) => sql`(${isOfDepartment} or (u.role in ('customer', 'leader') and u.id <> ${me}))`
const departmentName = (given: Reading) => inWords(sql`r.department`, departmentWords, given.locale)
const senderLabel = (given: Reading) =>
  sql`case when ${isOfDepartment} then ${departmentName(given)} else ${inWords(sql`c.sender_type`, senderWords, given.locale)} end`

// A customer who answered by a link has no account; the name comes from the booking.
const speaker = (given: Reading) => {
  const name = sql`coalesce(u.name, case when c.sender_type = 'customer' then b.contact_name else ${spoken(senderWords.system, given)} end)`
  const person = sql`json_build_object('id', u.id, 'name', ${name})`
  if (!isOutside(given)) return person
  return sql`case when ${isUnnamed(given)} then json_build_object('id', null, 'name', ${senderLabel(given)}) else ${person} end`
}

const price = sql<string | null>`r.currency || ' ' || to_char(c.quoted_price,
  case when c.quoted_price = trunc(c.quoted_price) then 'FM999,999,999,990' else 'FM999,999,999,990.00' end)`

// Only the latest offer can be waiting for an answer.
const isLatest = sql`(r.offer_id = c.id)`
const isOverdue = sql<boolean>`coalesce(${isLatest} and r.status = 'offered' and c.customer_response = 'pending'
  and c.customer_response_deadline < now(), false)`
const canRespond = sql<boolean>`coalesce(${isLatest} and c.customer_response in ('pending', 'negotiating')
  and ${isOneOf('r.status', turns['customer-response'].from)}
  and coalesce(c.customer_response_deadline >= now(), true), false)`

const isRead = ({ me }: Reading) => sql<boolean>`(c.user_id is not distinct from ${me}
  or exists (select from addon_communication_reads x where x.user_id = ${me} and x.communication_id = c.id))`

const attachments = sql`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'url', '/api/attachments/' || a.id) order by a.id), '[]')
    from attachment_uses n join attachments a on a.id = n.attachment_id join files f on f.id = a.file_id
   where n.subject_type = 'addon_communication' and n.subject_id = c.id)`

// Joined through the request, so that open offers are read in the order of an index.
const awaited = sql<{ id: number }>`lateral (
  select r.offer_id as id, r.response_deadline as customer_response_deadline, c.created_at)`

const subject = sql`json_build_object('id', r.id, 'request_number', r.request_number, 'type_name', t.name,
  'traveler_name', v.name, 'trip_serial', p.serial)`
