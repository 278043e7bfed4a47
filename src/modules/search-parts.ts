import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../kit/db/fragments.ts'
import { sought } from '../kit/list/filters.ts'
import type { Sought } from '../kit/list/search.ts'

// The texts and phone numbers by which a record is found, as in the expressions of the indexes (migrations 0013, 0097 and 0101).
const columns = {
  addon_requests: [['request_number']],
  airlines: [['iata_code', 'icao_code', 'name', 'name_en']],
  bookings: [['booking_number', 'contact_name', 'contact_email'], ['contact_phone']],
  enquiries: [['enquiry_number', 'name', 'email', 'line_id'], ['phone']],
  line_friends: [['display_name']],
  line_messages: [['text']],
  packages: [['package_code', 'name', 'name_en']],
  planned_trips: [['serial', 'name', 'name_en']],
  seminars: [['title', 'title_en']],
  suppliers: [['name', 'name_en', 'tax_id']],
  tour_leaders: [
    ['leader_number', 'name', 'name_en', 'email'],
    ['mobile', 'mobile_overseas'],
  ],
  trip_costs: [['invoice_number', 'supplier']],
  travelers: [['name', 'surname_en', 'given_name_en', 'email'], ['mobile']],
} satisfies Record<string, string[][]>
type Searched = keyof typeof columns

const columnsOf = (table: Searched) => {
  const [texts = [], phones = []]: string[][] = columns[table]
  const refs = (names: string[]) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
  return { texts: refs(texts), phones: refs(phones), hasPhones: phones.length > 0 }
}

/** The expression by which records of that table are found, written exactly as in its index. */
export function searchParts(table: Searched) {
  const { texts, phones, hasPhones } = columnsOf(table)
  return sql`search_parts(array[${texts}]::text[], array[${hasPhones ? phones : sql``}]::text[])`
}

/** The name of a traveler as on tickets, exactly the expression of its index. */
const ticketName = sql`ticket_name(travelers.surname_en, travelers.given_name_en)`
/** SQL: whether a traveler's name on tickets begins with these letters. */
export function hasTicketName(joined: unknown) {
  return sql<SqlBool>`(${ticketName} ~>=~ ${joined}::text and ${ticketName} ~<~ (${joined}::text || '{'))`
}

/**
 * SQL: whether a record of that table matches the search. The index finds the parts; then the whole text is compared, because the
 * parts may be in another order.
 */
export function isFound(table: Searched, { joined, ...given }: Sought): Condition {
  const isInTexts = isFoundInTexts(table, given)
  if (table !== 'travelers' || joined === undefined) return isInTexts
  return sql<SqlBool>`(${isInTexts} or ${hasTicketName(joined)})`
}

const isFoundInTexts = (table: Searched, { parts, patterns, phoneParts, phonePattern }: Sought): Condition => {
  const { texts, phones, hasPhones } = columnsOf(table)
  const all = searchParts(table)
  const hasParts = sql<SqlBool>`${all} @> ${parts}::text[]`
  const isText =
    patterns === undefined
      ? hasParts
      : sql<SqlBool>`(${hasParts} and lower(normalize(concat_ws(' ', ${texts}), nfkc)) like all (${patterns}::text[]))`
  if (!hasPhones || phoneParts === undefined) return isText
  const digits = sql`regexp_replace(concat_ws('/', ${phones}), '[^/0-9]', '', 'g')`
  return sql<SqlBool>`(${isText} or (${all} @> ${phoneParts}::text[] and ${digits} like ${phonePattern}))`
}

/** The ids of the matching records of that table, or another column of them. */
export function idsFound(table: Searched, given: Sought, column = 'id') {
  return sql`select ${sql.ref(`${table}.${column}`)} from ${sql.table(table)} where ${isFound(table, given)}`
}

/** The filter of trips by number or name. */
export const foundTrip = sought((given) => isFound('planned_trips', given))
