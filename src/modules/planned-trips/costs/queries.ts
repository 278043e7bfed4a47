import { sql } from 'kysely'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { tripSeen } from '../visible.ts'
import { TripCost } from './schema.ts'

export type OneCost = { id: number; cost: number }

const costs = (db: Db) =>
  db
    .selectFrom('trip_costs')
    .select(columnsOf('trip_costs', TripCost))
    .select([
      sql<number | null>`at_rate(estimated, rate)`.as('booked_estimated'),
      sql<number | null>`at_rate(actual, rate)`.as('booked_actual'),
    ])

export const costArray = jsonArrayOf(tripSeen, (db, { id }) =>
  costs(db).where('planned_trip_id', '=', id).orderBy('trip_costs.id'),
)
export const oneCost = jsonRecord((db, { id, cost }: OneCost) =>
  costs(db).where('planned_trip_id', '=', id).where('trip_costs.id', '=', cost),
)
export const lockedCost = async (tx: Tx, { id, cost }: OneCost) =>
  found(
    await tx
      .selectFrom('trip_costs')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', cost)
      .forUpdate()
      .executeTakeFirst(),
  )

/** What the costs of a trip come to in the agency's currency, as texts, because a number might lose cents. */
export const sumsOfCosts = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_costs')
    .select([
      sql<string>`coalesce(sum(at_rate(estimated, rate)), 0)::text`.as('estimated'),
      sql<string>`coalesce(sum(at_rate(actual, rate)), 0)::text`.as('actual'),
    ])
    .where('planned_trip_id', '=', id),
)

/** The currency in which the agency keeps its accounts. */
export const accountingCurrency = async (db: Db) => (await read(db, {})).currency
const read = theRow((db) => db.selectNoFrom(sql<string>`house_currency()`.as('currency')))
