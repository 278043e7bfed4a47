import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { flag, oneOf, ref } from '../../../kit/fields.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { type Filter, from, is, reached, until } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { owners } from '../../packages/schema.ts'
import { tripNames } from '../../shown-names.ts'
import { askedForMine, type Owned, ownOf } from '../../users/mine.ts'
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
    .select(sql`(trip_deadlines.done_at is null and trip_deadlines.due_on < today())`.as('is_overdue'))
    .select([deadlineLabel('trip_deadlines', 0).as('label'), deadlineLabel('trip_deadlines', 1).as('label_en')])

const inCharge = sql<
  number | null
>`(case trip_deadlines.owner when 'op' then t.op_user_id when 'sales' then t.sales_user_id else t.ticketing_user_id end)`
const owner = sql<
  object | null
>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${inCharge})`

/** Of a trip that is called off or settled, nothing is open any more. Yes and no are two statements, so that an index serves both. */
const isDone: Filter = {
  schema: flag(),
  where: (asked) => sql`((trip_deadlines.done_at is not null) = ${asked})`,
  split: (asked) => ({ [asked]: true }),
  whereSplit: (asked) =>
    'true' in asked
      ? sql`(trip_deadlines.done_at is not null)`
      : sql`(trip_deadlines.done_at is null and t.status not in ('cancelled', 'settled'))`,
}
const { due_on } = TripDeadline.properties

const deadlineList = list({
  of: 'trip_deadlines',
  sort: { due_on },
  order: 'due_on',
  filters: {
    planned_trip_id: is('trip_deadlines.planned_trip_id', ref()),
    branch_id: reached('trip_deadlines.planned_trip_id', 'planned_trips', 'id', 'branch_id'),
    owner: is('trip_deadlines.owner', oneOf(owners)),
    due_from: from('trip_deadlines.due_on', due_on),
    due_until: until('trip_deadlines.due_on', due_on),
    done: isDone,
  },
})
/** The list of the deadlines of all trips; `mine` are those of which the caller is in charge. */
export const deadlinesOf = <Row extends TSchema>(row: Row) => deadlineList.asking(row, askedForMine)
export const readDeadlines = (db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) =>
  deadlinePage(db, ownOf(actor, mine), query)

const deadlinePage = deadlineList.over((db, { own_of }: Owned) => {
  const rows = deadlineRows(db)
    .leftJoin('planned_trips as t', 't.id', 'trip_deadlines.planned_trip_id')
    .select([tripNames('t', 'return_date', 'status').as('trip'), owner.as('owner_user')])
  return own_of === undefined ? rows : rows.where(inCharge, '=', own_of)
})

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
