import { type Static, Type } from 'typebox'
import { anyText, oneOf, orNull, ref } from '../../kit/fields.ts'

/** The kinds of records that are searched, in the order of the answer. */
// biome-ignore format: one line is enough.
export const kinds = ['booking', 'traveler', 'enquiry', 'planned_trip', 'package', 'tour_leader', 'addon_request', 'seminar', 'city', 'airline', 'supplier', 'trip_cost'] as const
export type Kind = (typeof kinds)[number]

/** How a record was found, in the order of the answer. */
export const matches = ['exact', 'prefix', 'similar'] as const

/** The texts of a found record that are shown, and in which the typed words are highlighted. */
export const texts = ['number', 'name', 'name_en', 'also', 'phone', 'email'] as const

export const Found = Type.Object({
  id: ref(),
  number: orNull(anyText('JPN261201A-003')),
  name: orNull(anyText('王小美')),
  name_en: orNull(anyText('WANG MEI')),
  also: orNull(anyText()),
  status: orNull(anyText('confirmed')),
  day: orNull(anyText('2026-12-01')),
  phone: orNull(anyText('0912 345 678')),
  email: orNull(anyText('mei@example.com')),
  match: oneOf(matches),
})
export type Found = Static<typeof Found>

/** The position of a typed word in a text: from the character `start` up to `end`. */
const Highlight = Type.Object({ field: oneOf(texts), start: Type.Integer(), end: Type.Integer() })
export type Highlight = Static<typeof Highlight>

export const SearchGroup = Type.Object({
  kind: oneOf(kinds),
  label: anyText('訂單'),
  label_en: anyText('Bookings'),
  /** The list that finds the remaining records. */
  path: anyText('/api/bookings'),
  has_more: Type.Boolean(),
  items: Type.Array(Type.Object({ ...Found.properties, highlights: Type.Array(Highlight) })),
})
