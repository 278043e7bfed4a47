import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/fragments.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { seatedStatuses } from '../../../modules/booking-statuses.ts'
import { passedSum, soldSum } from '../../../modules/money/trip-queries.ts'

/** Costs as shares of the sales of a trip: planned for every trip, invoiced for those that have returned. Nobody gives a voucher for tips. */
export async function planCosts(tx: Tx) {
  await sql`
    insert into suppliers (name, name_en, tax_id, country_id, sort_order)
    values ('示範地接社', 'Demo Land Operator', null, (select id from countries where iso_alpha2 = 'JP'), 1),
           ('示範產物保險', 'Demo Insurance', '12345675', (select id from countries where iso_alpha2 = 'TW'), 2),
           ('示範航空票務', 'Demo Air Tickets', '04595257', (select id from countries where iso_alpha2 = 'TW'), 3)`.execute(
    tx,
  )
  await sql`
    insert into trip_costs (planned_trip_id, kind, description, supplier_id, voucher, voucher_reason, estimated, actual, rate, invoice_number, invoiced_on)
    select t.id, kind, description, s.id, case when not is_back then 'none' when kind = 'tips' then case when t.id % 2 = 0 then 'signed' else 'none' end else 'voucher' end,
           case when is_back and kind = 'tips' then '小費沒有收據' end, planned, case when is_back then planned * (100 + (t.id + nth) % 5 - 2) / 100 end, 1,
           case when is_back and kind <> 'tips' then format('DM-%s%s', lpad(t.id::text, 4, '0'), nth) end, case when is_back then t.return_date + 3 end
      from planned_trips t
     cross join lateral (select sum(b.total) as sold from bookings b where b.planned_trip_id = t.id and ${isOneOf('b.status', seatedStatuses)}) sales
     cross join (values (1, 'air', '團體機票 Group tickets', '示範航空票務', 36), (2, 'land', '當地接待 Land operator', '示範地接社', 39),
        (3, 'guide', '領隊出差費 Fee of the leader', null, 4), (4, 'tips', '司機與導遊小費 Tips', null, 2),
        (5, 'insurance', '旅行業責任保險 Liability insurance', '示範產物保險', 1)) cost (nth, kind, description, supplier, share)
     left join suppliers s on s.name = cost.supplier
     cross join lateral (select round(sold * share / 100, -2) as planned, t.status in ('returned', 'settled') as is_back) amounts
     where t.status not in ('draft', 'cancelled') and planned > 0
     order by t.id, nth`.execute(tx)
}

/** The margin of each trip that was settled is invoiced, once its add-ons are sold too. */
export async function invoiceMargins(tx: Tx) {
  await sql`
    insert into margin_invoices (planned_trip_id, number, issued_on, amount, tax, entered_by)
    select t.id, 'DM' || lpad(t.id::text, 8, '0'), t.return_date + 5, m.margin, round(m.margin * 5 / 105), u.id
      from planned_trips t
      join lateral (select id from users where 'finance' = any (roles) order by id limit 1) u on true
     cross join lateral (select (select ${soldSum} from bookings b where b.planned_trip_id = t.id)
                              - (select ${passedSum} from trip_costs c where c.planned_trip_id = t.id) as margin) m
     where t.status = 'settled' and t.return_date + 5 <= today() and m.margin > 0
     order by t.id`.execute(tx)
}
