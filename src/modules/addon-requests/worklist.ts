import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { type Condition, isOneOf, noRow } from '../../kit/db/fragments.ts'
import { theRow } from '../../kit/db/statement.ts'
import { oneOf } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { nameAsJson, possibleText } from '../../kit/possible-column.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import type { Role } from '../roles.ts'
import { type Acting, actingOf, isOutside, type Person, type Reader } from '../users/reader.ts'
import {
  addonRequestFlow,
  approvers,
  decisions,
  declinedTurn,
  nextTurns,
  overdueTurn,
  type Party,
  parties,
  readers,
  type TurnName,
  turns,
} from './flow.ts'
import { type Status, statuses } from './request.ts'
import { requestsSeenBy } from './visible.ts'

// Facts of a request `r`

/** The price was known when the request was created. */
const isPriced = sql<boolean>`(r.estimated_cost is not null)`
/** Its booking has seats. */
const isSeated = sql<boolean>`exists (select from bookings b where b.id = r.booking_id and ${isOneOf('b.status', seatedStatuses)})`
/** Rejected by the department, not by the customer. */
const isDeclined = sql<boolean>`(r.status = 'rejected' and r.customer_response is distinct from 'rejected')`

/** The deadline of the offer has passed without an answer. */
export const isOverdue = sql<boolean>`coalesce(r.status = 'offered' and r.response_deadline < now(), false)`
const isEnded = sql<boolean>`r.status in ('completed', 'cancelled')`
// A customer sees only its own next actions; all others appear as actions of sales.
const isCustomersTurn = sql<boolean>`(r.status = 'offered' and not ${isOverdue})`

// The next action

// Statuses with the same value share a branch: PostgreSQL prepares each branch anew for each execution.
const byStatus = (of: (status: Status) => string | undefined) => {
  const groups = Map.groupBy(statuses.filter(of), of)
  const branches = [...groups].map(([value, same]) => sql`when ${isOneOf('r.status', same)} then ${sql.lit(value)}`)
  return sql<string | null>`case ${sql.join(branches, sql` `)} end`
}
const who = sql`case when ${isOverdue} then ${sql.lit(overdueTurn.who)} else ${byStatus((status) => nextTurns[status]?.who)} end`
const whatIfPriced = byStatus((status) => nextTurns[status]?.priced)
const what = sql`case when ${isOverdue} then ${sql.lit(overdueTurn.what)} when ${isDeclined} then ${sql.lit(declinedTurn)}
  else coalesce(case when ${isPriced} then ${whatIfPriced} end, ${byStatus((status) => nextTurns[status]?.what)}) end`

/** `next_action`: who must do what, until when. */
export function nextAction(reader: Reader) {
  return isOutside(reader)
    ? sql`case when ${isCustomersTurn} then json_build_object('who', 'customer', 'what', 'customer-response', 'due', r.response_deadline)
               when not ${isEnded} then json_build_object('who', 'sales', 'what', null, 'due', null) end`
    : sql`case when not ${isEnded} then json_build_object('who', ${who}, 'what', ${what}, 'due', r.due) end`
}

// The filter by next action

/** The values of the filter. */
export const nextActionBy = ['me', ...parties] as const
export type NextActionBy = (typeof nextActionBy)[number]

/** Restricts a list to the next actions of a party. `me` means those of this person in each of its roles. */
export type TurnFilter = { turn_of?: string; my_turn?: true; as_admin?: true; as_customer?: true } & AsColleague
type AsColleague = { of_my_customers?: true; of_my_departments?: readonly string[] }

export function turnFilter(actor: Actor, by: NextActionBy | undefined): TurnFilter {
  if (by === undefined) return {}
  if (by !== 'me') return { turn_of: by }
  const { roles, departments } = actor
  return {
    my_turn: true,
    ...(hasOneOf(roles, approvers) && { as_admin: true }),
    ...(roles.includes('customer') && { as_customer: true }),
    ...(roles.includes('sales') && { of_my_customers: true }),
    ...(roles.includes('department') && { of_my_departments: departments }),
  }
}

/** The SQL conditions of the filter. */
export function turnConditions({ turn_of, my_turn, ...given }: Person & TurnFilter): Condition[] {
  if (turn_of !== undefined) return [isTurnOf(given, sql`${turn_of}::text`)]
  return my_turn ? [isMyTurn(given)] : []
}

const isMyTurn = ({
  me,
  as_admin,
  as_customer,
  of_my_customers,
  of_my_departments,
  ...reader
}: Person & TurnFilter) => {
  const of = (party: Party) => isTurnOf(reader, sql.lit(party))
  const turns = [
    ...(as_admin ? [of('admin')] : []),
    ...(as_customer ? [of('customer')] : []),
    ...(of_my_customers ? [sql`(${of('sales')} and (r.sales_user_id is null or r.sales_user_id = ${me}))`] : []),
    ...(of_my_departments === undefined
      ? []
      : [
          sql`(${of('department')} and r.department = any(${of_my_departments}::text[])
            and (r.assignee_id is null or r.assignee_id = ${me}))`,
        ]),
  ]
  return turns.length ? sql<SqlBool>`(${sql.join(turns, sql` or `)})` : noRow
}

const isTurnOf = (reader: Reader, party: RawBuilder<unknown>): Condition =>
  isOutside(reader)
    ? sql`(case when ${isCustomersTurn} then 'customer' when not ${isEnded} then 'sales' end = ${party})`
    : sql`(r.status = any (${statusesOf(party)}) and ${who} = ${party})`

// The statuses are compared first, because they are indexed. An overdue offer waits for another party than its status says.
const statusesOf = (party: unknown) =>
  sql`case ${party} ${sql.join(
    parties.map((one) => sql`when ${sql.lit(one)} then ${sql.lit(`{${statusesAwaiting(one).join()}}`)}`),
    sql` `,
  )} end::text[]`
const statusesAwaiting = (party: Party) =>
  statuses.filter((status) => nextTurns[status]?.who === party || (status === 'offered' && party === overdueTurn.who))

// The possible turns

/** The turns that a reader may take at a request now, with the address of each. */
export function possibleTurns(reader: Acting) {
  return sql<object[]>`${possibleTurnsText(reader, turnWithAddress)}::json`
}

/** The names of these turns. */
const possibleNames = theRow((db, given: Acting & { id: number }) =>
  requestsSeenBy(db, given).select(possibleTurnsText(given, nameAsJson).as('json')).where('r.id', '=', given.id),
)

const possibleTurnsText = (reader: Acting, shown: (turn: TurnName) => RawBuilder<unknown>) => {
  const isOffered = isOutside(reader) ? sql`(${isAnswerable} and ${isInTime})` : isAnswerable
  const turnsOf = (roles: readonly Role[]) =>
    possibleText(addonRequestFlow, roles, 'r.status', { isPriced, isOffered, isDeclined, isSeated }, shown)
  const turns = turnsOf(reader.acts_as)
  if (!reader.acts_as.includes('department')) return turns
  const others = reader.acts_as.filter((role) => role !== 'department')
  return sql<string>`case when r.department = any(${reader.departments}::text[]) then ${turns}
    else ${others.length ? turnsOf(others) : sql`'[]'`} end`
}

const isAnswerable = sql`(r.customer_response in ('pending', 'negotiating'))`
// Sales may record an answer later.
const isInTime = sql`coalesce(r.response_deadline >= now(), true)`

const turnWithAddress = (turn: TurnName) => {
  const isDecision = decisions.some((decision) => decision === turn)
  if (turn === 'customer-response') return at(turn, 'PATCH', ['communications/', 'r.offer_id', ''])
  return at(turn, 'POST', ['', 'r.id', isDecision ? '' : '/communications'])
}

const at = (turn: TurnName, method: string, [before, id, after]: [before: string, id: string, after: string]) =>
  sql`${sql.lit(`{"turn":"${turn}","method":"${method}","path":"/api/addon-requests/${before}`)} || ${sql.ref(id)}
    || ${sql.lit(`${after}/${turn}"}`)}`

export function possibleRoute(on: On) {
  return on.get(
    '/:id/possible-turns',
    {
      name: 'listPossibleTurns',
      access: readers,
      summary: 'The turns that the caller may take now',
      returns: Type.Array(oneOf(namesOf(turns))),
      etag: 'none',
    },
    ({ db, actor, params }) => possibleNames(db, { ...actingOf(actor), ...params }),
  )
}
