import { type SqlBool, sql } from 'kysely'
import { jsonRecord } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { day } from '../../kit/fields.ts'
import { type Filter, is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import type { Scope } from '../../kit/resource/internal.ts'
import { nameColumns } from '../../kit/resource/names.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { referenceAccess } from '../reference-data.ts'
import { namedInRoutes, PlainRoute, Route } from './schema.ts'

type OneRoute = { id: number; route: number }
const { origin_city_id, destination_city_id, flight_number, departs, is_active, sort_order } = Route.properties

/** Flights of the timetable on a day. */
const fliesOn: Filter = {
  schema: day(),
  where: (asked) => sql<SqlBool>`(extract(isodow from ${asked}::date) = any (days_of_week)
    and ${asked}::date between coalesce(effective_from, '-infinity') and coalesce(effective_to, 'infinity'))`,
}

export const routeList = list({
  of: 'airline_routes',
  sort: { flight_number, departs, sort_order },
  order: 'flight_number',
  search: ['flight_number'],
  filters: {
    origin_city_id: is('airline_routes.origin_city_id', origin_city_id),
    destination_city_id: is('airline_routes.destination_city_id', destination_city_id),
    flies_on: fliesOn,
    is_active: is('airline_routes.is_active', is_active),
  },
})

type OneAirline = Scope & { id: number }
const { internal } = referenceAccess
const routesOf = (db: Db, { id, outside }: OneAirline) =>
  db
    .selectFrom('airline_routes')
    .select(columnsOf('airline_routes', PlainRoute, outside ? internal.fields : []))
    .where('airline_id', '=', id)

export const routePage = routeList.over((db, airline: OneAirline) =>
  routesOf(db, airline).select(nameColumns('airline_routes', namedInRoutes)),
)
export const oneRoute = jsonRecord((db, { route, ...airline }: OneRoute & Scope) =>
  routesOf(db, airline).where('airline_routes.id', '=', route),
)

export async function lockedRoute(tx: Tx, { route, ...airline }: OneRoute) {
  return found(
    await tx
      .selectFrom('airline_routes')
      .selectAll()
      .where('airline_id', '=', airline.id)
      .where('id', '=', route)
      .forUpdate()
      .executeTakeFirst(),
  )
}

export const knownAirline = theRow((db, { id }: { id: number }) =>
  db.selectFrom('airlines').select('id').where('id', '=', id),
)
