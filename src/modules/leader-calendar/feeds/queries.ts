import { type SqlBool, sql } from 'kysely'
import { oneRow, statement } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { blockOf } from '../blocks.ts'
import type { Block } from '../schema.ts'

export type Feed = { tour_leader_id: number | null; area_id: number | null; locale: Locale; name: string }
export type FeedBlock = Block & { leader: string; updated_at: string }

const byToken = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('leader_feeds as f')
    .leftJoin('tour_leaders as l', 'l.id', 'f.tour_leader_id')
    .leftJoin('geographical_areas as a', 'a.id', 'f.area_id')
    // The URL is known to its creator and to the leader, so it becomes invalid with the account of either.
    .innerJoin('users as maker', (join) =>
      join.onRef('maker.id', '=', 'f.created_by').on('maker.status', '=', 'active'),
    )
    .select(['f.tour_leader_id', 'f.area_id', 'f.locale', sql<string>`coalesce(l.name, a.name)`.as('name')])
    .where('f.token_hash', '=', token_hash)
    .where(sql<SqlBool>`l.status is distinct from 'inactive'`)
    .where(
      sql<SqlBool>`not exists (select from users u where u.tour_leader_id = f.tour_leader_id and u.status = 'suspended')`,
    ),
)

/** The feed of a secret URL; 404 for a wrong or replaced one. */
export async function feedBehind(db: Db, token_hash: Buffer): Promise<Feed> {
  return found(await byToken(db, { token_hash }))
}

const blocks = statement(
  (_db, { tour_leader_id, area_id }: { tour_leader_id?: number; area_id?: number }) =>
    sql<{ block: FeedBlock }>`
      select to_json(shown) as block
        from leader_blocks b join tour_leaders l on l.id = b.tour_leader_id
       cross join lateral ${blockOf()} block
       cross join lateral (select block.*, l.name as leader, b.updated_at) shown
       where upper(b.during) > local_time() - interval '90 days' and ${
         tour_leader_id === undefined
           ? sql`(b.area_id = ${area_id} or (b.kind = 'unavailability' and b.tour_leader_id in (
                   select tour_leader_id from leader_regional_priorities where area_id = ${area_id})))`
           : sql`b.tour_leader_id = ${tour_leader_id}`
       }
       order by lower(b.during), b.id`,
)

/** The last three months and everything in the future. */
export async function blocksOf(db: Db, { tour_leader_id, area_id }: Feed): Promise<FeedBlock[]> {
  const rows = await blocks(db, { ...(tour_leader_id && { tour_leader_id }), ...(area_id && { area_id }) })
  return rows.map(({ block }) => block)
}
