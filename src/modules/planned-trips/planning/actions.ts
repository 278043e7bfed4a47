import { sql } from 'kysely'
import { columnList } from '../../../kit/db/columns.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { nulls } from '../../../kit/fields.ts'
import { isPublicKind } from '../../packages/schema.ts'
import { serialForm, wholeAssembly } from '../rules.ts'
import { type NewTrip, PlannedTrip } from '../schema.ts'
import { termNames } from '../shapes.ts'
import { deriveParts } from './derivation.ts'
import type { Departure, SoldPackage } from './grounds.ts'
import { takeSerials } from './serials.ts'

export type TripDetails = Omit<Partial<NewTrip>, 'package_id' | 'departure_date'>

/** Plans trips of one package, one for each departure, with everything derived from the package. */
export const planTrips = async (
  tx: Tx,
  from: SoldPackage,
  departures: Departure[],
  details: TripDetails,
  pattern: string,
): Promise<Map<string, { id: number; serial: string }>> => {
  const forms = departures.map(({ departure_date }) => serialForm(pattern, from.package_code, departure_date))
  const serials = await takeSerials(tx, forms)
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
export const plannedOn = (
  { departure_date, return_date, price, season_id, hours = {} }: Departure,
  from: SoldPackage,
  details: TripDetails,
) => ({
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
})

const termsOf = (from: SoldPackage) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => termNames.includes(name)))
