import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import type { Order } from './schema.ts'

/** Sets the order of all priorities of a leader; the first id becomes 1. */
export async function reorder(tx: Tx, table: string, { tour_leader_id, ids }: Order) {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where tour_leader_id = ${tour_leader_id} order by id for update`.execute(tx)
  if (rows.length !== ids.length || !rows.every(({ id }) => ids.includes(id))) refuseField('ids', allOfThem)
  await sql`
    update ${sql.table(table)} p set priority = wanted.priority
      from unnest(${ids}::integer[]) with ordinality wanted (id, priority)
     where p.id = wanted.id and p.priority <> wanted.priority`.execute(tx)
}

const allOfThem = [
  '須列出這位領隊的每一筆，且只有這些。',
  'List every priority of this leader, each once, and no other.',
] as const
