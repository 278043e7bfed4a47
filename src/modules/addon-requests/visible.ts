import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Reader } from '../users/reader.ts'
import { AddonRequest, type Status } from './request.ts'

type Row = {
  id: number
  type_id: number
  booking_id: number
  traveler_id: number
  planned_trip_id: number
  status: Status
  version: number
}

const columns = [
  'id',
  ...Object.keys(AddonRequest.properties),
  'status_since',
  'due',
  'created_at',
  'updated_at',
  'version',
]

// Internal steps are invisible to a customer: in the status, the prices, the names and the version.
const masks: Record<string, ReturnType<typeof sql>> = {
  status: sql`public_status`,
  status_since: sql`public_updated_at`,
  updated_at: sql`public_updated_at`,
  version: sql`public_version`,
  cancel_reason: sql`public_cancel_reason`,
  due: sql`case when public_status = 'offered' then response_deadline end`,
  assignee_id: sql`null::integer`,
  quoted_price: sql`(select quoted_price from addon_communications where id = offer_id)`,
}

/** The requests a reader may see, with its view of their columns, as `r`. */
export function requestsSeenBy(db: Db, reader: Reader) {
  return db.selectFrom((isOfCustomer(reader) ? masked(reader) : sql<Row>`addon_requests`).as('r'))
}

const masked = (reader: Reader) => {
  const shown = columns.map((name) => (masks[name] ? sql`${masks[name]} as ${sql.ref(name)}` : sql.ref(name)))
  return sql<Row>`(select ${sql.join(shown)} from addon_requests where ${isRequestSeen(reader)})`
}

/** Everybody except staff and finance, which keeps the accounts. Internal entries and costs are hidden from these readers. */
export function isOfCustomer({ sees }: Reader) {
  return sees !== 'all' && sees !== 'money'
}

/**
 * SQL: whether a reader may see a request. Staff and finance see all, a customer its own, the holder of an offer's link the one of
 * that offer.
 */
export function isRequestSeen(reader: Reader, name = 'addon_requests'): Condition {
  switch (reader.sees) {
    case 'all':
    case 'money':
      return everyRow
    case 'customer':
      return sql`${sql.ref(`${name}.booking_id`)} in (select id from bookings where customer_user_id = ${reader.customer})`
    case 'offer':
      return sql`${sql.ref(`${name}.id`)} = (select addon_request_id from addon_communications where id = ${reader.offer})`
    case 'leader':
    case 'booking':
    case 'traveler':
    case 'nothing':
      return noRow
  }
}

/** SQL: whether an entry `c` is shown. A customer sees no internal ones, the holder of a link only its offer. */
export function isEntrySeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'all':
    case 'money':
      return everyRow
    case 'customer':
      return sql`not c.is_internal`
    case 'offer':
      return sql`c.id = ${reader.offer}`
    case 'leader':
    case 'booking':
    case 'traveler':
    case 'nothing':
      return noRow
  }
}

/** SQL: whether a reader may see a type `t`. A customer and the contact of a booking see only requestable ones. */
export function isTypeSeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'all':
    case 'money':
      return everyRow
    case 'customer':
    case 'booking':
      return sql`t.customer_visible`
    case 'leader':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

/** The ids of the entries whose attachments a reader may open. Finance opens none, because they may be personal documents. */
export function entriesSeenBy(reader: Reader) {
  const isOpen = reader.sees === 'money' ? noRow : isEntrySeen(reader)
  return sql`select c.id from addon_communications c join addon_requests r on r.id = c.addon_request_id
    where ${isRequestSeen(reader, 'r')} and ${isOpen}`
}
