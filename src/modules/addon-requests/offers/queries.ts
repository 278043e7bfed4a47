import { jsonRow } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'

type Given = { communication_id: number }

/** An offer as its link shows it, without the rest of the request. */
export const shownOffer = jsonRow((db, given: Given) => offers(db, given))

/** The same for the HTML page. */
export const offerOnPage = theRow((db, given: Given) => offers(db, given))

const offers = (db: Db, { communication_id }: Given) =>
  db
    .selectFrom('addon_communications as c')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .innerJoin('planned_trips as p', 'p.id', 'r.planned_trip_id')
    .select(['r.request_number', 't.name as type_name', 't.name_en as type_name_en', 'v.name as traveler_name'])
    .select(['p.serial as trip_serial', 'p.name as trip_name', 'p.departure_date', 'r.quantity', 'c.message'])
    .select(['c.quoted_price', 'r.currency', 'c.customer_response', 'c.customer_response_deadline'])
    .where('c.id', '=', communication_id)

export type OfferOnPage = Awaited<ReturnType<typeof offerOnPage>>
