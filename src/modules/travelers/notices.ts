import { type Generated, sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { reportedOnce } from '../../kit/retention/rules.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import { notify, type Person } from '../notifications/notify.ts'
import { bookableStatuses } from '../trip-statuses.ts'
import { checks } from './checks.ts'
import type { Check } from './labels.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    traveler_check_notices: { traveler_id: number; check: string; created_at: Generated<string> }
  }
}

export const checkReports = reportedOnce('traveler_check_notices', 'that a check of a traveler was reported')

type Found = {
  booking_id: number
  number: string
  serial: string
  sales: number | null
  checks: Check[]
}

/** Reports failed checks of trips that depart soon to sales and to the customer, each once while it lasts. */
export async function notifyOfMissing(tx: Tx, trips: number[], days: number) {
  const bookings = await newlyFound(tx, trips, days)
  for (const { sales, ...found } of bookings) {
    await notifyAll(tx, [sales], found)
    await notifyAll(tx, [{ contact: found.booking_id }], {
      ...found,
      checks: found.checks.filter((check) => !staffOnly.includes(check)),
    })
  }
  return bookings.length
}

// A report is recorded in the transaction of its notice, and deleted when the check passes.
const newlyFound = async (tx: Tx, trips: number[], days: number) => {
  const { rows } = await sql<Found>`
    with found as materialized (
      select travelers.id as traveler_id, travelers.booking_id, unnest(${checks}) as "check"
        from travelers join bookings own on own.id = travelers.booking_id join planned_trips trip on trip.id = own.planned_trip_id
       where trip.id = any (${trips}) and ${isOneOf('own.status', travelingStatuses)} and travelers.status = 'active'
         and ${isOneOf('trip.status', bookableStatuses)}
         and trip.departure_date between today() and today() + ${days}::integer
    ), settled as (
      delete from traveler_check_notices n
       using travelers v, bookings b
       where v.id = n.traveler_id and b.id = v.booking_id and b.planned_trip_id = any (${trips})
         and not exists (select from found f where f.traveler_id = n.traveler_id and f."check" = n."check")
    ), marked as (
      insert into traveler_check_notices (traveler_id, "check")
      select traveler_id, "check" from found on conflict do nothing returning traveler_id, "check"
    )
    select b.id as booking_id, b.booking_number as number, t.serial,
           coalesce(b.sales_user_id, t.sales_user_id) as sales, array_agg(distinct marked."check") as checks
      from marked join found using (traveler_id, "check") join bookings b on b.id = found.booking_id
      join planned_trips t on t.id = b.planned_trip_id
     group by b.id, t.id order by b.id`.execute(tx)
  return rows
}

type Told = Omit<Found, 'sales'>
// The name is not included: the notice may outlive an erasure.
const notifyAll = async (tx: Tx, who: Person[], { booking_id, number, serial, checks }: Told) => {
  if (!checks.length) return
  const about = { type: 'booking', id: booking_id }
  await notify(tx, { who, event: 'travelers.missing', params: { serial, number, checks }, about })
}

const staffOnly: Check[] = ['duplicate_traveler', 'entry_rules_unknown']
