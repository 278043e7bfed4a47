import type { Db } from '../../kit/db/tables.ts'

/** The account that shows a leader's profile, if there is one. */
export const accountsOf = async (db: Db, tour_leader_id: number) =>
  idsOf(await db.selectFrom('users').select('id').where('tour_leader_id', '=', tour_leader_id).execute())

/** Those in the office who look after the leaders. */
export const lineControl = async (db: Db) =>
  idsOf(
    await db
      .selectFrom('users')
      .select('id')
      .where('department', '=', 'line_control')
      .where('status', '=', 'active')
      .orderBy('id')
      .execute(),
  )

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
