import { sql } from 'kysely'
import { membersOf } from '../../../kit/db/columns.ts'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { tripSeen } from '../visible.ts'
import { Stay } from './schema.ts'

export type OneStay = { id: number; stay: number }

export const hotelOf = sql<object>`(select json_build_object(${membersOf('h', ['id', 'name', 'name_en', 'city_id'])})
  from hotels h where h.id = planned_trip_stays.hotel_id)`

const stays = (db: Db) =>
  db
    .selectFrom('planned_trip_stays')
    .select(columnsOf('planned_trip_stays', Stay))
    .select([hotelOf.as('hotel'), sql<number>`check_out - check_in`.as('nights')])

export const stayArray = jsonArrayOf(tripSeen, (db, { id }) =>
  stays(db).where('planned_trip_id', '=', id).orderBy('check_in').orderBy('planned_trip_stays.id'),
)
export const oneStay = jsonRecord((db, { id, stay }: OneStay) =>
  stays(db).where('planned_trip_id', '=', id).where('planned_trip_stays.id', '=', stay),
)
export const lockedStay = async (tx: Tx, { id, stay }: OneStay) =>
  found(
    await tx
      .selectFrom('planned_trip_stays')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', stay)
      .forUpdate()
      .executeTakeFirst(),
  )
