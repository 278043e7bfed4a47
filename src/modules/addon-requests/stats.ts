import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { type Json, jsonRow } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { oneOf, orNull, ref } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { conditionsOf, parametersOf, queryParameters } from '../../kit/list/filters.ts'
import { departments } from '../roles.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { readers } from './flow.ts'
import { filters } from './read.ts'
import { messageTypes, pricingTypes, priorities, responses, senderTypes, statuses } from './request.ts'
import { requireSeen } from './timeline.ts'
import { isEntrySeen, requestsSeenBy } from './visible.ts'

const Counts = Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } })

// Requests, by value

/** The columns by which requests are counted, with all values of each. */
const dimensions = {
  status: statuses,
  department: departments,
  priority: priorities,
  customer_response: responses,
  pricing_type: pricingTypes,
} as const
type Dimension = keyof typeof dimensions
const dimensionNames = Object.keys(dimensions) as Dimension[]

/** The query and the answer of the counts: the filters of the list, and the columns to count by. */
const countSpec = {
  query: Type.Object(
    {
      by: Type.Array(oneOf(dimensionNames), { minItems: 1, maxItems: dimensionNames.length, separator: ',' }),
      ...queryParameters(filters),
    },
    { additionalProperties: false },
  ),
  returns: Type.Object({
    total: Type.Integer(),
    ...Object.fromEntries(dimensionNames.map((name) => [`by_${name}`, Type.Optional(Counts)])),
  }),
}

/** Counts the requests that a reader may see by each value, up to a bound. */
const countRequests = (db: Db, reader: Reader, { by, ...query }: { by: Dimension[] }): Promise<Json> => {
  const asked = Object.fromEntries(by.map((name) => [`by_${name}`, true]))
  return countRow(db, { ...parametersOf(filters, query), ...asked, ...reader })
}

// The most requests that are counted. It prevents counting all requests of many years; open ones are always fewer.
const MOST = 100_000

const countRow = jsonRow((db, given: Reader & Record<string, unknown>) => {
  const all = requestsSeenBy(db, given).leftJoin('addon_request_types as t', 't.id', 'r.type_id')
  const rows = conditionsOf(filters, given)
    .reduce((some, condition) => some.where(condition), all)
    .select(['r.status', 't.pricing_type'])
    .select([sql.ref('r.department').as('department'), sql.ref('r.priority').as('priority')])
    .select(sql.ref('r.customer_response').as('customer_response'))
    .limit(sql.lit(MOST))
  const asked = dimensionNames.filter((name) => given[`by_${name}`] !== undefined)
  return db
    .selectFrom(rows.as('r'))
    .select(sql<number>`count(*)`.as('total'))
    .select(asked.map((name) => countedBy(sql.ref(`r.${name}`), dimensions[name]).as(`by_${name}`)))
})

/** Every value is listed, also with a count of 0. */
const countedBy = (of: RawBuilder<unknown>, values: readonly string[]) =>
  sql<object>`json_build_object(${sql.join(
    values.flatMap((value) => [sql.lit(value), count(sql`${of} = ${sql.lit(value)}`)]),
  )})`

const count = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})`

export function countsRoute(on: On) {
  return on.get(
    '/stats',
    {
      name: 'countAddonRequests',
      access: readers,
      summary: 'Counts of the requests that the caller may see, by value, with the filters of the list',
      slow: true,
      ...countSpec,
      etag: 'none',
    },
    ({ db, actor, query }) => countRequests(db, readerOf(actor), query),
  )
}

// Statistics of conversations

const Stats = Type.Object({
  total: Type.Integer(),
  by_sender_type: Counts,
  by_message_type: Counts,
  offers_by_response: Counts,
  offers_lapsed: Type.Integer(),
  overdue: Type.Integer(),
  median_hours_to_first_quote: orNull(Type.Number()),
  median_hours_to_answer: orNull(Type.Number()),
})

/** Counts and durations over the entries a reader may see. */
const conversationStats = jsonRow((db, { request_id, ...reader }: Reader & { request_id?: number }) => {
  const seen = requestsSeenBy(db, reader)
    .innerJoin('addon_communications as c', 'c.addon_request_id', 'r.id')
    .where(isEntrySeen(reader))
    .$if(request_id !== undefined, (rows) => rows.where('r.id', '=', request_id ?? 0))
  const firstQuotes = seen
    .where(isQuote)
    .select(sql<number>`${hours(sql`min(c.created_at) - min(r.created_at)`)}`.as('waited'))
    .groupBy('r.id')
  return seen.select([
    count(sql`true`).as('total'),
    countedBy(sql`c.sender_type`, senderTypes).as('by_sender_type'),
    countedBy(sql`c.message_type`, messageTypes).as('by_message_type'),
    countedBy(response, responses).as('offers_by_response'),
    count(sql`${response} = 'lapsed'`).as('offers_lapsed'),
    count(sql`${response} = 'pending' and c.customer_response_deadline < now()`).as('overdue'),
    sql<number | null>`(select ${median(sql`waited`)} from (${firstQuotes}) quoted)`.as('median_hours_to_first_quote'),
    median(hours(sql`c.answered_at - c.created_at`)).as('median_hours_to_answer'),
  ])
})

const isQuote = sql<boolean>`c.message_type = 'quote' and c.quoted_price is not null`

// An unanswered offer lapses when a newer one replaces it or the request is cancelled.
const response = sql`case when c.customer_response = 'pending' and not (r.offer_id = c.id and r.status = 'offered')
  then 'lapsed' else c.customer_response end`

const hours = (span: RawBuilder<unknown>) => sql`extract(epoch from ${span}) / 3600`

const median = (of: RawBuilder<unknown>) =>
  sql<number | null>`round((percentile_cont(0.5) within group (order by ${of}))::numeric, 2)`

export function statsRoute(on: On) {
  return on.get(
    '/communications/stats',
    {
      name: 'getConversationStats',
      access: readers,
      summary: 'Counts and response times of the conversation',
      slow: true,
      query: Type.Object({ request_id: Type.Optional(ref()) }, { additionalProperties: false }),
      returns: Stats,
      etag: 'none',
      refuses: ['not_found'],
    },
    async ({ db, actor, query: { request_id } }) => {
      if (request_id === undefined) return conversationStats(db, readerOf(actor))
      await requireSeen(db, { ...readerOf(actor), id: request_id })
      return conversationStats(db, { ...readerOf(actor), request_id })
    },
  )
}
