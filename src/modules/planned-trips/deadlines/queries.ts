import { sql } from 'kysely'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { tripSeen } from '../visible.ts'
import { deadlineWords, ofFlight } from './labels.ts'
import { TripDeadline } from './schema.ts'

/** What a deadline is called: its own name, the usual name of its key, or else the key in words. */
export const deadlineLabel = (row: string, language: 0 | 1) => {
  const [key, own] = [sql.ref(`${row}.key`), sql.ref(`${row}.${language ? 'name_en' : 'name'}`)]
  const usual = Object.entries(deadlineWords).map(
    ([name, words]) => sql`when ${sql.lit(name)} then ${sql.lit(words[language])}`,
  )
  return sql<string>`coalesce(${own}, case ${key} ${sql.join(usual, sql` `)} end,
    case when starts_with(${key}, ${sql.lit(ofFlight.prefix)}) then ${sql.lit(`${ofFlight.words[language]} `)}
      || upper(substr(${key}, ${sql.lit(ofFlight.prefix.length + 1)})) end, replace(${key}, '_', ' '))`
}

type OneDeadline = { id: number; deadline: number }

export const deadlineRows = (db: Db) =>
  db
    .selectFrom('trip_deadlines')
    .select(columnsOf('trip_deadlines', TripDeadline))
    .select(sql`(done_at is null and due_on < today())`.as('is_overdue'))
    .select([deadlineLabel('trip_deadlines', 0).as('label'), deadlineLabel('trip_deadlines', 1).as('label_en')])

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
