import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/fragments.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { seatedStatuses } from '../../../modules/booking-statuses.ts'

/** Costs as shares of the sales of a trip: planned for every trip, invoiced for those that have returned. */
export function planCosts(tx: Tx) {
  return sql`
    insert into trip_costs (planned_trip_id, kind, description, supplier, estimated, actual, rate, invoice_number, invoiced_on)
    select t.id, kind, description, supplier, planned, case when is_back then planned * (100 + (t.id + nth) % 5 - 2) / 100 end, 1,
           case when is_back then format('DM-%s%s', lpad(t.id::text, 4, '0'), nth) end, case when is_back then t.return_date + 3 end
      from planned_trips t
     cross join lateral (select sum(b.total) as sold from bookings b where b.planned_trip_id = t.id and ${isOneOf('b.status', seatedStatuses)}) sales
     cross join (values (1, 'air', '團體機票 Group tickets', null, 36), (2, 'land', '當地接待 Land operator', '示範地接社', 39),
        (3, 'guide', '領隊出差費 Fee of the leader', null, 4), (4, 'tips', '司機與導遊小費 Tips', null, 2),
        (5, 'insurance', '旅行業責任保險 Liability insurance', '示範產物保險', 1)) cost (nth, kind, description, supplier, share)
     cross join lateral (select round(sold * share / 100, -2) as planned, t.status in ('returned', 'settled') as is_back) amounts
     where t.status not in ('draft', 'cancelled') and planned > 0
     order by t.id, nth`.execute(tx)
}
