import { lockRow, remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { lockedRoute } from './queries.ts'
import type { Route, RouteChange } from './schema.ts'

type OneRoute = { id: number; route: number }

export async function addRoute(tx: Tx, airline_id: number, body: Route) {
  await lockRow(tx, 'airlines', airline_id)
  const { id } = await tx
    .insertInto('airline_routes')
    .values({ ...body, airline_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeRoute(tx: Tx, given: OneRoute, body: RouteChange, expected: Expected) {
  guardVersion(await lockedRoute(tx, given), expected)
  await tx.updateTable('airline_routes').set(body).where('id', '=', given.route).execute()
}

export async function removeRoute(tx: Tx, given: OneRoute, expected: Expected) {
  guardVersion(await lockedRoute(tx, given), expected)
  await remove(tx, 'airline_routes', given.route)
}
