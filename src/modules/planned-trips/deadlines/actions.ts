import { sql } from 'kysely'
import { remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Owner } from '../../packages/schema.ts'
import { lockedTrip } from '../leaders/queries.ts'
import { lockedDeadline } from './queries.ts'
import type { DeadlineChange, NewDeadline } from './schema.ts'

type OneDeadline = { id: number; deadline: number }

export const addDeadline = async (tx: Tx, planned_trip_id: number, body: NewDeadline) => {
  await lockedTrip(tx, planned_trip_id)
  const { id } = await tx
    .insertInto('trip_deadlines')
    .values({ ...body, planned_trip_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** All staff may mark a deadline as done; its date and owner are set by the departments. */
export const changeDeadline = async (
  tx: Tx,
  actor: Actor,
  given: OneDeadline,
  { done, ...change }: DeadlineChange,
  expected: Expected,
) => {
  guardVersion(await lockedDeadline(tx, given), expected)
  if (actor.role === 'sales' && Object.keys(change).length)
    refuse('forbidden', { detail: ['業務只能標示完成。', 'Sales may only say what is done.'] })
  await tx
    .updateTable('trip_deadlines')
    .set({
      ...change,
      ...(change.due_on !== undefined && { reminded_at: null, escalated_at: null }),
      ...(done === true && {
        done_at: sql`coalesce(done_at, now())`,
        done_by: sql<number>`coalesce(done_by, ${actor.id})`,
      }),
      ...(done === false && { done_at: null, done_by: null }),
      updated_at: sql`now()`,
    })
    .where('id', '=', given.deadline)
    .execute()
}

export const removeDeadline = async (tx: Tx, given: OneDeadline, expected: Expected) => {
  guardVersion(await lockedDeadline(tx, given), expected)
  await remove(tx, 'trip_deadlines', given.deadline)
}

/** Sets, moves or removes a deadline that is derived from something else of the trip. */
export const keepDeadline = (tx: Tx, planned_trip_id: number, key: string, due_on: string | null, owner: Owner) =>
  due_on === null
    ? tx.deleteFrom('trip_deadlines').where('planned_trip_id', '=', planned_trip_id).where('key', '=', key).execute()
    : tx
        .insertInto('trip_deadlines')
        .values({ planned_trip_id, key, due_on, owner })
        .onConflict((there) =>
          there
            .columns(['planned_trip_id', 'key'])
            .doUpdateSet({ due_on, reminded_at: null, escalated_at: null })
            .where('trip_deadlines.due_on', '<>', due_on),
        )
        .execute()
