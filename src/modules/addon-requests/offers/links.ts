import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { jsonRow } from '../../../kit/db/json.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { Refusal } from '../../../kit/errors.ts'
import { hashOf } from '../../../kit/http/identity.ts'

/** A link that opens exactly one offer, without an account, until it is answered or its time is over. */
export const makeOfferLink = async (tx: Tx, communicationId: number) => {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into one_time_links (purpose, token_hash, subject_id, expires_at)
    select 'addon_offer', ${hashOf(token)}, id, coalesce(customer_response_deadline, now() + interval '14 days')
      from addon_communications where id = ${communicationId}`.execute(tx)
  return token
}

/** The offer behind a link; a used, expired or wrong link says so and shows nothing. */
export const offerBehind = async (db: Db, token: string) => {
  const link = await behind(db, { token_hash: hashOf(token) })
  if (!link) throw gone(['這個連結不正確。', 'This link is wrong.'])
  if (link.is_used) throw gone(['這個連結已經使用過。', 'This link was used already.'])
  if (link.is_expired)
    throw gone(['這個連結已過期；請聯絡您的業務。', 'This link has expired; please contact your sales person.'])
  return link
}

export const useUp = (tx: Tx, link_id: number) =>
  tx.updateTable('one_time_links').set({ used_at: sql`now()` }).where('id', '=', link_id).execute()

const gone = (detail: readonly [string, string]) => new Refusal('not_found', { detail })

const behind = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('one_time_links as l')
    .innerJoin('addon_communications as c', 'c.id', 'l.subject_id')
    .select(['l.id', 'c.id as communication_id', 'c.addon_request_id as request_id'])
    .select([sql<boolean>`l.used_at is not null`.as('is_used'), sql<boolean>`l.expires_at <= now()`.as('is_expired')])
    .where('l.purpose', '=', 'addon_offer')
    .where('l.token_hash', '=', token_hash),
)

/** The offer as its page shows it; nothing else of the request. */
export const offer = jsonRow((db, { communication_id }: { communication_id: number }) =>
  db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(['r.request_number', 't.name as type_name', 't.name_en as type_name_en', 'v.name as traveler_name'])
    .select(['p.serial as trip_serial', 'p.name as trip_name', 'p.departure_date', 'r.quantity', 'c.message'])
    .select(['c.quoted_price', 'r.currency', 'c.customer_response', 'c.customer_response_deadline'])
    .where('c.id', '=', communication_id),
)
