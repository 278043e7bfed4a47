import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { FrozenPrice } from '../bookings/booking.ts'
import {
  type CancellationOnDay,
  coverFacts,
  detailedFacts,
  type Entry,
  type Flight,
  type Leader,
  listedFacts,
  type Named,
  type OtherDate,
  otherDates,
  type SeatsTold,
  seatsTold,
  type TripDay,
} from '../bookings/open-trip-facts.ts'
import { saidOfTrip } from '../bookings/sought-trips.ts'
import { coverOf, type PublicPicture, picturesOf } from '../packages/pictures.ts'
import { mealTexts, plannedHotelOfNight } from '../packages/planned-hotel.ts'
import { areOpenToStrangers } from '../planned-trips/seats.ts'
import { priceOfTrip } from '../planned-trips/trip.ts'
import { openSessions } from '../seminars/open-sessions.ts'
import { tripInEnglish } from '../shown-names.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { framed, readFrame } from './frame.ts'

// What the pages read. Every page is one statement: the frame of the site, and beside it what the page shows.

/** The catalogue shows the next departures, at most so many. */
const MOST_DEPARTURES = 400

/** The name of a package in its address: its own, else its code. */
const slug = sql<string>`coalesce(p.slug, lower(p.package_code))`

/** An open departure as lists show it. */
export type Departure = SeatsTold & {
  id: number
  serial: string
  name: string
  name_en: string | null
  departure_date: string
  return_date: string
  package_id: number
  slug: string
  days: number
  nights: number
  price: FrozenPrice | null
  capacity: number
  min_pax: number
  countries: Named[]
  area: Named | null
  category: Named | null
  subtitle: string | null
  subtitle_en: string | null
  highlights: string[]
  cover: PublicPicture | null
  first_flight: string | null
  /** For each word that is sought, whether it is said of the trip. */
  is_said?: boolean[]
}

const daysOfTrip = sql<number>`planned_trips.return_date - planned_trips.departure_date + 1`

const departures = (db: Db) =>
  db
    .selectFrom('planned_trips')
    .innerJoin('packages as p', 'p.id', 'planned_trips.package_id')
    .leftJoinLateral(seatsTold, (join) => join.onTrue())
    .select(['planned_trips.id', 'planned_trips.serial', 'planned_trips.name'])
    .select(['planned_trips.departure_date', 'planned_trips.return_date', 'planned_trips.package_id', 'p.nights'])
    .select([
      tripInEnglish('planned_trips').as('name_en'),
      slug.as('slug'),
      daysOfTrip.as('days'),
      priceOfTrip.as('price'),
    ])
    .select([...listedFacts])

const ofOpenPackages = sql<SqlBool>`(p.status = 'published' and ${areOpenToStrangers('planned_trips')})`

const firstFlight = sql<string | null>`(
  select f.flight_number || ' ' || to_char(f.departs_at at time zone f.departs_timezone, 'HH24:MI') || ' → ' || to_char(f.arrives_at at time zone f.arrives_timezone, 'HH24:MI')
    from planned_trip_flights f where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled' order by f.departs_at, f.id limit 1)`

/** The departures, each with whether the sought words are said of it. */
const openDepartures = (db: Db, words?: unknown) =>
  sql<Departure[]>`(select coalesce(json_agg(o), '[]') from (${departures(db)
    .select([
      firstFlight.as('first_flight'),
      (words === undefined ? sql<boolean[]>`'{}'::boolean[]` : saidOfTrip(words)).as('is_said'),
    ])
    .where(ofOpenPackages)
    .orderBy('planned_trips.departure_date')
    .orderBy('planned_trips.id')
    .limit(MOST_DEPARTURES)}) o)`

/** The open departures to the area of a trip, and those of its package, the next one first. */
export const departuresAfter = theRow((db, { trip }: { trip: number }) =>
  db
    .selectFrom('planned_trips as t')
    .select(
      arrayOf<Departure>(
        departures(db)
          .where(ofOpenPackages)
          .where(
            sql<SqlBool>`exists (select from planned_trips before where before.id = ${trip}
              and (before.area_id = planned_trips.area_id or before.package_id = planned_trips.package_id))`,
          )
          .orderBy('planned_trips.departure_date')
          .orderBy('planned_trips.id')
          .limit(MOST_NEXT),
      ).as('departures'),
    )
    .where('t.id', '=', trip),
)
const MOST_NEXT = 40

/** A public session. */
export type Talk = {
  id: number
  title: string
  title_en: string | null
  starts_at: string
  ends_at: string
  timezone: string
  starts_local: string
  ends_local: string
  venue: string | null
  address: string | null
  is_online: boolean
  status: 'open' | 'full'
}
const talks = (db: Db, most: number) =>
  sql<
    Talk[]
  >`(select coalesce(json_agg(o), '[]') from (${openSessions(db).orderBy('seminar_sessions.starts_at').orderBy('seminar_sessions.id').limit(most)}) o)`

export const readCatalogue = theRow((db, { words }: { words?: string | undefined }) =>
  framed(db).select([openDepartures(db, words).as('departures'), talks(db, 3).as('talks')]),
)
export const readTalks = theRow((db, _given: object) =>
  framed(db).select([talks(db, 50).as('talks'), openDepartures(db).as('departures')]),
)
export const readTalk = theRow((db, { id }: { id: number }) =>
  framed(db).select([
    sql<Talk | null>`(select to_json(o) from (${openSessions(db).where('seminar_sessions.id', '=', id)}) o)`.as('talk'),
    talks(db, 50).as('talks'),
  ]),
)

/** What an enquiry is about: a trip that strangers see, or else its route. */
export type AskedRoute = {
  planned_trip_id: number | null
  package_id: number | null
  serial: string | null
  departure_date: string | null
  name: string
  name_en: string | null
}
export const readAskedRoute = theRow((db, { serial, address }: { serial: string; address: string }) =>
  framed(db).select(
    sql<AskedRoute | null>`(
      select to_json(o) from (
        select t.id as planned_trip_id, t.package_id, t.serial, t.departure_date, t.name, ${tripInEnglish('t')} as name_en
          from planned_trips t where t.serial = ${serial} and ${areOpenToStrangers('t')}
        union all
        select null, p.id, null, null, p.name, p.name_en
          from packages p where (p.slug = ${address} or lower(p.package_code) = lower(${address})) and p.status = 'published'
        limit 1) o)`.as('about'),
  ),
)

/** The pictures of a trip or a package that are drawn, by language. */
export type Shared = Partial<Record<Locale, { id: number; mark: string }>>
const sharedOf = (column: string, id: string) => sql<Shared>`(
  select coalesce(json_object_agg(s.locale, json_build_object('id', s.id, 'mark', s.mark)), '{}')
    from share_pictures s where ${sql.ref(`s.${column}`)} = ${sql.ref(id)})`

/** A departure as its page shows it. */
export type TripOnPage = Departure & {
  status: TripStatus
  is_open: boolean
  is_past: boolean
  is_package_published: boolean
  description: string | null
  description_en: string | null
  terms: Terms
  leader: Leader | null
  flights: Flight[]
  segments: TripDay[]
  entry: Entry[]
  cancellation_steps: CancellationOnDay[]
  balance_due_on: string | null
  pictures: PublicPicture[]
  other_dates: OtherDate[]
  shared: Shared
}
export type Terms = {
  inclusions?: string[]
  inclusions_en?: string[]
  exclusions?: string[]
  exclusions_en?: string[]
  important_notes?: string | null
  important_notes_en?: string | null
}

// A trip that was never public, or is still a draft, does not exist for a visitor.
const trip = (db: Db, serial: string) =>
  sql<TripOnPage | null>`(select to_json(o) from (${departures(db)
    .select(['planned_trips.status', 'p.description', 'p.description_en', 'planned_trips.terms'])
    .select([
      sql<boolean>`${ofOpenPackages}`.as('is_open'),
      sql<boolean>`planned_trips.departure_date <= today()`.as('is_past'),
      sql<boolean>`p.status = 'published'`.as('is_package_published'),
      sql<null>`null`.as('first_flight'),
      otherDates(areOpenToStrangers).as('other_dates'),
      sharedOf('planned_trip_id', 'planned_trips.id').as('shared'),
    ])
    .select([...detailedFacts])
    .where('planned_trips.serial', '=', serial)
    .where('planned_trips.is_public', '=', true)
    .where('planned_trips.status', '<>', 'draft')}) o)`

export const readTrip = theRow((db, { serial }: { serial: string }) => framed(db).select(trip(db, serial).as('trip')))

/** A package as its page shows it, with all its open departures. */
export type PackageOnPage = {
  id: number
  slug: string
  status: string
  name: string
  name_en: string | null
  subtitle: string | null
  subtitle_en: string | null
  highlights: string[]
  description: string | null
  description_en: string | null
  days: number
  nights: number
  countries: Named[]
  area: Named | null
  category: Named | null
  segments: TripDay[]
  terms: Terms
  cover: PublicPicture | null
  pictures: PublicPicture[]
  departures: Departure[]
  shared: Shared
}

const packageCountries = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'code', n.iso_alpha2, 'name', n.name, 'name_en', n.name_en) order by c.sequence, n.id), '[]')
    from package_countries c join countries n on n.id = c.country_id where c.package_id = p.id)`
const packageDays = sql<TripDay[]>`(
  select coalesce(json_agg(json_build_object('day_from', s.day_from, 'day_to', s.day_to, 'starts_on', null, 'ends_on', null, 'title', s.title, 'title_en', s.title_en,
      'description', s.description, 'description_en', s.description_en, 'breakfast', s.breakfast, 'lunch', s.lunch, 'dinner', s.dinner,
      'transport', s.transport,
      'hotel', ${plannedHotelOfNight}, ${mealTexts},
      'cities', (select coalesce(json_agg(json_build_object('name', c.name, 'name_en', c.name_en, 'country', n.iso_alpha2,
          'latitude', c.latitude, 'longitude', c.longitude) order by v.sequence), '[]')
        from package_segment_cities v join cities c on c.id = v.city_id join countries n on n.id = c.country_id where v.segment_id = s.id))
      order by s.sequence), '[]')
    from package_segments s where s.package_id = p.id)`
const ofName = (table: string, column: string) =>
  sql<Named | null>`(select json_build_object('id', n.id, 'code', n.code, 'name', n.name, 'name_en', n.name_en)
    from ${sql.table(table)} n where n.id = ${sql.ref(column)})`

/** A package as pages and its sheet show it, with its open departures. */
export function onePackage(db: Db, which: RawBuilder<unknown>, order: RawBuilder<unknown> = sql`p.id`) {
  return sql<PackageOnPage | null>`(select to_json(o) from (${db
    .selectFrom('packages as p')
    .select(['p.id', 'p.status', 'p.name', 'p.name_en', 'p.subtitle', 'p.subtitle_en', 'p.highlights'])
    .select(['p.description', 'p.description_en', 'p.days', 'p.nights'])
    .select([
      slug.as('slug'),
      packageCountries.as('countries'),
      ofName('geographical_areas', 'p.area_id').as('area'),
      ofName('categories', 'p.category_id').as('category'),
      packageDays.as('segments'),
      coverOf(sql.ref('p.id')).as('cover'),
      picturesOf(sql.ref('p.id')).as('pictures'),
      sharedOf('package_id', 'p.id').as('shared'),
      sql`json_build_object('inclusions', p.inclusions, 'inclusions_en', p.inclusions_en, 'exclusions', p.exclusions,
        'exclusions_en', p.exclusions_en, 'important_notes', p.important_notes, 'important_notes_en', p.important_notes_en)`.as(
        'terms',
      ),
      sql`(select coalesce(json_agg(d), '[]') from (select own.id as package_id from (select p.id) own) mine, lateral (${departures(
        db,
      )
        .select(firstFlight.as('first_flight'))
        .where(ofOpenPackages)
        .where(sql<SqlBool>`p.id = mine.package_id`)
        .orderBy('planned_trips.departure_date')
        .orderBy('planned_trips.id')
        .limit(60)}) d)`.as('departures'),
    ])
    .where(sql<SqlBool>`${which}`)
    .orderBy(order)
    .limit(1)}) o)`
}

const isPackageShown = sql<SqlBool>`p.kind in ('group', 'mini_group')`

/** What the pictures of all open trips and published packages say. */
export const readToShare = theRow((db, _given: object) =>
  framed(db).select([
    arrayOf<TripToShare>(tripsToShare(db)).as('trips'),
    arrayOf<PackageToShare>(packagesToShare(db)).as('packages'),
  ]),
)
type TripToShare = Pick<TripOnPage, 'id' | 'package_id' | 'departure_date' | 'days' | 'price' | Cover>
type PackageToShare = Pick<PackageOnPage, 'id' | 'days' | Cover>
type Cover = 'name' | 'name_en' | 'countries' | 'category' | 'cover' | 'shared'
const arrayOf = <Row>(rows: { as: (alias: 'o') => unknown }) =>
  sql<Row[]>`(select coalesce(json_agg(o), '[]') from (${rows}) o)`

const tripsToShare = (db: Db) =>
  db
    .selectFrom('planned_trips')
    .innerJoin('packages as p', 'p.id', 'planned_trips.package_id')
    .select(['planned_trips.id', 'planned_trips.name', 'planned_trips.package_id', 'planned_trips.departure_date'])
    .select([
      tripInEnglish('planned_trips').as('name_en'),
      daysOfTrip.as('days'),
      priceOfTrip.as('price'),
      sharedOf('planned_trip_id', 'planned_trips.id').as('shared'),
      ...coverFacts,
    ])
    .where(ofOpenPackages)
    .orderBy('planned_trips.departure_date')
    .orderBy('planned_trips.id')

const packagesToShare = (db: Db) =>
  db
    .selectFrom('packages as p')
    .select(['p.id', 'p.name', 'p.name_en', 'p.days'])
    .select([
      packageCountries.as('countries'),
      ofName('categories', 'p.category_id').as('category'),
      coverOf(sql.ref('p.id')).as('cover'),
      sharedOf('package_id', 'p.id').as('shared'),
    ])
    .where('p.status', '=', 'published')
    .where(isPackageShown)
    .orderBy('p.id')

// Its own address comes before the code of another.
const atAddress = (db: Db, address: string) =>
  onePackage(
    db,
    sql`(p.slug = ${address} or lower(p.package_code) = ${address}) and p.status in ('published', 'archived')
      and ${isPackageShown}`,
    sql`coalesce(p.slug = ${address}, false) desc`,
  )

export const readPackage = theRow((db, { address }: { address: string }) =>
  framed(db).select(atAddress(db, address).as('one')),
)

/** A page of the agency. */
export type OwnPage = { slug: string; title: string; title_en: string | null; body: string; body_en: string | null }
const ownPage = (db: Db, slug: string) =>
  sql<OwnPage | null>`(select to_json(o) from (${db
    .selectFrom('site_pages')
    .select(['slug', 'title', 'title_en', 'body', 'body_en'])
    .where('slug', '=', slug)
    .where('is_published', '=', true)}) o)`

export const readOwnPage = theRow((db, { slug }: { slug: string }) => framed(db).select(ownPage(db, slug).as('own')))

/** The addresses of everything that search engines may list. */
export const readAddresses = oneRow((db, _given: object) =>
  framed(db).select([
    sql<{ slug: string; changed: string }[]>`(
      select coalesce(json_agg(json_build_object('slug', ${slug}, 'changed', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD')) order by p.id), '[]')
        from packages p where p.status = 'published' and exists (
          select from planned_trips where planned_trips.package_id = p.id and ${areOpenToStrangers('planned_trips')}))`.as(
      'packages',
    ),
    sql<number[]>`(select coalesce(json_agg(o.id), '[]') from (${openSessions(db)}) o)`.as('talks'),
    sql<{ slug: string; changed: string }[]>`(
      select coalesce(json_agg(json_build_object('slug', o.slug, 'changed', to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD')) order by o.sequence, o.id), '[]')
        from site_pages o where o.is_published)`.as('own'),
  ]),
)

/** Whether visitors see the site: it is on, and the record of the agency is complete. */
export async function isSiteShown(db: Db) {
  return (await readFrame(db, {})).is_shown
}
