import { sql } from 'kysely'
import { moment, nullable, ref } from '../../../kit/fields.ts'
import { is, whether } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { entries, type Reading } from './timeline.ts'

/** Offers without an answer, the most urgent first. */
export const pendingList = list({
  of: 'o',
  sort: { customer_response_deadline: nullable(moment()) },
  order: 'customer_response_deadline',
  since: 'created_at',
  filters: {
    overdue: whether(sql<boolean>`o.customer_response_deadline < now()`),
    request_id: is('r.id', ref()),
    planned_trip_id: is('r.planned_trip_id', ref()),
    sales_user_id: is('r.sales_user_id', ref()),
  },
})

export const pendingPage = pendingList.over((db, given: Reading) =>
  entries(db, given, sql<boolean>`c.id = r.offer_id`)
    .where(sql<boolean>`r.status = 'offered'`)
    .innerJoin(awaited.as('o'), (join) => join.onTrue())
    .leftJoin('addon_request_types as t', 't.id', 'r.type_id')
    .leftJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(about.as('request')),
)

// Joined through the request, so that open offers are read in the order of an index.
const awaited = sql<{ id: number }>`lateral (
  select r.offer_id as id, r.response_deadline as customer_response_deadline, c.created_at)`

const about = sql`json_build_object('id', r.id, 'request_number', r.request_number, 'type_name', t.name,
  'traveler_name', v.name, 'trip_serial', p.serial)`
