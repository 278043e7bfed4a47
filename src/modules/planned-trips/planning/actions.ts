import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { serialForm, wholeAssembly } from '../rules.ts'
import type { NewTrip } from '../schema.ts'
import { termNames } from '../shapes.ts'
import { deriveParts } from './derivation.ts'
import type { Departure, SoldPackage } from './grounds.ts'
import { takeSerials } from './serials.ts'

export type Wishes = Omit<Partial<NewTrip>, 'package_id' | 'departure_date'>

/** Plans trips of one package, one for each departure, with all that follows from the package. */
export const planTrips = async (
  tx: Tx,
  from: SoldPackage,
  departures: Departure[],
  wishes: Wishes,
  pattern: string,
): Promise<Map<string, { id: number; serial: string }>> => {
  const forms = departures.map(({ departure_date }) => serialForm(pattern, from.package_code, departure_date))
  const serials = await takeSerials(tx, forms)
  const trips = departures.map(({ departure_date, return_date, price, season_id }, i) => ({
    ...empty,
    name: from.name,
    area_id: from.area_id,
    category_id: from.category_id,
    season_id,
    capacity: from.max_pax,
    min_pax: from.min_pax,
    status: 'draft',
    departure_date,
    return_date,
    price,
    terms: termsOf(from),
    package_id: from.id,
    ...wishes,
    assembly: wholeAssembly(wishes.assembly) ?? null,
    serial: serials[i],
  }))
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

const termsOf = (from: SoldPackage) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => termNames.includes(name)))

// Every column that a plan fills, so that there is one statement for all plans.
const empty = {
  op_user_id: null,
  sales_user_id: null,
  ticketing_user_id: null,
  briefing_starts_at: null,
  briefing_ends_at: null,
  assembly: null,
  price_overrides: null,
  notes: null,
}
const filled = [
  'serial',
  'package_id',
  'name',
  'departure_date',
  'return_date',
  'status',
  'area_id',
  'category_id',
  'season_id',
  'capacity',
  'min_pax',
  'price',
  'terms',
  ...Object.keys(empty),
]
const columns = sql.join(filled.map((name) => sql.ref(name)))
