import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRow } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import {
  currency,
  day,
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
} from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { from, is, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Package } from '../packages/schema.ts'
import { areOpenToStrangers, seats } from '../planned-trips/seats.ts'
import { priceOfTrip, promised } from '../planned-trips/trip.ts'
import { foundTrip } from '../search-parts.ts'
import { packageIn, tripInEnglish } from '../shown-names.ts'

/** Up to this many free seats, a trip has `few`. */
const FEW = 4
const seatStates = ['available', 'few', 'waitlist'] as const

const openTripList = list({
  of: 'planned_trips',
  sort: { departure_date: day() },
  order: 'departure_date',
  hidesStamps: true,
  filters: {
    q: foundTrip,
    from: from('planned_trips.departure_date', day()),
    to: until('planned_trips.departure_date', day()),
    area_id: is('planned_trips.area_id', ref()),
    category_id: is('planned_trips.category_id', ref()),
    season_id: is('planned_trips.season_id', ref()),
    package_id: is('planned_trips.package_id', ref()),
    country_id: reached('planned_trips.id', 'trip_countries', 'planned_trip_id', 'country_id'),
  },
})

const isOpen = areOpenToStrangers('planned_trips')
const remaining = sql`((${seats}) ->> 'remaining')::integer`
const countries = sql`(select coalesce(json_agg(c.country_id order by c.country_id), '[]')
  from trip_countries c where c.planned_trip_id = planned_trips.id)`

const openTrips = (db: Db) =>
  db
    .selectFrom('planned_trips')
    .select(['planned_trips.id', 'planned_trips.serial', 'planned_trips.name'])
    .select(tripInEnglish('planned_trips').as('name_en'))
    .select('planned_trips.departure_date')
    .select([
      'planned_trips.return_date',
      'planned_trips.area_id',
      'planned_trips.category_id',
      'planned_trips.season_id',
    ])
    .select(sql<number>`planned_trips.return_date - planned_trips.departure_date + 1`.as('days'))
    .select(sql<boolean>`planned_trips.status = 'guaranteed'`.as('is_guaranteed'))
    .select([
      packageIn('planned_trips.package_id').as('package'),
      countries.as('country_ids'),
      sql`((${priceOfTrip}) ->> 'adult')::numeric`.as('price_from'),
      sql`(${priceOfTrip}) ->> 'currency'`.as('currency'),
      sql<string>`case when ${remaining} < 1 then 'waitlist' when ${remaining} <= ${sql.lit(FEW)} then 'few' else 'available' end`.as(
        'seats_state',
      ),
    ])
    .where(isOpen)

const openTripPage = openTripList.over(openTrips)

const ofTerms = (name: string) => sql`planned_trips.terms -> ${sql.lit(name)}`
const amounts = sql<
  object | null
>`(select json_build_object('adult', p -> 'adult', 'child_with_bed', p -> 'child_with_bed',
    'child_no_bed', p -> 'child_no_bed', 'infant', p -> 'infant', 'single_supplement', p -> 'single_supplement',
    'land_only', p -> 'land_only')
  from (select ${priceOfTrip} as p) price where p is not null)`
const days = sql`(
  select coalesce(json_agg(json_build_object('starts_on', s.starts_on, 'ends_on', s.ends_on, 'title', s.title, 'title_en', s.title_en,
      'description', s.description, 'description_en', s.description_en) order by s.sequence), '[]')
    from planned_trip_segments s where s.planned_trip_id = planned_trips.id)`

/** One open trip with its days and terms. */
const openTrip = jsonRow((db, { id }: { id: number }) =>
  openTrips(db)
    .select([
      amounts.as('prices'),
      ofTerms('payment_policy').as('payment_policy'),
      ofTerms('cancellation_policy').as('cancellation_policy'),
      ...(['inclusions', 'inclusions_en', 'exclusions', 'exclusions_en'] as const).map((name) =>
        ofTerms(name).as(name),
      ),
      ofTerms('important_notes').as('important_notes'),
      ofTerms('important_notes_en').as('important_notes_en'),
      days.as('segments'),
    ])
    .where('planned_trips.id', '=', id),
)

const amount = () => nullable(money())

const OpenTrip = Type.Object({
  ...shownFields({
    id: ref(),
    serial: line(40, 'CNX270128A'),
    name: line(200, '清邁五日'),
    name_en: nullable(line(200, 'Chiang Mai, five days')),
  }),
  ...shownFields({ departure_date: day(), return_date: day(), area_id: nullable(ref()), category_id: nullable(ref()) }),
  ...shownFields({ season_id: nullable(ref()) }),
  days: Type.Integer({ examples: [5] }),
  ...shownFields({ is_guaranteed: flag() }),
  package: orNull(
    Type.Object(shownFields({ id: ref(), package_code: line(30), name: line(200), name_en: nullable(line(200)) })),
  ),
  country_ids: labelled(Type.Array(ref()), ['國家', 'Countries']),
  ...shownFields({ price_from: amount(), currency: nullable(currency()), seats_state: oneOf(seatStates) }),
})

const { payment_policy, cancellation_policy } = shown(Package).properties
const { inclusions, inclusions_en, exclusions, exclusions_en, important_notes, important_notes_en } =
  shownFields(promised)
const Segment = Type.Object(
  shownFields({
    starts_on: day(),
    ends_on: day(),
    title: line(200),
    title_en: nullable(line(200)),
    description: nullable(line(200)),
    description_en: nullable(line(200)),
  }),
)
const OneOpenTrip = Type.Object({
  ...OpenTrip.properties,
  prices: orNull(
    Type.Object(
      shownFields({
        adult: money(),
        child_with_bed: amount(),
        child_no_bed: amount(),
        infant: amount(),
        single_supplement: amount(),
        land_only: amount(),
      }),
    ),
  ),
  payment_policy: orNull(payment_policy),
  cancellation_policy: orNull(cancellation_policy),
  inclusions: orNull(inclusions),
  inclusions_en: orNull(inclusions_en),
  exclusions: orNull(exclusions),
  exclusions_en: orNull(exclusions_en),
  important_notes,
  important_notes_en,
  segments: Type.Array(Segment),
})

/** `/api/public/trips`: trips open for registration, without an account. */
export default routes((on) => {
  on.get(
    '',
    {
      access: 'public',
      summary: 'Trips open for public registration',
      ...openTripList.of(OpenTrip),
      etag: 'content',
    },
    ({ db, query }) => openTripPage(db, {}, query),
  )
  on.get(
    '/:id',
    { access: 'public', summary: 'One open trip', returns: OneOpenTrip, etag: 'content' },
    ({ db, params }) => openTrip(db, params),
  )
})
