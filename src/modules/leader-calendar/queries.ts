import { sql } from 'kysely'
import { jsonRecord } from '../../kit/db/json.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { from, is, openOrDone, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { leaderNames } from '../shown-names.ts'
import { isLeaderSeen } from '../tour-leaders/visible.ts'
import type { Reader } from '../users/reader.ts'
import { blockOf, conflictsOf } from './blocks.ts'
import { type Block, statuses, Unavailability } from './schema.ts'

const { tour_leader_id, type, starts_on, ends_on, firmness, status } = Unavailability.properties

export const unavailabilityList = list({
  of: 'leader_unavailabilities',
  sort: { starts_on, ends_on },
  order: '-starts_on',
  people: true,
  filters: {
    tour_leader_id: is('leader_unavailabilities.tour_leader_id', tour_leader_id),
    type: is('leader_unavailabilities.type', type),
    firmness: is('leader_unavailabilities.firmness', firmness),
    status: is('leader_unavailabilities.status', status),
    group: openOrDone('leader_unavailabilities.status', statuses, ['approved', 'rejected', 'cancelled']),
    from: from('leader_unavailabilities.ends_on', ends_on),
    to: until('leader_unavailabilities.starts_on', starts_on),
  },
})

/** Days off that the reader may see: a leader only its own. */
export function unavailabilities(db: Db, reader: Reader) {
  return db
    .selectFrom('leader_unavailabilities')
    .innerJoin('tour_leaders as l', 'l.id', 'leader_unavailabilities.tour_leader_id')
    .leftJoin('leader_calendar as c', (join) =>
      join
        .onRef('c.subject_id', '=', 'leader_unavailabilities.id')
        .on('c.subject_type', '=', sql.lit('leader_unavailability'))
        .on('c.kind', '=', sql.lit('unavailability')),
    )
    .select(columnsOf('leader_unavailabilities', Unavailability))
    .select([
      leaderNames('l').as('tour_leader'),
      sql<boolean>`coalesce(c.is_override, false)`.as('is_override'),
      'c.override_reason',
      conflictsOf('leader_unavailability', 'leader_unavailabilities.id').as('conflicts'),
    ])
    .where(isLeaderSeen(reader, 'leader_unavailabilities.tour_leader_id'))
}

export const unavailabilityPage = unavailabilityList.over(unavailabilities)
export const oneUnavailability = jsonRecord((db, given: Reader & { id: number }) =>
  unavailabilities(db, given).where('leader_unavailabilities.id', '=', given.id),
)

/** The row, locked until the transaction ends. */
export async function lockedUnavailability(tx: Tx, reader: Reader, id: number) {
  return found(
    await tx
      .selectFrom('leader_unavailabilities')
      .selectAll()
      .where('id', '=', id)
      .where(isLeaderSeen(reader, 'leader_unavailabilities.tour_leader_id'))
      .forUpdate()
      .executeTakeFirst(),
  )
}

/** Trips and days off that would be too close with a leader's new rest days. */
export async function newRestClashes(db: Db, given: { tour_leader_id: number }): Promise<Block[]> {
  return (await tooClose(db, given)).map(({ block }) => block)
}

const tooClose = statement(
  (_db, given: { tour_leader_id: number }) =>
    sql<{ block: Block }>`
      select to_json(block) as block
        from leader_blocks b join tour_leaders l on l.id = b.tour_leader_id cross join lateral ${blockOf()} block
       where l.id = ${given.tour_leader_id} and b.is_firm and not b.is_override and exists (
         select from leader_calendar c
          where c.tour_leader_id = l.id and c.id <> b.id and c.is_firm and not c.is_override
            and 'trip' in (b.kind, c.kind) and greatest(upper(b.during), upper(c.during)) > local_time()
            and leader_clash(b.kind, b.during, b.rest_days, c.kind, c.during, c.rest_days) is null
            and leader_clash(b.kind, b.during, case b.kind when 'trip' then l.min_rest_days else 0 end,
                             c.kind, c.during, case c.kind when 'trip' then l.min_rest_days else 0 end) is not null)
       order by lower(b.during), b.id`,
)
