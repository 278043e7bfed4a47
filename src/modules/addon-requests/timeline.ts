import { sql } from 'kysely'
import { jsonArray, jsonRow } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Locale, Words } from '../../kit/words.ts'
import { locales, say } from '../../kit/words.ts'
import { departmentWords, messageTypeWords, responseWords, senderWords } from './labels.ts'
import { isEntryShown, requestsSeenBy, type Seer } from './visible.ts'

/** Further keys of a seer: in which language, and whether customer actions are offered to this role. */
export type Reader = Seer & { zone: string; en?: true; mayAnswer?: true; isPublicOnly?: true }

const inWords = (of: ReturnType<typeof sql>, words: Record<string, Words>, locale: Locale) =>
  sql<string>`case ${of} ${sql.join(
    Object.entries(words).map(([value, pair]) => sql`when ${sql.lit(value)} then ${sql.lit(say(pair, locale))}`),
    sql` `,
  )} end`

const canRespond = sql<boolean>`(c.requires_customer_response and r.offer_id = c.id and c.customer_response in ('pending', 'negotiating')
  and coalesce(c.customer_response_deadline >= now(), true) and r.status not in ('completed', 'cancelled'))`

const attachments = sql`(select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'url', '/api/attachments/' || a.id) order by a.id), '[]')
  from attachment_uses n join attachments a on a.id = n.attachment_id join files f on f.id = a.file_id
  where n.subject_type = 'addon_communication' and n.subject_id = c.id)`

/** Entries as the timeline shows them, with the words a person reads. */
export const entries = (db: Db, given: Reader) => {
  const locale = given.en ? locales[1] : locales[0]
  return requestsSeenBy(db, given)
    .innerJoin('addon_communications as c', 'c.addon_request_id', 'r.id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('bookings as b', 'b.id', 'r.booking_id')
    .where(isEntryShown(given))
    .$if(!!given.isPublicOnly, (rows) => rows.where('c.is_internal', '=', false))
    .select(['c.id', 'c.addon_request_id', 'c.user_id'])
    .select(
      sql`json_build_object('id', u.id, 'name', coalesce(u.name, case when c.sender_type = 'customer' then b.contact_name else ${sql.lit(say(senderWords.system, locale))} end))`.as(
        'user',
      ),
    )
    .select(['c.sender_type'])
    .select(
      sql`case when c.sender_type = 'department' then ${inWords(sql`r.department`, departmentWords, locale)}
                     else ${inWords(sql`c.sender_type`, senderWords, locale)} end`.as('sender_label'),
    )
    .select('c.message_type')
    .select(inWords(sql`c.message_type`, messageTypeWords, locale).as('message_type_label'))
    .select(['c.message', 'c.quoted_price'])
    .select(
      sql`r.currency || ' ' || rtrim(to_char(c.quoted_price, 'FM999,999,999,990.99'), '.')`.as(
        'formatted_quoted_price',
      ),
    )
    .select('c.customer_response')
    .select(inWords(sql`c.customer_response`, responseWords, locale).as('customer_response_label'))
    .select(['c.is_internal', 'c.requires_customer_response', 'c.customer_response_deadline'])
    .select(attachments.as('attachments'))
    .select(
      sql`coalesce(c.customer_response = 'pending' and c.customer_response_deadline < now(), false)`.as('is_overdue'),
    )
    .select((given.mayAnswer ? canRespond : sql`false`).as('can_customer_respond'))
    .select(
      sql`c.user_id is not distinct from ${given.me} or exists (select from addon_communication_reads x
                where x.user_id = ${given.me} and x.communication_id = c.id)`.as('is_read'),
    )
    .select(sql`to_char(c.created_at at time zone ${given.zone}, 'YYYY-MM-DD HH24:MI')`.as('formatted_date'))
    .select('c.created_at')
}

export const timeline = jsonArray((db, given: Reader & { id: number }) =>
  entries(db, given).where('r.id', '=', given.id).orderBy('c.id').limit(2_000),
)

export const oneEntry = jsonRow((db, given: Reader & { id: number }) => entries(db, given).where('c.id', '=', given.id))

const seen = oneRow((db, given: Seer & { id: number }) =>
  requestsSeenBy(db, given).select('r.id').where('r.id', '=', given.id),
)
/** Refuses where the request is not the reader's to know of. */
export const isRequestSeen = async (db: Db, given: Seer & { id: number }) => !!found(await seen(db, given))
