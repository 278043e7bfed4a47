import { sql } from 'kysely'
import { jsonRow } from '../../kit/db/json.ts'
import { messageTypes, responses, senderTypes } from './schema.ts'
import { isEntryShown, requestsSeenBy, type Seer } from './visible.ts'

/** What was said, counted and timed over the entries a reader may see. */
export const stats = jsonRow((db, { request_id, ...seer }: Seer & { request_id?: number }) =>
  db
    .with('seen', () =>
      requestsSeenBy(db, seer)
        .innerJoin('addon_communications as c', 'c.addon_request_id', 'r.id')
        .where(isEntryShown(seer))
        .$if(request_id !== undefined, (rows) => rows.where('r.id', '=', request_id ?? 0))
        .select(['c.addon_request_id', 'c.sender_type', 'c.message_type', 'c.quoted_price'])
        .select(['c.customer_response_deadline', 'c.created_at', 'c.answered_at'])
        .select([response.as('response'), sql<string>`r.created_at`.as('asked_at')]),
    )
    .selectNoFrom([
      sql<number>`(select count(*) from seen)`.as('total'),
      countedBy('sender_type', senderTypes).as('by_sender_type'),
      countedBy('message_type', messageTypes).as('by_message_type'),
      countedBy('response', responses).as('offers_by_response'),
      sql<number>`(select count(*) from seen where response = 'lapsed')`.as('offers_lapsed'),
      sql<number>`(select count(*) from seen where response = 'pending' and customer_response_deadline < now())`.as(
        'overdue',
      ),
      hoursToFirstQuote.as('median_hours_to_first_quote'),
      hoursToAnswer.as('median_hours_to_answer'),
    ]),
)

// An unanswered offer lapses when a newer one takes its place or the request is cancelled.
const response = sql<
  string | null
>`case when c.customer_response = 'pending' and not (r.offer_id = c.id and r.status = 'offered')
  then 'lapsed' else c.customer_response end`

// Every value is named, also one that never occurred.
const countedBy = (column: string, values: readonly string[]) => sql<object>`(
  select json_object_agg(value, coalesce(n, 0))
    from unnest(array[${sql.join(values.map((value) => sql.lit(value)))}]) value
    left join (select ${sql.ref(column)} as value, count(*) as n from seen group by 1) counted using (value))`

const median = (hours: ReturnType<typeof sql>) =>
  sql<number | null>`round((percentile_cont(0.5) within group (order by ${hours}))::numeric, 2)`

const hoursToFirstQuote = sql<number | null>`(
  select ${median(sql`extract(epoch from quoted_at - asked_at) / 3600`)}
    from (select min(created_at) as quoted_at, min(asked_at) as asked_at from seen
           where message_type = 'quote' and quoted_price is not null group by addon_request_id) first)`

const hoursToAnswer = sql<number | null>`(
  select ${median(sql`extract(epoch from answered_at - created_at) / 3600`)} from seen where answered_at is not null)`
