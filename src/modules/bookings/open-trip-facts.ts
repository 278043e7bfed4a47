import { type RawBuilder, sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import {
  anyText,
  day,
  decimal,
  flag,
  labelled,
  line,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  shown,
  shownFields,
  whole,
} from '../../kit/fields.ts'
import { coverOf, PublicPicture, picturesOf } from '../packages/pictures.ts'
import { mealTexts, plannedHotelOfNight } from '../packages/planned-hotel.ts'
import { Package, Stretch } from '../packages/schema.ts'
import { countedSeats, guaranteeState, guaranteeStates, isCertain } from '../planned-trips/seats.ts'
import { priceOfTrip, promised as textsForCustomers } from '../planned-trips/trip.ts'
import type { CancellationStep, PromisedTrip } from '../trip-promise.ts'

// What strangers are told of a trip, each fact with its statement and its schema. All are over `planned_trips`.

/** Up to this many free seats a trip has `few`, and up to this many missing travelers it is nearly certain. */
const FEW = sql.lit(4)
export const seatStates = ['available', 'few', 'waitlist'] as const

// The agency decides how exactly strangers learn of numbers: always, only when they are small, or never.
const asShown = (number: string) => sql`case site.seats_shown when 'exact' then ${sql.ref(number)}
  when 'few_only' then case when ${sql.ref(number)} <= ${FEW} then ${sql.ref(number)} end end`

/** How full a trip is, how many seats are free, and how many travelers it still needs; 0 once it is certain. */
export const seatsTold = sql<SeatsTold>`(
  select case when remaining < 1 then 'waitlist' when remaining <= ${FEW} then 'few' else 'available' end as seats_state, guarantee_state,
         ${isCertain} as is_guaranteed,
         ${asShown('remaining')} as seats_left, ${asShown('missing')} as missing_pax
    from site, (
      select remaining, guarantee_state, case when guarantee_state = 'guaranteed' then 0 else greatest(planned_trips.min_pax - confirmed, 0) end as missing
        from ${countedSeats} counted) counted)`.as<'told'>('told')
const seatColumns = [
  'told.seats_state',
  'told.guarantee_state',
  'told.is_guaranteed',
  'told.seats_left',
  'told.missing_pax',
] as const

/** How full a trip is, and how near to its minimum. */
export const SeatsInPublic = shownFields({
  seats_state: oneOf(seatStates),
  guarantee_state: oneOf(guaranteeStates),
  is_guaranteed: flag(),
  seats_left: labelled(nullable(whole(0, 999)), ['剩餘名額', 'Free seats']),
  missing_pax: labelled(nullable(whole(0, 999)), ['成團尚缺人數', 'Travelers still needed']),
})

const named = (table: string, column: string) =>
  sql<Named | null>`(select json_build_object('id', n.id, 'code', n.code, 'name', n.name, 'name_en', n.name_en)
    from ${sql.table(table)} n where n.id = ${sql.ref(column)})`
export type Named = { id: number; code: string; name: string; name_en: string | null }
const OfName = Type.Object({
  id: ref(),
  code: anyText('NORTHEAST_ASIA'),
  name: anyText('東北亞'),
  name_en: orNull(anyText('Northeast Asia')),
})

const area = named('geographical_areas', 'planned_trips.area_id')
const category = named('categories', 'planned_trips.category_id')
const countries = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'code', n.iso_alpha2, 'name', n.name, 'name_en', n.name_en) order by n.id), '[]')
    from trip_countries c join countries n on n.id = c.country_id where c.planned_trip_id = planned_trips.id)`

/** A column of the package of a trip. */
export function ofPackage<T>(column: string, none = 'null') {
  return sql<T>`coalesce((select ${sql.ref(`p.${column}`)} from packages p where p.id = planned_trips.package_id), ${sql.raw(none)})`
}

/** What decides the cover of a trip. */
export const coverFacts = [
  countries.as('countries'),
  category.as('category'),
  coverOf(sql.ref('planned_trips.package_id')).as('cover'),
] as const

/** What a list of trips tells beyond names, days and price; the list joins `seatsTold`. */
export const listedFacts = [
  countries.as('countries'),
  area.as('area'),
  category.as('category'),
  ofPackage<string | null>('subtitle').as('subtitle'),
  ofPackage<string | null>('subtitle_en').as('subtitle_en'),
  ofPackage<string[]>('highlights', "'{}'").as('highlights'),
  coverOf(sql.ref('planned_trips.package_id')).as('cover'),
  'planned_trips.capacity',
  'planned_trips.min_pax',
  ...seatColumns,
] as const

const { seats_state: _state, ...counts } = SeatsInPublic
export const ListedFacts = {
  countries: Type.Array(OfName),
  area: orNull(OfName),
  category: orNull(OfName),
  ...shownFields({ subtitle: nullable(line(200)), subtitle_en: nullable(line(200)) }),
  highlights: Type.Array(anyText('洞爺湖畔住宿')),
  /** The first photograph of the package, with its sizes below `/site/pictures/`. */
  cover: orNull(PublicPicture),
  ...shownFields({ capacity: whole(1, 999), min_pax: whole(1, 999) }),
  ...counts,
}

/** Who leads the trip, and how many trips to one of its countries this leader has brought back. */
const leader = sql<Leader | null>`(
  select json_build_object('name', l.name, 'name_en', l.name_en, 'times_led', (
    select count(*) from planned_trips led
     where led.assigned_leader_id = l.id and led.status in ('returned', 'settled')
       and exists (select from trip_countries c join trip_countries own using (country_id)
                    where c.planned_trip_id = led.id and own.planned_trip_id = planned_trips.id)))
    from tour_leaders l where l.id = planned_trips.assigned_leader_id)`
export type Leader = { name: string; name_en: string | null; times_led: number }

const local = (at: string, zone: string) =>
  sql`to_char(${sql.ref(at)} at time zone ${sql.ref(zone)}, 'YYYY-MM-DD"T"HH24:MI')`
const cityOf = (code: string) =>
  sql`(select json_build_object('name', coalesce(c.name, a.name), 'name_en', coalesce(c.name_en, a.name_en))
    from airports a left join cities c on c.id = a.city_id where a.iata_code = ${sql.ref(code)})`
/** The flights of a trip that are not cancelled. */
export const flights = sql<Flight[]>`(
  select coalesce(json_agg(json_build_object('flight_number', f.flight_number, 'airline', a.name, 'airline_en', a.name_en,
      'origin', f.origin, 'origin_city', ${cityOf('f.origin')}, 'destination', f.destination, 'destination_city', ${cityOf('f.destination')},
      'departs_local', ${local('f.departs_at', 'f.departs_timezone')}, 'arrives_local', ${local('f.arrives_at', 'f.arrives_timezone')},
      'departs_at', f.departs_at, 'arrives_at', f.arrives_at,
      'baggage', f.baggage, 'is_confirmed', f.status = 'confirmed') order by f.departs_at, f.id), '[]')
    from planned_trip_flights f left join airlines a on a.id = f.airline_id
   where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled')`
export type City = { name: string; name_en: string | null }
export type Flight = {
  flight_number: string
  airline: string | null
  airline_en: string | null
  origin: string
  origin_city: City | null
  destination: string
  destination_city: City | null
  departs_local: string
  arrives_local: string
  departs_at: string
  arrives_at: string
  baggage: string | null
  is_confirmed: boolean
}

const cityOnMap = sql`json_build_object('name', c.name, 'name_en', c.name_en, 'country', n.iso_alpha2, 'latitude', c.latitude, 'longitude', c.longitude)`
// The hotel that is booked for the night, else the one that the itinerary names.
const hotel = sql`coalesce(
  (select json_build_object('name', h.name, 'name_en', h.name_en, 'is_confirmed', st.status = 'confirmed')
     from planned_trip_stays st join hotels h on h.id = st.hotel_id
    where st.planned_trip_id = planned_trips.id and st.status <> 'cancelled' and st.check_in <= s.starts_on and st.check_out > s.starts_on
    order by st.id limit 1),
  ${plannedHotelOfNight})`
/** The days of a trip, with what is told of a city `c` in a country `n`. */
export function daysWith(city: RawBuilder<unknown>) {
  return sql<TripDay[]>`(
  select coalesce(json_agg(json_build_object('day_from', s.starts_on - planned_trips.departure_date + 1,
      'day_to', s.ends_on - planned_trips.departure_date + 1, 'starts_on', s.starts_on, 'ends_on', s.ends_on, 'title', s.title, 'title_en', s.title_en,
      'description', s.description, 'description_en', s.description_en, 'breakfast', s.breakfast, 'lunch', s.lunch, 'dinner', s.dinner,
      ${mealTexts}, 'transport', s.transport, 'hotel', ${hotel},
      'cities', (select coalesce(json_agg(${city} order by v.sequence), '[]')
        from planned_trip_segment_cities v join cities c on c.id = v.city_id join countries n on n.id = c.country_id
       where v.segment_id = s.id)) order by s.sequence), '[]')
    from planned_trip_segments s where s.planned_trip_id = planned_trips.id)`
}
export type CityOnMap = City & { country: string; latitude: number | null; longitude: number | null }
export type Meal = 'included' | 'own' | 'onboard' | 'none'
export type TripDay = {
  day_from: number
  day_to: number
  starts_on: string | null
  ends_on: string | null
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  breakfast: Meal
  lunch: Meal
  dinner: Meal
  /** Publications from before these fields have none. */
  breakfast_text?: string | null
  lunch_text?: string | null
  dinner_text?: string | null
  transport: string | null
  hotel: (City & { is_confirmed: boolean }) | null
  cities: CityOnMap[]
}

/** What each country asks of the passport of a traveler from here, with the last day that the passport must cover. */
const entry = sql<Entry[]>`(
  select coalesce(json_agg(json_build_object('country', n.name, 'country_en', n.name_en, 'visa_policy', n.visa_policy,
      'visa_free_days', n.visa_free_days, 'passport_valid_until', (case n.passport_validity_basis when 'return' then planned_trips.return_date
        else planned_trips.departure_date end + n.passport_min_validity_months * interval '1 month')::date) order by n.id), '[]')
    from trip_countries c join countries n on n.id = c.country_id
   where c.planned_trip_id = planned_trips.id and n.iso_alpha2 <> 'TW')`
export type Entry = {
  country: string
  country_en: string | null
  visa_policy: string | null
  visa_free_days: number | null
  passport_valid_until: string
}

/** The amounts of a trip for each kind of traveler. */
export const amounts = sql<
  object | null
>`(select json_build_object('adult', p -> 'adult', 'child_with_bed', p -> 'child_with_bed',
    'child_no_bed', p -> 'child_no_bed', 'infant', p -> 'infant', 'single_supplement', p -> 'single_supplement',
    'land_only', p -> 'land_only')
  from (select ${priceOfTrip} as p) price where p is not null)`
const amount = () => nullable(money())
export const ShownAmounts = Type.Object(
  shownFields({
    adult: money(),
    child_with_bed: amount(),
    child_no_bed: amount(),
    infant: amount(),
    single_supplement: amount(),
    land_only: amount(),
  }),
)

/** One of the terms of a trip. */
export function ofTerms(name: string) {
  return sql`planned_trips.terms -> ${sql.lit(name)}`
}
const { payment_policy, cancellation_policy } = shown(Package).properties
const { inclusions, inclusions_en, exclusions, exclusions_en, important_notes, important_notes_en } =
  shownFields(textsForCustomers)
export const ShownTerms = {
  payment_policy: orNull(payment_policy),
  cancellation_policy: orNull(cancellation_policy),
  inclusions: orNull(inclusions),
  inclusions_en: orNull(inclusions_en),
  exclusions: orNull(exclusions),
  exclusions_en: orNull(exclusions_en),
  important_notes,
  important_notes_en,
}
export const termNames = Object.keys(ShownTerms) as (keyof typeof ShownTerms)[]

const FROM_THE_CONTRACT = sql.lit(366)
/** The steps of the contract as days of this departure. A step that holds from the contract on has no day. */
const cancellationSteps = sql<CancellationOnDay[]>`(
  select coalesce(json_agg(json_build_object('from', case when days_before < ${FROM_THE_CONTRACT} then planned_trips.departure_date - days_before end,
      'fee_percent', fee_percent) order by days_before desc), '[]')
    from jsonb_to_recordset(coalesce(planned_trips.terms -> 'cancellation_policy', '[]')) step (days_before integer, fee_percent numeric))`
export type CancellationOnDay = { from: string | null; fee_percent: number }

/** How ready a trip is and what a cancellation costs, for papers. */
export const promised = sql<PromisedTrip & { cancellation_steps: CancellationStep[] }>`json_build_object(
  'guarantee_state', ${guaranteeState}, 'is_guaranteed', ${isCertain}, 'min_pax', planned_trips.min_pax,
  'flights', (select coalesce(json_agg(json_build_object('is_confirmed', f.status = 'confirmed')), '[]')
    from planned_trip_flights f where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled'),
  'hotels', (select coalesce(json_agg(night.hotel) filter (where night.hotel is not null), '[]')
    from (select ${hotel} as hotel from planned_trip_segments s where s.planned_trip_id = planned_trips.id) night),
  'has_leader', planned_trips.assigned_leader_id is not null,
  'cancellation_steps', ${cancellationSteps})`

const balanceDue = sql<
  string | null
>`planned_trips.departure_date - (planned_trips.terms -> 'payment_policy' ->> 'balance_days_before')::integer`

/** What the page of one trip tells beyond the list. */
export const detailedFacts = [
  leader.as('leader'),
  flights.as('flights'),
  daysWith(cityOnMap).as('segments'),
  entry.as('entry'),
  cancellationSteps.as('cancellation_steps'),
  picturesOf(sql.ref('planned_trips.package_id')).as('pictures'),
  balanceDue.as('balance_due_on'),
] as const

const OfCity = orNull(Type.Object({ name: anyText('札幌'), name_en: orNull(anyText('Sapporo')) }))
const localTime = () => Type.String({ examples: ['2027-01-28T08:25'] })
const moment = () => Type.String({ examples: ['2027-01-28T00:25:00Z'] })
const text = () => orNull(anyText())
const { title, title_en, description, description_en, breakfast, lunch, dinner, transport } = Stretch.properties
const { breakfast_text, lunch_text, dinner_text } = Stretch.properties

/** A city of a day, without its place on a map. */
export const OfDay = Type.Object({ name: anyText('札幌'), name_en: text(), country: anyText('JP') })
const OnMap = Type.Object({
  ...OfDay.properties,
  ...{ latitude: orNull(decimal(-90, 90)), longitude: orNull(decimal(-180, 180)) },
})

/** The days of a trip, with what is told of their cities. */
export function daysIn<City extends TSchema>(city: City) {
  return Type.Array(
    Type.Object({
      ...{ day_from: Type.Integer({ examples: [1] }), day_to: Type.Integer({ examples: [1] }) },
      ...shownFields({ starts_on: day(), ends_on: day(), title, title_en, description, description_en }),
      ...shownFields({ breakfast, lunch, dinner, breakfast_text, lunch_text, dinner_text, transport }),
      hotel: orNull(Type.Object({ name: anyText('札幌王子大飯店'), name_en: text(), is_confirmed: flag() })),
      cities: Type.Array(city),
    }),
  )
}

export const DetailedFacts = {
  leader: orNull(
    Type.Object({ name: anyText('李明哲'), name_en: text(), times_led: Type.Integer({ examples: [14] }) }),
  ),
  flights: Type.Array(
    Type.Object({
      flight_number: anyText('CI130'),
      ...{ airline: text(), airline_en: text(), origin: anyText('TPE'), origin_city: OfCity },
      ...{ destination: anyText('CTS'), destination_city: OfCity },
      ...{ departs_local: localTime(), arrives_local: localTime(), departs_at: moment(), arrives_at: moment() },
      ...{ baggage: text(), is_confirmed: flag() },
    }),
  ),
  segments: daysIn(OnMap),
  entry: Type.Array(
    Type.Object({
      ...{ country: anyText('日本'), country_en: text(), visa_policy: text(), visa_free_days: orNull(Type.Integer()) },
      passport_valid_until: day(),
    }),
  ),
  cancellation_steps: Type.Array(Type.Object({ from: orNull(day()), fee_percent: Type.Number({ examples: [30] }) })),
  pictures: Type.Array(PublicPicture),
  balance_due_on: orNull(day()),
}

/** The other open departures of the same package, the next ones first. */
export function otherDates(isOpen: (trip: string) => RawBuilder<unknown>) {
  return sql<OtherDate[]>`(
  select coalesce(json_agg(o), '[]')
    from (select planned_trips.id, planned_trips.package_id) shown, lateral (
    select planned_trips.serial, planned_trips.departure_date, planned_trips.return_date, told.*
      from planned_trips cross join lateral ${seatsTold}
     where planned_trips.package_id = shown.package_id and planned_trips.id <> shown.id and ${isOpen('planned_trips')}
     order by planned_trips.departure_date, planned_trips.id limit 12) o)`
}
export type SeatsTold = {
  seats_state: (typeof seatStates)[number]
  guarantee_state: (typeof guaranteeStates)[number]
  /** The agency has decided that the trip takes place. That enough travelers have registered is no such decision. */
  is_guaranteed: boolean
  seats_left: number | null
  missing_pax: number | null
}
export type OtherDate = SeatsTold & { serial: string; departure_date: string; return_date: string }
