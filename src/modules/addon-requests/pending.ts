import { sql } from 'kysely'
import { moment, nullable, ref } from '../../kit/fields.ts'
import { is, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { entries, type Reader } from './timeline.ts'

/** Offers whose customer has not answered; the most urgent first. */
export const pendingList = list({
  of: 'c',
  sort: { customer_response_deadline: nullable(moment()) },
  order: 'customer_response_deadline',
  since: 'created_at',
  filters: {
    overdue: whether(sql<boolean>`c.customer_response_deadline < now()`),
    request_id: is('c.addon_request_id', ref()),
    planned_trip_id: is('r.planned_trip_id', ref()),
    sales_user_id: is('r.sales_user_id', ref()),
  },
})

export const pendingPage = pendingList.over((db, given: Reader) =>
  entries(db, given)
    .where(sql<boolean>`c.id = r.offer_id and r.status = 'offered'`)
    .leftJoin('addon_request_types as t', 't.id', 'r.type_id')
    .leftJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(about.as('request')),
)

const about = sql`json_build_object('id', r.id, 'request_number', r.request_number, 'type_name', t.name,
  'traveler_name', v.name, 'trip_serial', p.serial)`
