import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { anyText, currency, day, line, nullable, orNull, shownFields, whole } from '../../kit/fields.ts'
import { priceOfTrip } from '../planned-trips/trip.ts'
import { tripInEnglish } from '../shown-names.ts'
import {
  amounts,
  DetailedFacts,
  daysIn,
  daysWith,
  flights,
  OfDay,
  ofPackage,
  ofTerms,
  ShownAmounts,
  ShownTerms,
  termNames,
} from './open-trip-facts.ts'

// What binds the agency of what a visitor reads. Seats change with every booking, entry rules with the countries, and pictures and
// places on the map promise nothing. The leader is left out, because a leader who leaves is erased, and a publication never changes.

/** The content of a trip as a visitor reads it, over `planned_trips`. */
export const publishedFacts = sql`jsonb_build_object(
  'name', planned_trips.name, 'name_en', ${tripInEnglish('planned_trips')},
  'departure_date', planned_trips.departure_date, 'return_date', planned_trips.return_date,
  'subtitle', ${ofPackage('subtitle')}, 'subtitle_en', ${ofPackage('subtitle_en')},
  'description', ${ofPackage('description')}, 'description_en', ${ofPackage('description_en')},
  'highlights', ${ofPackage('highlights', "'{}'")},
  'min_pax', planned_trips.min_pax, 'capacity', planned_trips.capacity,
  'currency', (${priceOfTrip}) ->> 'currency', 'prices', ${amounts},
  ${sql.join(termNames.map((name) => sql`${sql.lit(name)}, ${ofTerms(name)}`))},
  'flights', ${flights},
  'segments', ${daysWith(sql`json_build_object('name', c.name, 'name_en', c.name_en, 'country', n.iso_alpha2)`)})`

export const PublishedFacts = Type.Object({
  ...shownFields({ name: line(200, '清邁五日'), name_en: nullable(line(200, 'Chiang Mai, five days')) }),
  ...shownFields({ departure_date: day(), return_date: day() }),
  ...shownFields({ subtitle: nullable(line(200)), subtitle_en: nullable(line(200)) }),
  ...{ description: orNull(anyText()), description_en: orNull(anyText()) },
  highlights: Type.Array(anyText('洞爺湖畔住宿')),
  ...shownFields({ min_pax: whole(1, 999), capacity: whole(1, 999), currency: nullable(currency()) }),
  prices: orNull(ShownAmounts),
  ...ShownTerms,
  flights: DetailedFacts.flights,
  segments: daysIn(OfDay),
})
export type PublishedFacts = Static<typeof PublishedFacts>
