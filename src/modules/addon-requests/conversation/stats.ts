import { type RawBuilder, sql } from 'kysely'
import { jsonRow } from '../../../kit/db/json.ts'
import type { Reader } from '../../users/reader.ts'
import { messageTypes, responses, senderTypes } from '../schema.ts'
import { isEntrySeen, requestsSeenBy } from '../visible.ts'

/** Counts and durations over the entries a reader may see. */
export const stats = jsonRow((db, { request_id, ...reader }: Reader & { request_id?: number }) => {
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

const count = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})`

/** Every value is listed, also with a count of 0. */
export const countedBy = (of: RawBuilder<unknown>, values: readonly string[]) =>
  sql<object>`json_build_object(${sql.join(
    values.flatMap((value) => [sql.lit(value), count(sql`${of} = ${sql.lit(value)}`)]),
  )})`

const hours = (span: RawBuilder<unknown>) => sql`extract(epoch from ${span}) / 3600`

const median = (of: RawBuilder<unknown>) =>
  sql<number | null>`round((percentile_cont(0.5) within group (order by ${of}))::numeric, 2)`
