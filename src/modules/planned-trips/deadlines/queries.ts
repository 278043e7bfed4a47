import { sql } from 'kysely'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { tripSeen } from '../visible.ts'
import { TripDeadline } from './schema.ts'

type OneDeadline = { id: number; deadline: number }

export const deadlineRows = (db: Db) =>
  db
    .selectFrom('trip_deadlines')
    .select(columnsOf('trip_deadlines', TripDeadline))
    .select(sql`(done_at is null and due_on < today())`.as('is_overdue'))

export const deadlineArray = jsonArrayOf(tripSeen, (db, { id }) =>
  deadlineRows(db).where('planned_trip_id', '=', id).orderBy('due_on').orderBy('id'),
)
export const oneDeadline = jsonRecord((db, { id, deadline }: OneDeadline) =>
  deadlineRows(db).where('planned_trip_id', '=', id).where('trip_deadlines.id', '=', deadline),
)
export const lockedDeadline = async (tx: Tx, { id, deadline }: OneDeadline) =>
  found(
    await tx
      .selectFrom('trip_deadlines')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', deadline)
      .forUpdate()
      .executeTakeFirst(),
  )
