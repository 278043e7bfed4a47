import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../kit/db/tables.ts'
import { anyText, orNull } from '../kit/fields.ts'

/** The names of records, for places that have only their ids. */
export const RecordLabel = Type.Object({
  name: anyText('台北分公司'),
  name_en: orNull(anyText('Taipei branch')),
})
export type RecordLabel = { name: string; name_en: string | null }

type Called = { name: RawBuilder<string | null>; name_en?: RawBuilder<string | null> }

const both: Called = { name: sql`name`, name_en: sql`name_en` }
const inOneLanguage: Called = { name: sql`name` }
const parent = (of: string, column: string, key: string): Called => ({
  name: sql`(select p.${sql.ref(column)} from ${sql.table(of)} p where p.id = ${sql.ref(key)})`,
})
const ofBooking = parent('bookings', 'booking_number', 'booking_id')
const ofTrip = parent('planned_trips', 'serial', 'planned_trip_id')
const ofTraveler = parent('travelers', 'name', 'traveler_id')
const ofLeader = parent('tour_leaders', 'name', 'tour_leader_id')
const ofPackage = parent('packages', 'name', 'package_id')

/** The name columns of each table. A record without a name of its own has the name of its parent. */
const called: Record<string, Called> = {
  ...{ users: both, branches: both, house: both, continents: both, countries: both, regions: both, cities: both },
  ...{
    geographical_areas: both,
    airlines: both,
    airports: both,
    hotels: both,
    categories: both,
    seasons: both,
    suppliers: both,
  },
  ...{ addon_categories: both, addon_request_types: both, packages: both, tour_leaders: both, persons: both },
  ...{ travelers: inOneLanguage, webhooks: inOneLanguage },
  ...{
    bank_file_mappings: inOneLanguage,
    receiving_accounts: inOneLanguage,
    bank_statements: { name: sql`file_name` },
  },
  ...{ receipt_books: { name: sql`first_number` }, spoiled_receipts: { name: sql`number` } },
  bank_lines: { name: sql`to_char(booked_on, 'YYYY-MM-DD')` },
  provider_settlements: { name: sql`to_char(settled_on, 'YYYY-MM-DD')` },
  planned_trips: { name: sql`serial` },
  bookings: { name: sql`booking_number` },
  addon_requests: { name: sql`request_number` },
  enquiries: { name: sql`enquiry_number` },
  exchange_rates: { name: sql`from_currency || ' → ' || to_currency` },
  seminars: { name: sql`title`, name_en: sql`title_en` },
  site_pages: { name: sql`title`, name_en: sql`title_en` },
  seminar_sessions: parent('seminars', 'title', 'seminar_id'),
  ...{ approvals: ofBooking, booking_concessions: ofBooking, booking_messages: ofBooking },
  ...{
    cancellation_requests: ofBooking,
    payment_reports: ofBooking,
    payment_requests: ofBooking,
    payment_silences: ofBooking,
    refund_orders: ofBooking,
    trip_feedback: ofBooking,
  },
  ...{ booking_payments: ofBooking, booking_price_lines: ofBooking },
  ...{
    planned_trip_flights: ofTrip,
    planned_trip_segments: ofTrip,
    planned_trip_stays: ofTrip,
    trip_costs: ofTrip,
    margin_invoices: ofTrip,
  },
  ...{
    day_notes: ofTrip,
    incidents: ofTrip,
    trip_expenses: ofTrip,
    leader_advances: ofTrip,
    leader_accounts: ofTrip,
    roll_calls: { name: sql`name` },
  },
  ...{ trip_deadlines: ofTrip, trip_handovers: ofTrip, trip_messages: ofTrip },
  ...{ traveler_documents: ofTraveler, traveler_requests: ofTraveler, change_requests: ofTraveler },
  ...{ leader_files: ofLeader, leader_unavailabilities: ofLeader },
  ...{ leader_country_priorities: ofLeader, leader_regional_priorities: ofLeader },
  ...{ package_pictures: ofPackage, package_prices: ofPackage, package_segments: ofPackage },
  second_factors: parent('users', 'name', 'user_id'),
  webhook_secrets: parent('webhooks', 'name', 'webhook_id'),
}

export type OfTable = { table: string; id: number }
export type Labels = { of: (table: string, id: number) => RecordLabel | undefined }

/** The names of these records. The caller must check that the reader may read them. */
export async function labelsOf(db: Db, wanted: readonly OfTable[]): Promise<Labels> {
  const idsOf = Map.groupBy(wanted, ({ table }) => table)
  const each = [...idsOf].flatMap(([table, records]) => {
    const { name, name_en = sql`null` } = called[table] ?? {}
    const ids = [...new Set(records.map(({ id }) => id))]
    if (!name) return []
    return [
      sql`select ${sql.lit(table)} as of, id::bigint as id, ${name}::text as name, ${name_en}::text as name_en
                  from ${sql.table(table)} where id = any (${ids}::bigint[])`,
    ]
  })
  if (each.length === 0) return { of: () => undefined }
  const { rows } = await sql<{ of: string; id: number; name: string | null; name_en: string | null }>`
    ${sql.join(each, sql` union all `)}`.execute(db)
  const known = new Map(
    rows.map(({ of, id, name, name_en }) => [`${of} ${id}`, name === null ? undefined : { name, name_en }]),
  )
  return { of: (table, id) => known.get(`${table} ${id}`) }
}
