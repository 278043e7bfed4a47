import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { columnList } from '../../kit/db/fragments.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { nulls, oneOf, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { priceOn, seasonOn } from '../packages/prices/queries.ts'
import { isPublicKind, Stretch } from '../packages/schema.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { actingOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import { ImpactMeta, impactInWords, impactOf, withImpact } from './impact.ts'
import { oneTrip, ShownTrip } from './read.ts'
import { contradictions, hasPassed } from './rules.ts'
import { serialForm, takeSerials } from './serials.ts'
import { editable, PlannedTrip, soldTerms, wholeAssembly } from './trip.ts'

const { name, departure_date, return_date } = PlannedTrip.properties

/** The fields that every new trip has, planned alone or with many others. */
export const planned = {
  package_id: ref(),
  name: Type.Optional(name),
  status: Type.Optional(oneOf(['draft', 'open'])),
  ...editable,
}

const NewTrip = Type.Object({ ...planned, departure_date, return_date: Type.Optional(return_date) })
type NewTrip = Static<typeof NewTrip>
export type TripDetails = Omit<Partial<NewTrip>, 'package_id' | 'departure_date'>

/** The package of a new trip: published, and locked until the trip is written. */
export async function packageFor(tx: Tx, id: number) {
  const there = await packageOf(tx, id)
  refuseUnpublished(there)
  return there
}

/** The package of a trip, locked, whether it is published or not. */
export async function packageOf(tx: Tx, id: number) {
  const there = await tx.selectFrom('packages').selectAll().where('id', '=', id).forShare().executeTakeFirst()
  if (!there) return refuseField('package_id', ['沒有這筆資料。', 'There is no such record.'])
  return there
}
export type SoldPackage = Awaited<ReturnType<typeof packageOf>>

export function refuseUnpublished({ status }: Pick<SoldPackage, 'status'>) {
  if (status !== 'published')
    refuseField('package_id', ['行程尚未發布，不能出團。', 'Trips are planned from published packages only.'])
}

export type Departure = {
  departure_date: string
  return_date: string
  price: object | null
  season_id: number | null
  is_past: boolean
  also_there: string[]
  /** The times of this departure, if they are given relative to it. */
  hours?: Hours
}
type Hours = { assembly?: object; briefing_starts_at?: string; briefing_ends_at?: string }

/** For each date: the return date, the price, the season, and trips that already depart then. */
export async function departuresOn(db: Db, { id, days }: { id: number; days: number }, dates: string[]) {
  const { rows } = await sql<Departure>`
    select d::text as departure_date, (d + ${days}::integer - 1)::text as return_date, d < today() as is_past,
           ${priceOn(sql`${id}::integer`, sql`d`)} as price,
           ${seasonOn(sql`${id}::integer`, sql`d`)} as season_id,
           array(select serial::text from planned_trips
                  where package_id = ${id} and departure_date = d and status <> 'cancelled' order by serial) as also_there
      from unnest(${dates}::date[]) d order by d`.execute(db)
  return rows
}

/** The faults of a departure on that date. */
export function faultsOf({ is_past, price }: Departure): Words[] {
  return [
    ...(is_past ? [hasPassed] : []),
    ...(price ? [] : [['這一天沒有適用的價格。', 'No price holds on that day.'] as const]),
  ]
}

/** Plans one trip of a package. Returns it with what its days leave open, such as a day without an itinerary. */
const createTrip = async (
  tx: Tx,
  { package_id, departure_date, ...details }: NewTrip,
  { pattern, zone, locale }: { pattern: string; zone: string; locale: Locale },
) => {
  const from = await packageFor(tx, package_id)
  const departures = await departuresOn(tx, from, [departure_date])
  const faults = departures.flatMap(faultsOf)
  const [wrong = {}] = departures.map((departure) => contradictions(plannedOn(departure, from, details), zone))
  const errors = { ...(faults.length && { departure_date: faults }), ...wrong }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  const trips = await planTrips(tx, from, departures, details, pattern)
  const { id } = found(trips.get(departure_date))
  const to = details.return_date ?? found(departures[0]).return_date
  const broke = await impactOf(tx, 'moved', { id, from: departure_date, to, shift: 0 })
  return { id, broke: impactInWords(broke, locale) }
}

/** Plans trips of one package, one for each departure, with everything derived from the package. */
export async function planTrips(
  tx: Tx,
  from: SoldPackage,
  departures: Departure[],
  details: TripDetails,
  pattern: string,
): Promise<Map<string, { id: number; serial: string }>> {
  const forms = departures.map(({ departure_date }) => serialForm(pattern, from.package_code, departure_date))
  return writeTrips(tx, from, departures, details, await takeSerials(tx, forms))
}

/** Writes trips with their serials, one for each departure. */
export async function writeTrips(
  tx: Tx,
  from: SoldPackage,
  departures: Departure[],
  details: Omit<TripDetails, 'status'> & { status?: TripStatus },
  serials: string[],
): Promise<Map<string, { id: number; serial: string }>> {
  const trips = departures.map((departure, i) => ({ ...plannedOn(departure, from, details), serial: serials[i] }))
  const columns = columnList(Object.keys({ ...trips[0] }))
  const { rows } = await sql<{ id: number; serial: string; departure_date: string }>`
    insert into planned_trips (${columns}) select ${columns}
      from jsonb_populate_recordset(null::planned_trips, ${JSON.stringify(trips)})
    returning id, serial, departure_date`.execute(tx)
  await deriveParts(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ departure_date, ...trip }) => [departure_date, trip]))
}

/** The columns of a trip that is planned for a departure. A nullable field that is not given is null, so that all plans are one statement. */
export function plannedOn(
  { departure_date, return_date, price, season_id, hours = {} }: Departure,
  from: SoldPackage,
  details: Omit<TripDetails, 'status'> & { status?: TripStatus },
) {
  return {
    ...nulls(PlannedTrip),
    package_id: from.id,
    name: from.name,
    name_en: from.name_en,
    area_id: from.area_id,
    category_id: from.category_id,
    season_id,
    capacity: from.max_pax,
    min_pax: from.min_pax,
    status: 'draft',
    is_public: isPublicKind(from.kind),
    departure_date,
    return_date,
    price,
    terms: termsOf(from),
    ...details,
    ...hours,
    assembly: wholeAssembly(hours.assembly ?? details.assembly) ?? null,
  }
}

const termsOf = (from: SoldPackage) => Object.fromEntries(Object.entries(from).filter(([name]) => name in soldTerms))

/** Copies days, countries and deadlines of the package to new trips, with dates. */
const deriveParts = async (tx: Tx, trips: number[]) => {
  await deriveItinerary(tx, trips)
  await sql`
    insert into trip_countries (planned_trip_id, country_id)
    select t.id, c.country_id from planned_trips t join package_countries c using (package_id) where t.id = any (${trips})`.execute(
    tx,
  )
  await sql`
    insert into trip_deadlines (planned_trip_id, key, name, name_en, owner, due_on)
    select t.id, rule.key, rule.name, rule.name_en, rule.owner, t.departure_date - rule.days_before
      from planned_trips t join packages p on p.id = t.package_id
      cross join lateral jsonb_to_recordset(p.deadline_template) rule (key text, name text, name_en text, days_before integer, owner text)
     where t.id = any (${trips}) order by t.id, rule.days_before desc`.execute(tx)
}

const dayColumns = Object.keys(Stretch.properties)

const deriveItinerary = async (tx: Tx, trips: number[]) => {
  await sql`
    insert into planned_trip_segments (planned_trip_id, sequence, starts_on, ends_on, ${columnList(dayColumns)})
    select t.id, s.sequence, t.departure_date + s.day_from - 1, t.departure_date + s.day_to - 1, ${columnList(dayColumns, 's')}
      from planned_trips t join package_segments s using (package_id) where t.id = any (${trips}) order by t.id, s.sequence`.execute(
    tx,
  )
  await sql`
    insert into planned_trip_segment_cities (segment_id, city_id, sequence)
    select own.id, c.city_id, c.sequence
      from planned_trips t join planned_trip_segments own on own.planned_trip_id = t.id
      join package_segments s on s.package_id = t.package_id and s.sequence = own.sequence
      join package_segment_cities c on c.segment_id = s.id
     where t.id = any (${trips})`.execute(tx)
  await deriveLegs(tx, trips)
}

/** The legs of new trips: meals, transport and hotel of each day. */
export function deriveLegs(tx: Tx, trips: number[]) {
  return sql`
    insert into planned_trip_segment_legs (segment_id, sequence, type, to_city_id, place)
    select s.id, row_number() over (partition by s.id order by n), type, city, place
      from planned_trip_segments s
      cross join lateral (select s.transport in ('flight', 'coach', 'train', 'ferry') as is_kind) transport
      cross join lateral (values
        (1, 'meal', null, '早餐', s.breakfast = 'included'),
        (2, case when is_kind then s.transport else 'transfer' end, null, case when not is_kind then s.transport end, s.transport is not null),
        (3, 'meal', null, '午餐', s.lunch = 'included'),
        (4, 'meal', null, '晚餐', s.dinner = 'included'),
        (5, 'hotel', s.overnight_city_id, s.hotel_name, num_nonnulls(s.overnight_city_id, s.hotel_name) > 0)
      ) leg (n, type, city, place, is_there)
     where is_there and s.planned_trip_id = any (${trips})`.execute(tx)
}

export const tripCreation = routes((on, { serialPattern, zone }) => {
  on.create(
    '',
    {
      access: editors,
      summary: 'Plan a trip from a published package; `meta.broke` lists what its days leave open',
      body: NewTrip,
      returns: ShownTrip,
      meta: ImpactMeta,
      etag: 'content',
    },
    async ({ tx, actor, body, locale }) => {
      const { id, broke } = await createTrip(tx, body, { pattern: serialPattern, zone, locale })
      return { id, ...withImpact(await oneTrip(tx, { ...actingOf(actor), id }), broke) }
    },
  )
})
