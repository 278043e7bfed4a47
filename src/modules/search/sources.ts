import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../kit/db/fragments.ts'
import { everyRow, noRow } from '../../kit/db/fragments.ts'
import type { Words } from '../../kit/words/words.ts'
import { isRequestSeen } from '../addon-requests/visible.ts'
import { sellers } from '../enquiries/flow.ts'
import { isTripSeen } from '../planned-trips/visible.ts'
import { moneyReaders, type Role } from '../roles.ts'
import { hasTicketName, searchParts } from '../search-parts.ts'
import { isSeminarSeen } from '../seminars/visible.ts'
import { tripInEnglish } from '../shown-names.ts'
import { isLeaderSeen } from '../tour-leaders/visible.ts'
import { isBookingSeen, isTravelerSeen } from '../travelers/visible.ts'
import { isOutside, type Reader } from '../users/reader.ts'
import type { Kind, texts } from './schema.ts'

/** A kind of records that is searched. */
export type Source = {
  of: string
  /** The column with the id that is shown, where another record shows it. */
  shownAs?: string
  words: Words
  path: string
  /** The texts and phone numbers by which it is found: exactly the expression of its index (migration 0013). */
  parts: RawBuilder<unknown>
  /** SQL: whether its name begins with these letters, with its parts joined in any way. */
  isNamed?: (joined: unknown) => Condition
  isSeen: (reader: Reader) => Condition
  /** The roles that read it, where what one sees does not tell. */
  by?: readonly Role[]
  /** The columns that are shown. Missing ones are null. */
  shows: (reader: Reader) => { [T in (typeof texts)[number] | 'status' | 'day']?: RawBuilder<unknown> }
}

/** The kinds of records that are searched. */
export const sources: Record<Kind, Source> = {
  booking: {
    of: 'bookings',
    words: ['訂單', 'Bookings'],
    path: '/api/bookings',
    parts: searchParts('bookings'),
    isSeen: isBookingSeen,
    shows: () => ({
      number: sql`bookings.booking_number`,
      name: sql`bookings.contact_name`,
      also: tripOf('bookings.planned_trip_id', 'serial'),
      day: tripOf('bookings.planned_trip_id', 'departure_date'),
      status: sql`bookings.status`,
      phone: sql`bookings.contact_phone`,
      email: sql`bookings.contact_email`,
    }),
  },
  traveler: {
    of: 'travelers',
    words: ['旅客', 'Travelers'],
    path: '/api/travelers',
    parts: searchParts('travelers'),
    isNamed: hasTicketName,
    isSeen: isTravelerSeen,
    shows: () => ({
      number: sql`(select b.booking_number from bookings b where b.id = travelers.booking_id)`,
      name: sql`travelers.name`,
      name_en: sql`nullif(concat_ws(' ', travelers.surname_en, travelers.given_name_en), '')`,
      also: sql`(select t.serial from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = travelers.booking_id)`,
      day: sql`(select t.departure_date from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = travelers.booking_id)`,
      status: sql`travelers.status`,
      phone: sql`travelers.mobile`,
      email: sql`travelers.email`,
    }),
  },
  enquiry: {
    of: 'enquiries',
    words: ['洽詢', 'Enquiries'],
    path: '/api/enquiries',
    parts: searchParts('enquiries'),
    by: sellers,
    isSeen: () => everyRow,
    shows: () => ({
      number: sql`enquiries.enquiry_number`,
      name: sql`enquiries.name`,
      also: tripOf('enquiries.planned_trip_id', 'serial'),
      day: sql`enquiries.follow_up_on`,
      status: sql`enquiries.status`,
      phone: sql`enquiries.phone`,
      email: sql`enquiries.email`,
    }),
  },
  planned_trip: {
    of: 'planned_trips',
    words: ['團', 'Trips'],
    path: '/api/planned-trips',
    parts: searchParts('planned_trips'),
    isSeen: isTripSeen,
    shows: () => ({
      ...named('planned_trips', 'serial'),
      name_en: tripInEnglish('planned_trips'),
      status: sql`planned_trips.status`,
      day: sql`planned_trips.departure_date`,
    }),
  },
  package: {
    of: 'packages',
    words: ['行程', 'Packages'],
    path: '/api/packages',
    parts: searchParts('packages'),
    isSeen: isPackageSeen,
    shows: () => ({ ...named('packages', 'package_code'), status: sql`packages.status` }),
  },
  tour_leader: {
    of: 'tour_leaders',
    words: ['領隊', 'Tour leaders'],
    path: '/api/tour-leaders',
    parts: searchParts('tour_leaders'),
    isSeen: isLeaderSeen,
    shows: () => ({
      ...named('tour_leaders', 'leader_number'),
      status: sql`tour_leaders.status`,
      phone: sql`tour_leaders.mobile`,
      email: sql`tour_leaders.email`,
    }),
  },
  addon_request: {
    of: 'addon_requests',
    words: ['加購', 'Add-on requests'],
    path: '/api/addon-requests',
    parts: searchParts('addon_requests'),
    isSeen: isRequestSeen,
    shows: (reader) => ({
      number: sql`addon_requests.request_number`,
      name: sql`(select t.name from addon_request_types t where t.id = addon_requests.type_id)`,
      name_en: sql`(select t.name_en from addon_request_types t where t.id = addon_requests.type_id)`,
      also: sql`(select v.name from travelers v where v.id = addon_requests.traveler_id)`,
      status: isOutside(reader) ? sql`addon_requests.public_status` : sql`addon_requests.status`,
      day: sql`addon_requests.needed_by`,
    }),
  },
  seminar: {
    of: 'seminars',
    words: ['說明會', 'Seminars'],
    path: '/api/seminars',
    parts: searchParts('seminars'),
    isSeen: isSeminarSeen,
    shows: () => ({ name: sql`seminars.title`, name_en: sql`seminars.title_en`, status: sql`seminars.status` }),
  },
  city: {
    of: 'cities',
    words: ['城市', 'Cities'],
    path: '/api/cities',
    parts: sql`search_parts(array[cities.name, cities.name_en, cities.iata_code]::text[] || cities.aliases, array[]::text[])`,
    isSeen: () => everyRow,
    shows: () => named('cities', 'iata_code'),
  },
  airline: {
    of: 'airlines',
    words: ['航空公司', 'Airlines'],
    path: '/api/airlines',
    parts: searchParts('airlines'),
    isSeen: () => everyRow,
    shows: () => named('airlines', 'iata_code'),
  },
  supplier: {
    of: 'suppliers',
    words: ['供應商', 'Suppliers'],
    path: '/api/suppliers',
    parts: searchParts('suppliers'),
    by: moneyReaders,
    isSeen: () => everyRow,
    shows: () => named('suppliers', 'tax_id'),
  },
  // A cost stands on its trip, which is opened.
  trip_cost: {
    of: 'trip_costs',
    shownAs: 'planned_trip_id',
    words: ['請款單', 'Invoices of suppliers'],
    path: '/api/planned-trips',
    parts: searchParts('trip_costs'),
    by: moneyReaders,
    isSeen: () => everyRow,
    shows: () => ({
      number: sql`trip_costs.invoice_number`,
      name: sql`coalesce((select s.name from suppliers s where s.id = trip_costs.supplier_id), trip_costs.supplier)`,
      name_en: sql`(select s.name_en from suppliers s where s.id = trip_costs.supplier_id)`,
      also: tripOf('trip_costs.planned_trip_id', 'serial'),
      day: sql`trip_costs.invoiced_on`,
    }),
  },
}

const named = (table: string, number: string) => ({
  number: sql.ref(`${table}.${number}`),
  name: sql.ref(`${table}.name`),
  name_en: sql.ref(`${table}.name_en`),
})

const tripOf = (id: string, column: string) =>
  sql`(select ${sql.ref(`t.${column}`)} from planned_trips t where t.id = ${sql.ref(id)})`

// Staff plan with packages; customers and leaders see trips only.
function isPackageSeen({ sees }: Reader): Condition {
  switch (sees) {
    case 'all':
    case 'money':
      return everyRow
    case 'customer':
    case 'leader':
    case 'booking':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return noRow
  }
}
