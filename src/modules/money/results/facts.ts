import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../../kit/db/fragments.ts'
import { soldStatuses } from '../../bookings/owed.ts'
import { takesSeat } from '../../planned-trips/seats.ts'
import { expectedCost, isTraveling } from '../trip-queries.ts'
import type { Basis, By } from './columns.ts'

export type Span = { from: string; to: string }
type TripFilter = 'area_id' | 'category_id' | 'package_id' | 'branch_id'
export type Filters = Partial<Record<TripFilter | 'sales_user_id', number>> & { source?: string }
export type Choice = { by: By; basis: Basis }

/** Parts of trips: what a booking has of its own, so that seats and the costs of empty trips belong to no line. */
const ofBookings: readonly By[] = ['salesperson', 'source', 'enquiry']

/** Whether whole trips are looked at, and not some of their bookings. */
export function isWhole({ by, basis }: Choice, { sales_user_id, source }: Filters) {
  return basis === 'departure' && !ofBookings.includes(by) && sales_user_id === undefined && source === undefined
}

/**
 * SQL: the bookings that count, one row for each, and the trips themselves: `facts`, with `ago`, which is 0 for the span and 1 for the
 * same span a year before, and `key`, the line that they belong to. `years` says how many of the two there are. What the house has
 * set is read once, because a function in each row takes longer than all the rest.
 */
export function factsOf(choice: Choice, given: Span & Filters, { years, shares }: { years: 1 | 2; shares: boolean }) {
  const isByDeparture = choice.basis === 'departure'
  return sql`
    house as materialized (
      select house_currency() as currency, decimals_of(house_currency()) as decimals, house_zone() as zone),
    spans as (
      select ago, (${given.from}::date - ago * interval '1 year')::date as first, (${given.to}::date - ago * interval '1 year')::date as last
        from generate_series(0, ${sql.lit(years - 1)}) ago),
    trips as materialized (
      select t.id, t.departure_date, t.status, t.capacity, t.package_id, t.area_id, t.season_id
        from planned_trips t where ${isByDeparture ? departs : wasSold} and ${tripsLike(given)}),
    spent as materialized (
      select c.planned_trip_id as id, sum(${expectedCost('c', sql`h.decimals`)}) as cost
        from house h join trip_costs c on c.planned_trip_id in (select id from trips) group by c.planned_trip_id),
    kept as (
      select p.booking_id, sum(i.fee) as fees from provider_settlement_payments i join booking_payments p on p.id = i.payment_id group by p.booking_id),
    parties as (
      select v.booking_id, count(*) filter (where v.status = 'active') as active, count(*) filter (where ${takesSeat('v')}) as seated,
             count(*) filter (where v.status = 'cancelled') as gone
        from travelers v group by v.booking_id),
    booked as (
      select t.id, t.departure_date, t.package_id, t.area_id, t.season_id, b.id as booking_id, b.sales_user_id, b.source, b.enquiry_id,
             (b.created_at at time zone h.zone)::date as sold_on, ${isTraveling('b')} as travels, b.currency, b.currency = h.currency as counts,
             b.total as revenue, coalesce(f.fees, 0) as provider_fees,
             case when ${isTraveling('b')} and b.currency = h.currency then coalesce(p.active, 0) else 0 end as people,
             case when ${isTraveling('b')} then coalesce(p.seated, 0) else 0 end as seated,
             case when b.currency <> h.currency then 0 when ${isTraveling('b')} then coalesce(p.gone, 0)
                  when coalesce(k.status, 'confirmed') = 'confirmed' then coalesce(p.gone + p.active, 0) else 0 end as cancelled_people
        from house h cross join trips t join bookings b on b.planned_trip_id = t.id and ${isOneOf('b.status', soldStatuses)}
        left join parties p on p.booking_id = b.id
        left join kept f on f.booking_id = b.id
        left join cancelled_bookings k on k.booking_id = b.id and b.status = 'cancelled'),
    ${shares ? sql`shared as (${costsShared}),` : sql``}
    ${isByDeparture ? sql`placed as materialized (${tripsPlaced(choice)}),` : sql``}
    facts as (
      select ${isByDeparture ? sql`p.ago` : sql`s.ago`}, ${keyOf(choice, 'bookings')} as key, booking_id, sold_on, currency, counts, travels, people, seated,
             0 as seats, revenue, provider_fees, ${shares ? sql`cost` : sql`0`} as cost, cancelled_people,
             case when travels and counts and t.departure_date >= sold_on then t.departure_date - sold_on end as days_before
        from ${shares ? sql`shared` : sql`booked`} t
        join ${isByDeparture ? sql`placed p on p.id = t.id` : sql`spans s on t.sold_on between s.first and s.last`}
       where ${bookingsLike(given)}
      ${shares ? sql`` : sql`union all ${tripsThemselves}`})`
}

const departs = sql<SqlBool>`t.departure_date between (select min(first) from spans) and (select max(last) from spans)`
// The day in the zone of the house is compared exactly once the bookings are read.
const wasSold = sql<SqlBool>`t.id in (
  select b.planned_trip_id from bookings b
   where b.created_at >= (select min(first) from spans) - interval '1 day' and b.created_at < (select max(last) from spans) + interval '2 days')`

/**
 * The costs of a trip are shared by its travelers: each booking ends where the next one begins, so that the rounded shares add up. Where
 * whole trips are looked at, the costs are those of the trips.
 */
const costsShared = sql`
  select t.*, coalesce(round(t.spent * reached / nullif(everybody, 0), h.decimals) - round(t.spent * (reached - people) / nullif(everybody, 0), h.decimals), 0) as cost
    from house h, (
      select b.*, s.cost as spent, sum(people) over (partition by b.id order by booking_id) as reached, sum(people) over (partition by b.id) as everybody
        from booked b left join spent s on s.id = b.id) t`

/** The line that each trip belongs to, in each of the years that it departs in. */
const tripsPlaced = (choice: Choice) => sql`
  select t.*, s.ago, ${ofBookings.includes(choice.by) ? sql`null` : keyOf(choice, 'trips')} as key
    from trips t join spans s on t.departure_date between s.first and s.last`

/** The seats and the costs of trips. */
const tripsThemselves = sql`
  select p.ago, p.key, null, null, null, true, false, 0, 0, case when ${offersSeats()} then p.capacity else 0 end, 0, 0, coalesce(s.cost, 0), 0, null
    from placed p left join spent s on s.id = p.id where ${offersSeats()} or s.cost <> 0`
function offersSeats() {
  return sql<SqlBool>`p.status not in ('draft', 'cancelled')`
}

// A line of a year before is compared with the same one of this year: March with March, and the season of 2026 with that of 2027.
const keyOf = ({ by, basis }: Choice, of: 'trips' | 'bookings'): RawBuilder<unknown> => {
  if (of === 'bookings' && basis === 'departure' && !ofBookings.includes(by)) return sql`p.key`
  const day = basis === 'departure' ? sql`t.departure_date` : sql`t.sold_on`
  const keys: Record<By, RawBuilder<unknown>> = {
    month: sql`to_char(${day} + s.ago * interval '1 year', 'YYYY-MM')`,
    trip: sql`t.id::text`,
    package: sql`t.package_id::text`,
    line: sql`t.area_id::text`,
    season: sql`(select case when s.ago = 1 and n.code ~ '\\d{4}$' then left(n.code, -4) || (right(n.code, 4)::integer + 1) else n.code end
                   from seasons n where n.id = t.season_id)`,
    salesperson: sql`t.sales_user_id::text`,
    source: sql`t.source`,
    enquiry: sql`(select e.source from enquiries e where e.id = t.enquiry_id)`,
  }
  return sql`coalesce(${keys[by]}, 'none') collate "C"`
}

const tripsLike = ({ area_id, category_id, package_id, branch_id }: Filters) =>
  all([
    area_id !== undefined && sql`t.area_id = ${area_id}`,
    category_id !== undefined && sql`t.category_id = ${category_id}`,
    package_id !== undefined && sql`t.package_id = ${package_id}`,
    branch_id !== undefined && sql`t.branch_id = ${branch_id}`,
  ])

const bookingsLike = ({ sales_user_id, source }: Filters) =>
  all([
    sales_user_id !== undefined && sql`t.sales_user_id = ${sales_user_id}`,
    source !== undefined && sql`t.source = ${source}`,
  ])

const all = (conditions: (RawBuilder<unknown> | false)[]) => {
  const given = conditions.filter((each) => each !== false)
  return given.length ? sql.join(given, sql` and `) : sql`true`
}
