import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { day, moment, nullable, oneOf, ref } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/access.ts'
import { type Filter, from, is, search, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { departments } from '../users/schema.ts'
import { nextTurns, type Party } from './flow.ts'
import { pricingTypes, priorities, responses, type Status, statuses } from './schema.ts'
import { isEntryShown, requestsSeenBy, type Seer, seerOf } from './visible.ts'

const isOverdue = sql<boolean>`coalesce(r.customer_response = 'pending' and r.response_deadline < now(), false)`

/** Statuses in which it is a party's turn. */
const turnOf = (who: Party) => statuses.filter((status) => nextTurns[status]?.who === who)

const whoseTurn: Filter = {
  schema: oneOf(['me', 'sales', 'department', 'customer', 'admin']),
  parameter: (who) => turnOf(who as Party),
  where: (among) => sql`r.status = any (${among})`,
}

// The people are looked up first, so that both halves of the question can use their index.
const wanted: Filter['where'] = (pattern) =>
  sql`(r.request_number ilike ${pattern} or r.traveler_id = any (array(select id from travelers where name ilike ${pattern} limit 1000)))`

export const requestList = list({
  of: 'r',
  sort: {
    created_at: moment(),
    updated_at: moment(),
    needed_by: nullable(day()),
    response_deadline: nullable(moment()),
    request_number: Type.String(),
  },
  order: '-created_at',
  filters: {
    q: { ...search([]), where: wanted },
    status: is('r.status', oneOf(statuses)),
    department: is('r.department', oneOf(departments)),
    priority: is('r.priority', oneOf(priorities)),
    customer_response: is('r.customer_response', oneOf(responses)),
    type_id: is('r.type_id', ref()),
    category_id: is('t.category_id', ref()),
    pricing_type: is('t.pricing_type', oneOf(pricingTypes)),
    traveler_id: is('r.traveler_id', ref()),
    booking_id: is('r.booking_id', ref()),
    planned_trip_id: is('r.planned_trip_id', ref()),
    assignee_id: is('r.assignee_id', ref()),
    sales_user_id: is('r.sales_user_id', ref()),
    needed_from: from('r.needed_by', day()),
    needed_to: until('r.needed_by', day()),
    overdue: whether(isOverdue),
    next_action_by: whoseTurn,
  },
})

const who = sql`case r.status ${sql.join(
  statuses.map((status) => sql`when ${sql.lit(status)} then ${sql.lit(nextTurns[status]?.who ?? null)}`),
  sql` `,
)} end`
const priceIsAsked = sql`(t.pricing_type = 'quotation_required' or (t.pricing_type = 'fixed_price' and t.base_cost is null))`
const what = sql`case when r.status = 'open' and not ${priceIsAsked} then 'department-final' else case r.status ${sql.join(
  statuses.map((status) => sql`when ${sql.lit(status)} then ${sql.lit(nextTurns[status]?.what ?? null)}`),
  sql` `,
)} end end`
const due = sql`case ${who} when 'customer' then r.response_deadline
  when 'department' then r.status_since + t.processing_time_hours * interval '1 hour' end`

// A customer is told when it is its turn; whose else, is the house's business.
const nextAction = ({ customer }: Seer) =>
  customer === undefined
    ? sql`case when ${who} is null then null else json_build_object('who', ${who}, 'what', ${what}, 'due', ${due}) end`
    : sql`case when r.status = 'offered' then json_build_object('who', 'customer', 'what', 'customer-response', 'due', r.response_deadline)
               when r.status in ('completed', 'cancelled') then null
               else json_build_object('who', 'sales', 'what', null, 'due', null) end`

const unread = (seer: Seer) => sql`(select count(*) from addon_communications c
  where c.addon_request_id = r.id and c.user_id is distinct from ${seer.me} and ${isEntryShown(seer)}
    and not exists (select from addon_communication_reads x where x.user_id = ${seer.me} and x.communication_id = c.id))`

const requests = (db: Db, seer: Seer) =>
  requestsSeenBy(db, seer)
    .leftJoin('addon_request_types as t', 't.id', 'r.type_id')
    .leftJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select([
      sql.ref('r.id').as('id'),
      sql`r.request_number`.as('request_number'),
      sql`r.type_id`.as('type_id'),
      sql`t.pricing_type`.as('pricing_type'),
      sql`json_build_object('id', t.id, 'name', t.name, 'name_en', t.name_en, 'type_code', t.type_code)`.as('type'),
      sql`r.traveler_id`.as('traveler_id'),
      sql`json_build_object('id', v.id, 'name', v.name)`.as('traveler'),
      sql`r.booking_id`.as('booking_id'),
      sql`r.planned_trip_id`.as('planned_trip_id'),
      sql`json_build_object('id', p.id, 'serial', p.serial, 'name', p.name, 'departure_date', p.departure_date)`.as(
        'trip',
      ),
      ...plain.map((name) => sql.ref(`r.${name}`).as(name)),
      isOverdue.as('is_overdue'),
      nextAction(seer).as('next_action'),
      unread(seer).as('unread_count'),
      sql`r.created_at`.as('created_at'),
      sql`r.updated_at`.as('updated_at'),
      sql<number>`r.version`.as('version'),
    ])

const plain = [
  'quantity', 'details', 'needed_by', 'priority', 'status', 'department', 'assignee_id', 'sales_user_id',
  'estimated_cost', 'quoted_price', 'final_cost', 'currency', 'offer_id', 'customer_response', 'response_deadline',
  'cancel_reason', 'completed_at',
] // biome-ignore format: a list of words.

export const oneRequest = jsonRecord((db, given: Seer & { id: number }) =>
  requests(db, given).where('r.id', '=', given.id),
)

type Turn = { turn_of_sales?: number; turn_of_department?: string; turn_of_customer?: number; turn_of_admin?: true }
const requestPage = requestList.over((db, given: Seer & Turn) =>
  requests(db, given)
    .$if(given.turn_of_sales !== undefined, (rows) =>
      rows.where(sql<boolean>`r.sales_user_id = ${given.turn_of_sales} and ${among(turnOf('sales'))}`),
    )
    .$if(given.turn_of_department !== undefined, (rows) =>
      rows.where(sql<boolean>`r.department = ${given.turn_of_department} and ${among(turnOf('department'))}
        and (r.assignee_id is null or r.assignee_id = ${given.me})`),
    )
    .$if(given.turn_of_customer !== undefined, (rows) => rows.where(among(turnOf('customer'))))
    .$if(given.turn_of_admin !== undefined, (rows) => rows.where(among(turnOf('admin')))),
)

/** `next_action_by=me` asks for what is waiting for this very person. */
export const readRequests = (db: Db, actor: Actor, query: object) => {
  const { next_action_by, ...others }: { next_action_by?: string } = query
  return next_action_by === 'me'
    ? requestPage(db, { ...seerOf(actor), ...ownTurn(actor) }, others)
    : requestPage(db, seerOf(actor), query)
}

const ownTurn = (actor: Actor): Turn =>
  actor.role === 'sales'
    ? { turn_of_sales: actor.id }
    : actor.role === 'department'
      ? { turn_of_department: actor.department ?? '' }
      : actor.role === 'customer'
        ? { turn_of_customer: actor.id }
        : { turn_of_admin: true }

const among = (which: readonly Status[]) =>
  sql<boolean>`r.status in (${sql.join(which.map((status) => sql.lit(status)))})`

/** The request with its type, locked until the transaction ends, so that two people cannot take the same turn twice. */
export const heldRequest = async (tx: Tx, actor: Actor, id: number) => {
  found(await requestsSeenBy(tx, seerOf(actor)).select('r.id').where('r.id', '=', id).executeTakeFirst())
  return locked(tx, id)
}

/** The same, where a link has proved already that it may be known. */
export const locked = async (tx: Tx, id: number) => {
  const request = await tx
    .selectFrom('addon_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const type = await tx
    .selectFrom('addon_request_types')
    .selectAll()
    .where('id', '=', request.type_id)
    .executeTakeFirstOrThrow()
  const offer =
    request.offer_id === null
      ? undefined
      : await tx
          .selectFrom('addon_communications')
          .selectAll()
          .select(sql<boolean>`coalesce(customer_response_deadline < clock_timestamp(), false)`.as('is_late'))
          .where('id', '=', request.offer_id)
          .executeTakeFirstOrThrow()
  return { ...request, type, offer }
}
export type HeldRequest = Awaited<ReturnType<typeof locked>>
