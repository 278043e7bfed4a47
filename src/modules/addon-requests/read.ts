import { sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, day, flag, labelled, moment, nullable, oneOf, orNull, ref, whole, without } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { among, type Filter, from, is, openOrDone, reached, sought, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { inOrder } from '../../kit/list/order.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { departments } from '../roles.ts'
import { idsFound } from '../search-parts.ts'
import { OfTrip, tripNames } from '../shown-names.ts'
import { isOfOffice } from '../users/has-role.ts'
import { type Acting, actingOf, askedForMine, type Owned, ownOf, type Person, type Reader } from '../users/reader.ts'
import { timelineReaders, turns } from './flow.ts'
import { AddonRequest, ends, pricingTypes, priorities, responses, statuses } from './request.ts'
import { DetailsSchema } from './types.ts'
import { isEntrySeen, isOfCustomer, requestsSeenBy } from './visible.ts'
import {
  isOverdue,
  type NextActionBy,
  nextAction,
  nextActionBy,
  possibleTurns,
  type TurnFilter,
  turnConditions,
  turnFilter,
} from './worklist.ts'

// The schemas of answers. All keys are always present.
const NextAction = orNull(
  Type.Object({
    who: anyText('customer'),
    what: orNull(anyText('customer-response')),
    due: orNull(Type.String({ format: 'date-time' })),
  }),
)

const Colleague = orNull(Type.Object({ id: ref(), name: anyText(), name_en: orNull(anyText()) }))

const amount = (example: number) => orNull(Type.Number({ examples: [example], written: 'money' }))

const derivedFields = {
  pricing_type: oneOf(pricingTypes),
  // What the department asks, what the customer was last offered, and what remains of the customer's price; null for a customer.
  cost: amount(12000),
  quoted_until: labelled(orNull(Type.String({ format: 'date-time' })), ['報價有效至', 'Quote valid until']),
  offered_price: amount(13000),
  margin: amount(1000),
  accepted_price: amount(13000),
  type: Type.Object({ id: ref(), name: anyText(), name_en: orNull(anyText()), type_code: anyText() }),
  traveler: Type.Object({ id: ref(), name: anyText() }),
  sales_user: Colleague,
  assignee: Colleague,
  trip: OfTrip,
  is_overdue: flag(),
  due: orNull(Type.String({ format: 'date-time' })),
  next_action: NextAction,
  possible: Type.Array(
    Type.Object({
      turn: oneOf(namesOf(turns)),
      method: oneOf(['POST', 'PATCH']),
      path: anyText('/api/addon-requests/7/communications/department-quote'),
    }),
  ),
  unread_count: whole(),
}

/** `details_schema` contains the labels of the keys of `details`. */
export const ShownRequest = RecordOf(AddonRequest, { ...derivedFields, details_schema: DetailsSchema })
/** A list leaves out the free details, which may be 16 KB each. */
export const ListedRequest = RecordOf(without(AddonRequest, ['details']), derivedFields)

const openStatuses = statuses.filter((status) => !ends.some((end) => end === status))

// Numbers and people are looked up first, each with its own index.
const foundBySearch = sought(
  (given) => sql`r.id in (
    ${idsFound('addon_requests', given)}
    union select id from addon_requests where traveler_id = any (array(${idsFound('travelers', given)} limit 1000)))`,
)

// The status is repeated, so that overdue requests are found with the index on the status.
const overdue: Filter['where'] = (asked) => sql`(${isOverdue} = ${asked} and (not ${asked} or r.status = 'offered'))`

/** The filters of the list. */
export const filters: Record<string, Filter> = {
  id: among('r.id'),
  q: foundBySearch,
  status: is('r.status', oneOf(statuses)),
  group: openOrDone('r.status', statuses, ends),
  department: is('r.department', oneOf(departments)),
  priority: is('r.priority', oneOf(priorities)),
  customer_response: is('r.customer_response', oneOf(responses)),
  type_id: is('r.type_id', ref()),
  category_id: is('t.category_id', ref()),
  pricing_type: is('t.pricing_type', oneOf(pricingTypes)),
  traveler_id: is('r.traveler_id', ref()),
  booking_id: is('r.booking_id', ref()),
  planned_trip_id: is('r.planned_trip_id', ref()),
  branch_id: reached('r.booking_id', 'bookings', 'id', 'branch_id'),
  assignee_id: is('r.assignee_id', ref()),
  sales_user_id: is('r.sales_user_id', ref()),
  departs_from: reached('r.planned_trip_id', 'planned_trips', 'id', from('planned_trips.departure_date', day())),
  departs_to: reached('r.planned_trip_id', 'planned_trips', 'id', until('planned_trips.departure_date', day())),
  needed_from: from('r.needed_by', day()),
  needed_to: until('r.needed_by', day()),
  overdue: { ...whether(isOverdue), where: overdue },
}

const requestList = list({
  of: 'r',
  sort: {
    priority: inOrder(priorities.toReversed()),
    due: nullable(moment()),
    created_at: moment(),
    updated_at: moment(),
    needed_by: nullable(day()),
    response_deadline: nullable(moment()),
    request_number: Type.String(),
  },
  order: '-created_at',
  columns: [
    'request_number',
    'type.name',
    'quantity',
    'department',
    'priority',
    'traveler.name',
    'trip.serial',
    'trip.departure_date',
    'status',
    'next_action.who',
    'due',
    'needed_by',
    'currency',
    'quoted_price',
    'accepted_price',
  ],
  people: true,
  filters,
})

/** The query and the answer of the list. */
const listSpec = requestList.asking(ListedRequest, {
  next_action_by: Type.Optional(oneOf(nextActionBy)),
  unread: Type.Optional(flag()),
  ...askedForMine,
})

export function readRequests(
  db: Db,
  actor: Actor,
  query: { next_action_by?: NextActionBy; unread?: boolean; mine?: boolean; page?: number; per_page?: number },
) {
  const { next_action_by, unread, mine, ...others } = query
  const asked = { ...turnFilter(actor, next_action_by), ...(unread && { unread }), ...ownOf(actor, mine) }
  return requestPage(db, { ...actingOf(actor), ...asked }, others)
}

export const oneRequest = jsonRecord((db, given: Acting & { id: number }) =>
  requestRows(db, given)
    .select([sql.ref('r.details').as('details'), sql.ref('t.details_schema').as('details_schema')])
    .where('r.id', '=', given.id),
)

type Asked = TurnFilter & Owned & { unread?: boolean }
const requestPage = requestList.over((db, given: Acting & Asked) =>
  [...turnConditions(given), ...unreadConditions(given), ...ownConditions(given)].reduce(
    (rows, condition) => rows.where(condition),
    requestRows(db, given),
  ),
)

// Only open ones, so that nobody looks for unread entries in the requests of many years.
const unreadConditions = ({ unread, ...reader }: Acting & Asked) =>
  unread === undefined
    ? []
    : [sql<boolean>`(${isOneOf('r.status', openStatuses)} and exists (select ${unreadEntries(reader)}))`]
const ownConditions = ({ own_of }: Owned) =>
  own_of === undefined ? [] : [sql<boolean>`(r.sales_user_id = ${own_of} or r.assignee_id = ${own_of})`]

export function requestRows(db: Db, reader: Acting) {
  return requestsSeenBy(db, reader)
    .leftJoin('addon_request_types as t', 't.id', 'r.type_id')
    .leftJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(columnsOf('r', without(AddonRequest, ['details'])))
    .select([
      't.pricing_type',
      forStaff(reader, cost).as('cost'),
      (isOfCustomer(reader) ? sql`null` : sql`r.quoted_until`).as('quoted_until'),
      forStaff(reader, offeredPrice).as('offered_price'),
      forStaff(reader, margin).as('margin'),
      acceptedPrice.as('accepted_price'),
      sql`json_build_object('id', t.id, 'name', t.name, 'name_en', t.name_en, 'type_code', t.type_code)`.as('type'),
      sql`json_build_object('id', v.id, 'name', v.name)`.as('traveler'),
      colleague('r.sales_user_id', reader).as('sales_user'),
      colleague('r.assignee_id', reader).as('assignee'),
      tripNames('p').as('trip'),
      isOverdue.as('is_overdue'),
      sql.ref('r.due').as('due'),
      nextAction(reader).as('next_action'),
      possibleTurns(reader).as('possible'),
      sql`(select count(*) ${unreadEntries(reader)})`.as('unread_count'),
    ])
}

// A customer does not read the name of a former colleague.
const colleague = (column: string, reader: Reader) =>
  sql<object | null>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u
    where u.id = ${sql.ref(column)}${isOfCustomer(reader) ? sql` and ${isOfOffice('u')}` : sql``})`

// Prices of the latest offer. What was agreed without an offer is the estimated cost.
const priceOfOffer = sql`(select o.quoted_price from addon_communications o where o.id = r.offer_id)`
const cost = sql<number | null>`r.quoted_price`
const offeredPrice = sql<number | null>`${priceOfOffer}`
// Of what the customer pays, is offered or was told at first, in this order.
const margin = sql<number | null>`(coalesce(r.final_cost, ${priceOfOffer}, r.estimated_cost) - r.quoted_price)`
const forStaff = (reader: Reader, amount: typeof cost) =>
  isOfCustomer(reader) ? sql<number | null>`null::numeric` : amount
const acceptedPrice = sql<number | null>`case when r.customer_response = 'accepted' then ${priceOfOffer} end`

const unreadEntries = (reader: Person) => sql`from addon_communications c
  where c.addon_request_id = r.id and c.user_id is distinct from ${reader.me} and ${isEntrySeen(reader)}
    and not exists (select from addon_communication_reads x where x.user_id = ${reader.me} and x.communication_id = c.id)`

export function readRoutes(on: On) {
  on.get(
    '',
    {
      access: timelineReaders,
      summary: 'Add-on requests the caller may see, newest first',
      ...listSpec,
      etag: 'none',
    },
    ({ db, actor, query }) => readRequests(db, actor, query),
  )

  on.get(
    '/:id',
    { access: timelineReaders, summary: 'One add-on request', returns: ShownRequest, etag: 'content' },
    ({ db, actor, params }) => oneRequest(db, { ...actingOf(actor), ...params }),
  )
}
