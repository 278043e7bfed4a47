import { sql } from 'kysely'
import { membersOf } from '../../../kit/db/columns.ts'
import { statement, theRow } from '../../../kit/db/statement.ts'
import type { DocumentKind, DocumentStatus } from '../../traveler-documents/schema.ts'
import { ownChecks } from '../../travelers/checks.ts'
import type { Check } from '../../travelers/labels.ts'

type Day = {
  starts_on: string
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
}
type Hotel = {
  name: string
  name_en: string | null
  address: string | null
  phone: string | null
  check_in: string
  check_out: string
}
type Flight = {
  flight_number: string
  origin: string
  destination: string
  departs: string
  arrives: string
  baggage: string | null
}
type Assembly = { at: string | null; place: string | null; contact: string | null }
type Payment = { kind: string; amount: number; received_at: string }
type Bank = { name: string; code: string; account_name: string; account_number: string }

const days = sql<Day[]>`(
  select coalesce(json_agg(json_build_object(${membersOf('s', ['starts_on', 'title', 'title_en', 'description', 'description_en'])}) order by s.sequence), '[]')
    from planned_trip_segments s where s.planned_trip_id = t.id)`
const hotels = sql<Hotel[]>`(
  select coalesce(json_agg(json_build_object('name', h.name, 'name_en', h.name_en, 'address', h.address, 'phone', h.phone,
      'check_in', s.check_in, 'check_out', s.check_out) order by s.check_in, s.id), '[]')
    from planned_trip_stays s join hotels h on h.id = s.hotel_id where s.planned_trip_id = t.id and s.status <> 'cancelled')`
const local = (at: string, zone: string) =>
  sql`to_char(${sql.ref(at)} at time zone ${sql.ref(zone)}, 'YYYY-MM-DD HH24:MI')`
const flights = sql<Flight[]>`(
  select coalesce(json_agg(json_build_object('flight_number', f.flight_number, 'origin', f.origin, 'destination', f.destination,
      'departs', ${local('f.departs_at', 'f.departs_timezone')}, 'arrives', ${local('f.arrives_at', 'f.arrives_timezone')},
      'baggage', f.baggage) order by f.departs_at, f.id), '[]')
    from planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled')`

/** The trip as its travelers may read it. */
export const tripOnPage = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['t.serial', 't.name', 't.name_en', 't.departure_date', 't.return_date'])
    .select(sql<Assembly | null>`t.assembly`.as('assembly'))
    .select(sql<string | null>`(select name from tour_leaders where id = t.assigned_leader_id)`.as('leader'))
    .select([days.as('days'), hotels.as('hotels'), flights.as('flights')])
    .where('b.id', '=', booking),
)
export type TripOnPage = Awaited<ReturnType<typeof tripOnPage>>

/** What was paid, and the agency's bank account. */
export const accountOnPage = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('house')
    .select(sql<Bank | null>`bank`.as('bank'))
    .select(
      sql<boolean>`exists (select from bookings where id = ${booking} and customer_user_id is null and contact_proved_at is not null)`.as(
        'wants_login',
      ),
    )
    .select(
      sql<
        Payment[]
      >`(select coalesce(json_agg(json_build_object('kind', p.kind, 'amount', p.amount, 'received_at', p.received_at)
          order by p.received_at, p.id), '[]') from booking_payments p where p.booking_id = ${booking} and p.voided_at is null)`.as(
        'payments',
      ),
    ),
)

type Paper = { id: number; kind: DocumentKind; status: DocumentStatus; reject_reason: string | null }
const papers = sql<Paper[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status, 'reject_reason', d.reject_reason) order by d.id), '[]')
    from traveler_documents d where d.traveler_id = travelers.id)`
const isGiven = (name: string) => sql<boolean>`${sql.ref(`travelers.${name}`)} is not null`

/** The travelers of a booking, or one of them, with what is missing. Sealed values are not shown, only that they are there. */
export const guestsOnPage = statement((db, { booking, only }: { booking: number; only?: number }) =>
  db
    .selectFrom('travelers')
    .select(['travelers.id', 'name', 'surname_en', 'given_name_en', 'gender', 'nationality', 'passport_expires_on'])
    .select(['mobile', 'email', 'meal_requirement', 'emergency_name', 'emergency_phone', 'emergency_relation'])
    .select([isGiven('birth_date').as('has_birth_date'), isGiven('passport_number').as('has_passport_number')])
    .select([isGiven('allergies').as('has_allergies'), papers.as('papers')])
    .select(sql<Check[]>`${ownChecks}`.as('checks'))
    .where('booking_id', '=', booking)
    .where('travelers.status', '=', 'active')
    .$if(only !== undefined, (rows) => rows.where('travelers.id', '=', only ?? 0))
    .orderBy('travelers.id'),
)
export type GuestOnPage = Awaited<ReturnType<typeof guestsOnPage>>[number]
