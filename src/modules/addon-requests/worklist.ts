import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import type { Person } from '../users/reader.ts'
import { isOutside, type Reader } from '../users/reader.ts'
import { declinedTurn, nextTurns, overdueTurn, type Party, parties } from './flow.ts'
import { type Status, statuses } from './schema.ts'

/** An offer whose deadline has passed without an answer. */
export const isOverdue = sql<boolean>`coalesce(r.status = 'offered' and r.response_deadline < now(), false)`

// Statuses with the same value share a branch: PostgreSQL prepares each branch anew for each execution.
const byStatus = (of: (status: Status) => string | undefined) => {
  const groups = Map.groupBy(statuses.filter(of), of)
  const branches = [...groups].map(([value, same]) => sql`when ${isOneOf('r.status', same)} then ${sql.lit(value)}`)
  return sql<string | null>`case ${sql.join(branches, sql` `)} end`
}

/** The price was known when the request was created. */
export const isPriced = sql<boolean>`(r.estimated_cost is not null)`
const who = sql`case when ${isOverdue} then ${sql.lit(overdueTurn.who)} else ${byStatus((status) => nextTurns[status]?.who)} end`
/** Rejected by the department, not by the customer. */
export const isDeclined = sql<boolean>`(r.status = 'rejected' and r.customer_response is distinct from 'rejected')`
/** Its booking has seats. */
export const isSeated = sql<boolean>`exists (select from bookings b where b.id = r.booking_id and ${isOneOf('b.status', seatedStatuses)})`
const whatIfPriced = byStatus((status) => nextTurns[status]?.priced)
const what = sql`case when ${isOverdue} then ${sql.lit(overdueTurn.what)} when ${isDeclined} then ${sql.lit(declinedTurn)}
  else coalesce(case when ${isPriced} then ${whatIfPriced} end, ${byStatus((status) => nextTurns[status]?.what)}) end`
// A customer is shown only its own next action; any other is shown as that of sales.
const itsTurn = sql<boolean>`(r.status = 'offered' and not ${isOverdue})`
const isEnded = sql<boolean>`r.status in ('completed', 'cancelled')`

/** `next_action`: who must do what, until when. */
export const nextAction = (reader: Reader) =>
  isOutside(reader)
    ? sql`case when ${itsTurn} then json_build_object('who', 'customer', 'what', 'customer-response', 'due', r.response_deadline)
               when not ${isEnded} then json_build_object('who', 'sales', 'what', null, 'due', null) end`
    : sql`case when not ${isEnded} then json_build_object('who', ${who}, 'what', ${what}, 'due', r.due) end`

/** The values of the filter for next actions. */
export const awaited = ['me', ...parties] as const
export type Awaited = (typeof awaited)[number]

/** Restricts a list to the next actions of a party; `me` to those of this person. */
export type Turns = { turn_of?: string; of_my_departments?: readonly string[]; of_my_customers?: true }

export const turnsFor = (actor: Actor, by: Awaited | undefined): Turns => {
  if (by === undefined) return {}
  if (by !== 'me') return { turn_of: by }
  const mine = actor.role === 'sales' ? { of_my_customers: true as const } : {}
  return { turn_of: actor.role, ...mine, ...(actor.departments.length && { of_my_departments: actor.departments }) }
}

// The statuses come first because they are indexed; an overdue offer waits for another party than its status says.
const statusesOf = (party: unknown) =>
  sql`case ${party} ${sql.join(
    parties.map((one) => sql`when ${sql.lit(one)} then ${sql.lit(`{${mayAwait(one).join()}}`)}`),
    sql` `,
  )} end::text[]`
const mayAwait = (party: Party) =>
  statuses.filter((status) => nextTurns[status]?.who === party || (status === 'offered' && party === overdueTurn.who))

/** The SQL conditions of these filters. */
export const areTurns = ({ me, turn_of, of_my_departments, of_my_customers, ...reader }: Person & Turns) => {
  const party = sql`${turn_of}::text`
  const theirs = isOutside(reader)
    ? sql<boolean>`(case when ${itsTurn} then 'customer' when not ${isEnded} then 'sales' end = ${party})`
    : sql<boolean>`(r.status = any (${statusesOf(party)}) and ${who} = ${party})`
  return [
    ...(turn_of === undefined ? [] : [theirs]),
    ...(of_my_customers ? [sql<boolean>`(r.sales_user_id is null or r.sales_user_id = ${me})`] : []),
    ...(of_my_departments === undefined
      ? []
      : [
          sql<boolean>`(r.department = any(${of_my_departments}::text[]) and (r.assignee_id is null or r.assignee_id = ${me}))`,
        ]),
  ]
}
