import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { isOwed, soldStatuses } from '../bookings/owed.ts'

type Span = { departs_from?: string; departs_to?: string } & Partial<
  Record<'area_id' | 'season_id' | 'sales_user_id' | 'branch_id', number>
>

/** The money of one trip. */
export const moneyOfTrip = jsonRow((db, { id }: { id: number }) => moneyOf(db, sql`t.id = ${id}`))

/** Like `moneyOfTrip`, summed over the trips that depart in a range of days, of an area, a season, a salesperson or a branch. */
export const moneyOfTrips = jsonRow((db, given: Span) => {
  const { departs_from, departs_to, area_id, season_id, sales_user_id, branch_id } = given
  const narrowed = [
    departs_from !== undefined && sql`t.departure_date >= ${departs_from}`,
    departs_to !== undefined && sql`t.departure_date <= ${departs_to}`,
    area_id !== undefined && sql`t.area_id = ${area_id}`,
    season_id !== undefined && sql`t.season_id = ${season_id}`,
    sales_user_id !== undefined && sql`t.sales_user_id = ${sales_user_id}`,
    branch_id !== undefined && sql`t.branch_id = ${branch_id}`,
  ].filter((one) => one !== false)
  return moneyOf(db, narrowed.length ? sql.join(narrowed, sql` and `) : sql`true`)
})

/** SQL: whether the people of a booking of this alias travel, or have traveled. */
export function isTraveling(booking: string) {
  return isOneOf(`${booking}.status`, ['confirmed', 'completed'])
}

/** SQL: what a cost of this alias is expected to be, in the agency's currency and rounded once to its decimals; null without a rate. */
export function expectedCost(cost: string, decimals = sql<number>`decimals_of(house_currency())`) {
  const of = (column: string) => sql.ref(`${cost}.${column}`)
  return sql<number | null>`at_rate(coalesce(${of('actual')}, ${of('estimated')}), ${of('rate')}, ${decimals})`
}

/** SQL: the margin as a share of what is sold. Of a loss it is negative; without sales there is none, also where what is compensated is more. */
export function marginPercent(sold: RawBuilder<unknown>, cost: RawBuilder<unknown>) {
  return sql<number | null>`case when ${sold} > 0 then round((${sold} - ${cost}) * 100 / ${sold}, 2) end`
}

/** SQL: whether what is sold or spent as this kind passes through, by the setting of the agency. A kind without a setting does. */
export function passesThrough(kind: RawBuilder<unknown>) {
  return sql<boolean>`coalesce(((select pass_through_kinds from house) ->> ${kind})::boolean, true)`
}

const isSold = isOneOf('b.status', soldStatuses)
const actual = sql`at_rate(c.actual, c.rate, decimals_of(house_currency()))`
const passes = passesThrough(sql.ref('c.kind'))
/** SQL: what bookings \`b\` have sold, and what of costs \`c\` was passed on and is proved. Only a cost that was spent counts. */
export const soldSum = sql<number>`coalesce(sum(b.total) filter (where ${isSold}), 0)`
export const passedSum = sql<number>`coalesce(sum(${actual}) filter (where c.voucher <> 'none' and ${passes}), 0)`

// Held bookings do not count as sales; a cancelled booking counts with its fee.
const sums = sql`
  select count(*) filter (where ${isTraveling('b')}) as bookings,
         coalesce(sum((select count(*) from travelers v where v.booking_id = b.id and v.status = 'active'))
           filter (where ${isTraveling('b')}), 0) as travelers,
         ${soldSum} as sold,
         coalesce(sum(b.total) filter (where b.status = 'held'), 0) as held,
         coalesce(sum(b.paid), 0) as paid,
         coalesce(sum(b.balance) filter (where ${isOwed('b')}), 0) as owed,
         coalesce(-sum(b.balance) filter (where b.balance < 0), 0) as refunds_due
    from bookings b join trips on trips.id = b.planned_trip_id where b.currency = house_currency()`

// Each amount is rounded once, at its rate. A cost without a rate is counted but not part of the sum.
const spent = sql`
  select c.kind, coalesce(sum(at_rate(c.estimated, c.rate, decimals_of(house_currency()))), 0) as estimated, coalesce(sum(at_rate(c.actual, c.rate, decimals_of(house_currency()))), 0) as actual,
         coalesce(sum(${expectedCost('c')}), 0) as expected,
         count(*) filter (where c.rate is null) as without_rate,
         count(*) filter (where c.actual is not null and c.invoice_number is null) as without_invoice
    from trip_costs c join trips on trips.id = c.planned_trip_id group by c.kind`
const costs = sql`
  select coalesce(sum(estimated), 0) as estimated, coalesce(sum(actual), 0) as actual, coalesce(sum(expected), 0) as expected,
         coalesce(sum(without_rate), 0) as without_rate, coalesce(sum(without_invoice), 0) as without_invoice,
         coalesce(json_agg(json_build_object('kind', kind, 'estimated', estimated, 'actual', actual, 'expected', expected) order by kind), '[]') as by_kind
    from spent`

// What is kept of a cancelled booking is its total, which a line settles. What stays is the agency's own income, and is invoiced.
const ownIncome = sql`
  case when b.status = 'cancelled' then case when ${passesThrough(sql`'cancellation'`)} then 0 else b.total end
       else (select coalesce(sum(at_rate(l.amount, l.rate, l.decimals)), 0) from booking_price_lines l
              where l.booking_id = b.id and not ${passesThrough(sql.ref('l.kind'))}) end`
const through = sql`
  select (select coalesce(sum(${ownIncome}), 0) from bookings b join trips on trips.id = b.planned_trip_id
           where b.currency = house_currency() and ${isSold}) as own_income,
         ${passedSum} as passed_through,
         coalesce(sum(${actual}) filter (where c.voucher = 'none' and ${passes}), 0) as without_voucher
    from trip_costs c join trips on trips.id = c.planned_trip_id`
const passing = sql`json_build_object('own_income', p.own_income, 'passed_through', p.passed_through,
  'without_voucher', p.without_voucher, 'margin', s.sold - p.passed_through)`

const margin = sql`json_build_object('amount', s.sold - c.expected, 'planned', s.sold - c.estimated,
  'percent', ${marginPercent(sql`s.sold`, sql`c.expected`)},
  'per_traveler', round((s.sold - c.expected) / nullif(s.travelers, 0), 2))`
const others = sql`(
  select coalesce(json_agg(o order by currency), '[]') from (
    select b.currency, sum(b.total) as sold, sum(b.paid) as paid from bookings b join trips on trips.id = b.planned_trip_id
     where b.currency <> house_currency() and ${isOneOf('b.status', soldStatuses)} group by b.currency) o)`

const moneyOf = (db: Db, trips: RawBuilder<unknown>) =>
  db
    .selectFrom(
      sql<object>`(
    with trips as (select t.id from planned_trips t where ${trips}), sums as (${sums}), spent as (${spent}), costs as (${costs}), through as (${through})
    select house_currency() as currency, (select count(*) from trips) as trips, s.*, to_json(c) as costs, ${margin} as margin, ${passing} as pass_through,
           ${others} as other_currencies
      from sums s, costs c, through p)`.as('money'),
    )
    .selectAll()
