import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Status } from './schema.ts'

/** What a reader is known by: everybody by `me`, a customer also by `customer`. */
export type Seer = { me: number; customer?: number }
export const seerOf = ({ id, role }: Actor): Seer => ({ me: id, ...(role === 'customer' && { customer: id }) })

type Row = {
  id: number
  type_id: number
  booking_id: number
  traveler_id: number
  planned_trip_id: number
  status: Status
  version: number
}

// biome-ignore format: a list of words.
const columns = [
  'id', 'request_number', 'type_id', 'traveler_id', 'booking_id', 'planned_trip_id', 'quantity', 'details', 'needed_by',
  'priority', 'status', 'status_since', 'department', 'assignee_id', 'sales_user_id', 'estimated_cost', 'quoted_price',
  'final_cost', 'currency', 'offer_id', 'customer_response', 'response_deadline', 'cancel_reason', 'completed_at',
  'created_at', 'updated_at', 'version',
]

// What the house does among itself leaves no trace: not in the status, the prices, the names, nor in the count of changes.
const masks: Record<string, ReturnType<typeof sql>> = {
  status: sql`public_status`,
  status_since: sql`public_updated_at`,
  updated_at: sql`public_updated_at`,
  version: sql`public_version`,
  cancel_reason: sql`public_cancel_reason`,
  assignee_id: sql`null::integer`,
  quoted_price: sql`(select quoted_price from addon_communications where id = offer_id)`,
}

/** The requests a reader may know of, as it may know them, under the name `r`: a customer its own; staff all. */
export const requestsSeenBy = (db: Db, { customer }: Seer) =>
  db.selectFrom((customer === undefined ? sql<Row>`addon_requests` : own(customer)).as('r'))

const own = (customer: number) => {
  const masked = columns.map((name) => (masks[name] ? sql`${masks[name]} as ${sql.ref(name)}` : sql.ref(name)))
  return sql<Row>`(select ${sql.join(masked)} from addon_requests where ${isKnownTo({ customer })})`
}

/** Of the requests there are. */
export const isKnownTo = ({ customer }: Pick<Seer, 'customer'>) =>
  customer === undefined
    ? sql<boolean>`true`
    : sql<boolean>`booking_id in (select id from bookings where customer_user_id = ${customer})`

/** Entries a reader may know of: a customer never learns of an internal one. */
export const isEntryShown = ({ customer }: Seer) =>
  customer === undefined ? sql<boolean>`true` : sql<boolean>`not c.is_internal`

/** The ids of the entries a caller may see. */
export const entriesSeenBy = ({ id, role }: Actor) => {
  if (role === 'leader') return sql`null::integer`
  if (role !== 'customer') return sql`select c.id from addon_communications c`
  return sql`select c.id from addon_communications c join addon_requests r on r.id = c.addon_request_id
    join bookings b on b.id = r.booking_id where b.customer_user_id = ${id} and not c.is_internal`
}
