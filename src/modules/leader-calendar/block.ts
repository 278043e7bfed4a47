import { sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { type Block, blockOf, type Clash } from './calendar.ts'
import { clashesWith, type NewBlock, spanOf } from './clashes.ts'

/** Whether the caller accepts a conflict, and the reason. */
export type Will = { override?: boolean | undefined; reason?: string | null | undefined }

/**
 * Inserts a block into a leader's calendar. The constraints of the database decide; the refusal lists all conflicts, unless an
 * override with a reason accepts them. Returns the conflicts in any case.
 */
export async function block(tx: Tx, block: NewBlock, will: Will = {}): Promise<Clash[]> {
  if (will.override && !will.reason) refuseField('reason', needsReason)
  await lockLeader(tx, block.tour_leader_id)
  const isFree = await allowed(tx, () => write(tx, block, null))
  const clashes = await clashesWith(tx, block)
  // Overridden blocks are outside the constraints. The row lock of the leader keeps this check valid.
  const isBlocked = block.is_firm && (!isFree || isBlocking(clashes))
  if (!isBlocked) return clashes
  if (!will.override) refuse('leader_conflict', { also: { conflicts: clashes } })
  await write(tx, block, will.reason ?? null)
  return clashes
}

/** Whether one of these conflicts stops a firm block. */
export function isBlocking(clashes: readonly Clash[]) {
  return clashes.some(({ blocks }) => blocks)
}

/** Refuses an override if there is no conflict, because an override is an exception and never bypasses a role or a rule. */
export function refuseNeedless({ override }: Will, isNeeded: boolean) {
  if (override && !isNeeded)
    refuseField('override', [
      '沒有需要推翻的衝突；請取消「推翻衝突」再送出。',
      'There is no conflict to override: send it without the override.',
    ])
}

export function release(tx: Tx, kind: NewBlock['kind'], { type, id }: NewBlock['subject']) {
  return tx
    .deleteFrom('leader_calendar')
    .where('kind', '=', kind)
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .execute()
}

/** Applies the leader's rest days to all trips that are not over. Refused if trips are then too close. */
export async function keepRest(tx: Tx, tour_leader_id: number) {
  await lockLeader(tx, tour_leader_id)
  const isFree = await allowed(tx, () =>
    sql`update leader_calendar set rest_days = (select min_rest_days from tour_leaders where id = tour_leader_id)
         where tour_leader_id = ${tour_leader_id} and kind = 'trip' and upper(during) > local_time()`.execute(tx),
  )
  if (isFree) return
  refuse('leader_conflict', { also: { conflicts: await newRestClashes(tx, { tour_leader_id }) } })
}

/** Trips and days off that would be too close with a leader's new rest days. */
const newRestClashes = async (db: Db, given: { tour_leader_id: number }) =>
  (await tooClose(db, given)).map(({ block }) => block)

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

// The lock serializes the writers of a leader's calendar.
const lockLeader = async (tx: Tx, id: number) =>
  (await tx.selectFrom('tour_leaders').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ??
  refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])

const allowed = (tx: Tx, work: () => Promise<unknown>) =>
  attempt(
    tx,
    async () => !!(await work()),
    async (error) => {
      if (error.code !== '23P01') throw error
      return false
    },
  )

const write = (tx: Tx, block: NewBlock, override_reason: string | null) =>
  sql`
  insert into leader_calendar (tour_leader_id, kind, subject_type, subject_id, during, starts_at, ends_at, rest_days, is_firm, is_override, override_reason)
  select id, ${block.kind}::text, ${block.subject.type}::text, ${block.subject.id}::integer, ${spanOf(block)},
         ${block.when.starts_at ?? null}::timestamptz, ${block.when.ends_at ?? null}::timestamptz,
         case ${block.kind}::text when 'trip' then min_rest_days else 0 end, ${block.is_firm}::boolean,
         ${override_reason}::text is not null, ${override_reason}::text
    from tour_leaders where id = ${block.tour_leader_id}
  on conflict (kind, subject_type, subject_id) do update
    set tour_leader_id = excluded.tour_leader_id, during = excluded.during, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, rest_days = excluded.rest_days,
        is_firm = excluded.is_firm, is_override = excluded.is_override, override_reason = excluded.override_reason`.execute(
    tx,
  )

const needsReason = ['推翻衝突時須填寫原因。', 'An override needs its reason.'] as const
