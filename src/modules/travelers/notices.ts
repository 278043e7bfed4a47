import { type Generated, sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { reportedOnce } from '../../kit/retention/rules.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import { notify, type Person } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'
import { bookableStatuses } from '../trip-statuses.ts'
import { checks } from './checks.ts'
import { type Check, checkTable } from './words.ts'

/** The recipients of a notice about one traveler: the contact, and the traveler if there is a separate address. */
export async function concernedWith(tx: Tx, { id, booking_id }: { id: number; booking_id: number }) {
  const { customer, ...concerned } = await concernedBy(tx, booking_id)
  return { ...concerned, customer: [...customer, { traveler: id }] }
}

/** The recipients of notices about a booking's travelers. Without a salesperson of the booking, that of the trip. */
export async function concernedBy(tx: Tx, booking_id: number) {
  const { sales, ...named } = await inCharge(tx, booking_id)
  return { ...named, sales: [sales], customer: [{ contact: booking_id }] }
}

const inCharge = (tx: Tx, booking_id: number) =>
  tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['t.serial', 'b.booking_number as number'])
    .select((is) => is.fn.coalesce('b.sales_user_id', 't.sales_user_id').as('sales'))
    .where('b.id', '=', booking_id)
    .executeTakeFirstOrThrow()

/**
 * The day until which customers must hand in documents and data for the trip with that alias: the next open deadline that depends
 * on them, or null.
 */
export function papersDue(trip: string) {
  return sql<string | null>`(
    select min(d.due_on)::text from trip_deadlines d
     where d.planned_trip_id = ${sql.ref(`${trip}.id`)} and d.key in ('passports', 'visa', 'name_list')
       and d.done_at is null and d.due_on >= today())`
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    traveler_check_notices: { traveler_id: number; check: string; created_at: Generated<string> }
  }
}

export const checkReports = reportedOnce('traveler_check_notices', 'that a check of a traveler was reported')

type Missing = { name: string; checks: Check[] }
type MissingOfBooking = {
  booking_id: number
  number: string
  serial: string
  trip: string
  trip_en: string
  departure: string
  until: string | null
  sales: number | null
  travelers: Missing[]
}

/** Reports failed checks of trips that depart soon to sales and to the customer, each once while the check fails. */
export async function notifyOfMissing(tx: Tx, trips: number[], days: number) {
  const bookings = await newlyFound(tx, trips, days)
  for (const { sales, ...found } of bookings) {
    await notifyAll(tx, [sales], found)
    await notifyAll(tx, [{ contact: found.booking_id }], {
      ...found,
      travelers: found.travelers.map(({ name, checks }) => ({
        name,
        checks: checks.filter((check) => !staffOnly.includes(check)),
      })),
    })
  }
  return bookings.length
}

// A report is recorded in the transaction of its notice, and deleted when the check passes.
const newlyFound = async (tx: Tx, trips: number[], days: number) => {
  const { rows } = await sql<MissingOfBooking>`
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
    ), each as (
      select found.booking_id, found.traveler_id, v.name, array_agg(found."check" order by found."check") as checks
        from marked join found using (traveler_id, "check") join travelers v on v.id = found.traveler_id
       group by found.booking_id, found.traveler_id, v.name
    )
    select b.id as booking_id, b.booking_number as number, t.serial, t.name as trip, ${tripCalled('t')} as trip_en,
           t.departure_date as departure, ${papersDue('t')} as until, coalesce(b.sales_user_id, t.sales_user_id) as sales,
           json_agg(json_build_object('name', each.name, 'checks', each.checks) order by each.traveler_id) as travelers
      from each join bookings b on b.id = each.booking_id join planned_trips t on t.id = b.planned_trip_id
     group by b.id, t.id order by b.id`.execute(tx)
  return rows
}

type Notice = Omit<MissingOfBooking, 'sales'>
// When a traveler is erased, the notices of failed checks lose their text.
const notifyAll = async (tx: Tx, who: Person[], { booking_id, travelers, until, departure, ...booking }: Notice) => {
  const each = travelers.filter(({ checks }) => checks.length)
  if (!each.length) return
  const params = {
    ...booking,
    ...{ departure, until, soon: until === null ? departure : null },
    missing: linesOf(each, 'zh-TW'),
    missing_en: linesOf(each, 'en'),
  }
  await notify(tx, { who, event: 'travelers.missing', params, about: { type: 'booking', id: booking_id } })
}

const linesOf = (travelers: Missing[], locale: Locale) =>
  travelers.map(({ name, checks }) => inWords(locale, name, checks)).join('\n')
const inWords = (locale: Locale, name: string, checks: Check[]) =>
  say(
    [
      `・${name}：${checks.map((check) => checkTable[check][1][0]).join('、')}`,
      `· ${name}: ${checks.map((check) => checkTable[check][1][1]).join('; ')}`,
    ],
    locale,
  )

const staffOnly: Check[] = ['duplicate_traveler', 'entry_rules_unknown']
