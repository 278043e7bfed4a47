import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
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
  shownFields,
} from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { from, is, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { areOpenToStrangers } from '../planned-trips/seats.ts'
import { priceOfTrip } from '../planned-trips/trip.ts'
import { packageIn, tripInEnglish } from '../shown-names.ts'
import type { FrozenPrice } from './booking.ts'
import {
  amounts,
  DetailedFacts,
  detailedFacts,
  ListedFacts,
  listedFacts,
  ofTerms,
  otherDates,
  SeatsInPublic,
  ShownAmounts,
  ShownTerms,
  seatStates,
  seatsTold,
  termNames,
} from './open-trip-facts.ts'
import { type Party, partyIn, partyParameter, quoteOf, ShownQuote } from './party.ts'
import { saidOfOpenTrip } from './sought-trips.ts'

const openTripList = list({
  of: 'planned_trips',
  sort: { departure_date: day() },
  order: 'departure_date',
  hidesStamps: true,
  filters: {
    q: saidOfOpenTrip,
    from: from('planned_trips.departure_date', day()),
    to: until('planned_trips.departure_date', day()),
    area_id: is('planned_trips.area_id', ref()),
    category_id: is('planned_trips.category_id', ref()),
    season_id: is('planned_trips.season_id', ref()),
    package_id: is('planned_trips.package_id', ref()),
    country_id: reached('planned_trips.id', 'trip_countries', 'planned_trip_id', 'country_id'),
    serial: is('planned_trips.serial', labelled(line(40, 'CNX270128A'), ['團號', 'Serial'])),
  },
})

const isOpen = areOpenToStrangers('planned_trips')
const countryIds = sql`(select coalesce(json_agg(c.country_id order by c.country_id), '[]')
  from trip_countries c where c.planned_trip_id = planned_trips.id)`

const openTrips = (db: Db) =>
  db
    .selectFrom('planned_trips')
    .leftJoinLateral(seatsTold, (join) => join.onTrue())
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
    .select([
      packageIn('planned_trips.package_id').as('package'),
      countryIds.as('country_ids'),
      sql`((${priceOfTrip}) ->> 'adult')::numeric`.as('price_from'),
      sql`(${priceOfTrip}) ->> 'currency'`.as('currency'),
    ])
    .select([...listedFacts])
    .where(isOpen)

const openTripPage = openTripList.over(openTrips)

/** One open trip with its days and terms. */
const openTrip = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom(
      openTrips(db)
        .select([
          amounts.as('prices'),
          ...termNames.map((name) => ofTerms(name).as(name)),
          ...detailedFacts,
          otherDates(areOpenToStrangers).as('other_dates'),
          priceOfTrip.as('price'),
        ])
        .where('planned_trips.id', '=', id)
        .as('trip'),
    )
    .select(sql<{ price: FrozenPrice | null }>`to_json(trip)`.as('trip')),
)

/** The same with what a party would pay, if one is asked for. */
const quotedTrip = async (db: Db, id: number, party: Party | undefined) => {
  const { price, ...trip } = found(await openTrip(db, { id })).trip
  return { ...trip, quote: party && price ? quoteOf(price, party) : null }
}

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
  ...ListedFacts,
})

const OtherDate = Type.Object({
  ...shownFields({ serial: line(40, 'CNX270128A'), departure_date: day(), return_date: day() }),
  ...SeatsInPublic,
})
const OneOpenTrip = Type.Object({
  ...OpenTrip.properties,
  prices: orNull(ShownAmounts),
  ...ShownTerms,
  ...DetailedFacts,
  other_dates: Type.Array(OtherDate),
  /** Only if a party is asked for. */
  quote: orNull(ShownQuote),
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
    {
      access: 'public',
      summary: 'One open trip; with `party`, what it would pay',
      query: Type.Object({ party: Type.Optional(partyParameter) }, { additionalProperties: false }),
      returns: OneOpenTrip,
      etag: 'content',
    },
    ({ db, params, query }) => quotedTrip(db, params.id, partyIn(query.party)),
  )
})
