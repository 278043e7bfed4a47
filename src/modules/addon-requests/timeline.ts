import { sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf, selected } from '../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRow } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import {
  anyText,
  flag,
  labelled,
  moment,
  nullable,
  orNull,
  ref,
  shown,
  shownFields,
  without,
} from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { is, reached, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { isOfOffice } from '../users/has-role.ts'
import { type Person, personOf, type Reader, readerOf } from '../users/reader.ts'
import { readers, timelineReaders, turns } from './flow.ts'
import { Communication } from './request.ts'
import { isEntrySeen, isOfCustomer, requestsSeenBy } from './visible.ts'
import {
  departmentWords,
  inWords,
  messageIn,
  messageTypeWords,
  responseWords,
  senderWords,
  supersededWords,
} from './words.ts'

export const ShownCommunication = Type.Object({
  id: ref(),
  ...shown(Communication).properties,
  user: Type.Object({ id: orNull(Type.Integer()), name: anyText() }),
  sender_label: anyText('票務'),
  message_type_label: anyText('報價'),
  formatted_quoted_price: orNull(anyText('NT$12,000')),
  customer_response_label: orNull(anyText('等待回覆')),
  attachments: Type.Array(Type.Object({ id: ref(), name: anyText(), url: anyText() })),
  ...shownFields({ is_superseded: flag(), is_overdue: flag(), can_customer_respond: flag(), is_read: flag() }),
  formatted_date: anyText('2027-01-28 19:30'),
  ...shownFields({
    answered_at: labelled(nullable(moment()), ['答覆時間', 'Time of the answer']),
    created_at: moment(),
  }),
})

/** The path of an entry of any kind, below which its id stands. */
export const entriesPath = '/api/addon-requests/communications'

/** A reader with time zone, language, and whether one of its roles may answer offers. */
type EntryReader = Person & { zone: string; locale: Locale; mayAnswer?: true; isPublicOnly?: true }

export function entryReaderOf(actor: Actor, locale: Locale, zone: string): EntryReader {
  return {
    ...personOf(actor),
    zone,
    locale,
    ...(hasOneOf(actor.roles, ['customer', 'admin']) && { mayAnswer: true }),
  }
}

const seen = (db: Db, given: Reader & { id: number }) =>
  requestsSeenBy(db, given).select('r.id').where('r.id', '=', given.id)

const MOST = 2_000

/** The entries in order; of a very long conversation, the latest ones. */
export const timeline = jsonArrayOf(seen, (db, given: EntryReader & { id: number }) =>
  db
    .selectFrom(entryRows(db, given).where('r.id', '=', given.id).orderBy('c.id', 'desc').limit(MOST).as('latest'))
    .selectAll()
    .orderBy('latest.id'),
)

export const oneEntry = jsonRow((db, given: EntryReader & { id: number }) =>
  entryRows(db, given).where('c.id', '=', given.id),
)

/** Refuses as not found if the reader may not see the request. */
export const requireSeen = theRow(seen)

/** Entries as the timeline shows them, with labels: all of the request, or those selected by `which`. */
const entryRows = (db: Db, given: EntryReader, which = sql<boolean>`c.addon_request_id = r.id`) =>
  requestsSeenBy(db, given)
    .innerJoin('addon_communications as c', (join) => join.on(which))
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('bookings as b', 'b.id', 'r.booking_id')
    .where(isEntrySeen(given))
    .$if(!!given.isPublicOnly, (rows) => rows.where('c.is_internal', '=', false))
    .select(selected('c', ['id', ...storedFields, 'answered_at', 'created_at']))
    .select([messageIn(given.locale).as('message'), onBehalfOf(given).as('on_behalf_of')])
    .select(
      (isOfCustomer(given) ? sql`case when not ${isUnnamed(given)} then c.user_id end` : sql`c.user_id`).as('user_id'),
    )
    .select(speaker(given).as('user'))
    .select([senderLabel(given).as('sender_label'), price.as('formatted_quoted_price')])
    .select(inWords(sql`c.message_type`, messageTypeWords, given.locale).as('message_type_label'))
    .select(responseLabel(given).as('customer_response_label'))
    .select(isAsked.as('requires_customer_response'))
    .select([isSuperseded.as('is_superseded'), attachments.as('attachments'), isOverdue.as('is_overdue')])
    .select([(given.mayAnswer ? canRespond : sql`false`).as('can_customer_respond'), isRead(given).as('is_read')])
    .select(sql`to_char(c.created_at at time zone ${given.zone}, 'YYYY-MM-DD HH24:MI')`.as('formatted_date'))

// Without what is added separately: the text, which depends on the language, the author, because a customer is not shown all names, and
// whether an answer is wanted, because a later offer ends that.
const storedFields = Object.keys(
  without(Communication, ['user_id', 'message', 'on_behalf_of', 'requires_customer_response']).properties,
)

// Who speaks for a department is not shown to a customer.
const onBehalfOf = (given: EntryReader) =>
  isOfCustomer(given) ? sql`case when not ${isOfDepartment} then c.on_behalf_of end` : sql`c.on_behalf_of`

const isOfDepartment = sql`(c.sender_type = 'department')`
// A customer sees departments without the person, and never the name of another customer or of a leader: a booking may
// have belonged to another account before, and a former colleague may be a customer now.
const isUnnamed = ({ me }: EntryReader) => sql`(${isOfDepartment} or (not ${isOfOffice('u')} and u.id <> ${me}))`
const departmentName = (given: EntryReader) => inWords(sql`r.department`, departmentWords, given.locale)
const senderLabel = (given: EntryReader) =>
  sql`case when ${isOfDepartment} then ${departmentName(given)} else ${inWords(sql`c.sender_type`, senderWords, given.locale)} end`

// A customer who answered by a link has no account; the name comes from the booking.
const speaker = (given: EntryReader) => {
  const name = sql`coalesce(u.name, case when c.sender_type = 'customer' then b.contact_name else ${literalWords(senderWords.system, given)} end)`
  const person = sql`json_build_object('id', u.id, 'name', ${name})`
  if (!isOfCustomer(given)) return person
  return sql`case when ${isUnnamed(given)} then json_build_object('id', null, 'name', ${senderLabel(given)}) else ${person} end`
}

const literalWords = (words: Words, { locale }: EntryReader) => sql.lit(say(words, locale))

const price = sql<string | null>`amount_in(r.currency, c.quoted_price)`

// Only the latest offer can be waiting for an answer.
const isLatest = sql`(r.offer_id = c.id)`
const isAsked = sql<boolean>`coalesce(c.requires_customer_response and ${isLatest}, false)`
/** An unanswered offer that was replaced by a later one. */
const isSuperseded = sql<boolean>`coalesce(not ${isLatest} and c.customer_response = 'pending', false)`
const responseLabel = (given: EntryReader) =>
  sql`case when ${isSuperseded} then ${literalWords(supersededWords, given)}
    else ${inWords(sql`c.customer_response`, responseWords, given.locale)} end`
const isOverdue = sql<boolean>`coalesce(${isLatest} and r.status = 'offered' and c.customer_response = 'pending'
  and c.customer_response_deadline < now(), false)`
const canRespond = sql<boolean>`coalesce(${isLatest} and c.customer_response in ('pending', 'negotiating')
  and ${isOneOf('r.status', turns['customer-response'].from)}
  and coalesce(c.customer_response_deadline >= now(), true), false)`

const isRead = ({ me }: EntryReader) => sql<boolean>`(c.user_id is not distinct from ${me}
  or exists (select from addon_communication_reads x where x.user_id = ${me} and x.communication_id = c.id))`

const attachments = sql`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'url', '/api/attachments/' || a.id) order by a.id), '[]')
    from attachment_uses n join attachments a on a.id = n.attachment_id join files f on f.id = a.file_id
   where n.subject_type = 'addon_communication' and n.subject_id = c.id)`

/** Marks an entry as read for one person; repeating it changes nothing. */
export function markRead(tx: Tx, user_id: number, communication_id: number) {
  return tx
    .insertInto('addon_communication_reads')
    .values({ user_id, communication_id })
    .onConflict((there) => there.doNothing())
    .execute()
}

/** Marks all entries of a request as read that a person may see and has not written; returns how many were unread. */
const markAllRead = async (tx: Tx, reader: Person, requestId: number) => {
  const { rows } = await sql`
    insert into addon_communication_reads (user_id, communication_id)
    select ${reader.me}, c.id from addon_communications c
     where c.addon_request_id = ${requestId} and c.user_id is distinct from ${reader.me} and ${isEntrySeen(reader)}
     order by c.id on conflict do nothing returning communication_id`.execute(tx)
  return rows.length
}

export function timelineRoute(on: On, zone: string) {
  return on.get(
    '/:id/communications',
    {
      access: timelineReaders,
      summary: 'The timeline of a request; internal entries only with include_internal=true, and never for a customer',
      query: Type.Object(
        {
          include_internal: labelled(Type.Optional(Type.Boolean({ digits: true })), [
            '包含內部訊息',
            'With internal entries',
          ]),
        },
        { additionalProperties: false },
      ),
      returns: Type.Array(ShownCommunication),
      etag: 'none',
    },
    ({ db, actor, params, query, locale }) =>
      timeline(db, {
        ...entryReaderOf(actor, locale, zone),
        ...params,
        ...(!query.include_internal && { isPublicOnly: true as const }),
      }),
  )
}

export function entryRoutes(on: On, zone: string) {
  on.get(
    '/communications/:id',
    { access: timelineReaders, summary: 'One entry of the conversation', returns: ShownCommunication, etag: 'none' },
    ({ db, actor, params, locale }) => oneEntry(db, { ...entryReaderOf(actor, locale, zone), ...params }),
  )

  on.patch(
    '/communications/:id/mark-read',
    { name: 'markCommunicationRead', access: readers, summary: 'Mark an entry as read', returns: ShownCommunication },
    async ({ tx, actor, params, locale }) => {
      const one = { ...entryReaderOf(actor, locale, zone), ...params }
      await oneEntry(tx, one)
      await markRead(tx, actor.id, params.id)
      return oneEntry(tx, one)
    },
  )

  on.patch(
    '/:id/mark-read',
    {
      name: 'markConversationRead',
      access: readers,
      summary: 'Mark all entries of a conversation as read that the caller may see',
      returns: Type.Object({ marked: Type.Integer() }),
    },
    async ({ tx, actor, params }) => {
      await requireSeen(tx, { ...readerOf(actor), ...params })
      return { marked: await markAllRead(tx, personOf(actor), params.id) }
    },
  )
}

// Offers that await an answer

/** An open offer with its subject. */
const Pending = Type.Object({
  ...ShownCommunication.properties,
  request: Type.Object({
    id: ref(),
    request_number: anyText(),
    type_name: anyText(),
    traveler_name: anyText(),
    trip_serial: anyText(),
  }),
})

/** The most urgent first. */
const pendingList = list({
  of: 'o',
  sort: { customer_response_deadline: nullable(moment()) },
  order: 'customer_response_deadline',
  people: true,
  since: 'created_at',
  filters: {
    overdue: whether(sql<boolean>`o.customer_response_deadline < now()`),
    request_id: is('r.id', ref()),
    planned_trip_id: is('r.planned_trip_id', ref()),
    sales_user_id: is('r.sales_user_id', ref()),
    branch_id: reached('r.booking_id', 'bookings', 'id', 'branch_id'),
  },
})

export const pendingPage = pendingList.over((db, given: EntryReader) =>
  entryRows(db, given, sql<boolean>`c.id = r.offer_id`)
    .where(sql<boolean>`r.status = 'offered'`)
    .innerJoin(awaitedOffer.as('o'), (join) => join.onTrue())
    .leftJoin('addon_request_types as t', 't.id', 'r.type_id')
    .leftJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(subject.as('request')),
)

// Joined through the request, so that open offers are read in the order of an index.
const awaitedOffer = sql<{ id: number }>`lateral (
  select r.offer_id as id, r.response_deadline as customer_response_deadline, c.created_at)`

const subject = sql`json_build_object('id', r.id, 'request_number', r.request_number, 'type_name', t.name,
  'traveler_name', v.name, 'trip_serial', p.serial)`

export function pendingRoute(on: On, zone: string) {
  return on.get(
    '/communications/pending-responses',
    {
      name: 'listPendingResponses',
      access: readers,
      summary: 'Offers that await an answer, by deadline',
      ...pendingList.of(Pending),
      etag: 'none',
    },
    ({ db, actor, query, locale }) => pendingPage(db, entryReaderOf(actor, locale, zone), query),
  )
}
