import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Group, Whose } from './group.ts'
import { deadlines, lineControlGroups, opGroups, ticketingGroups } from './groups/departments.ts'
import { adminGroups, financeGroups, handovers, leaderGroups } from './groups/others.ts'
import { salesGroups } from './groups/sales.ts'
import type { Team } from './schema.ts'

/** The groups of each team, the most pressing first. */
export const groupsOf: Record<Team, readonly Group[]> = {
  sales: [...salesGroups, deadlines('sales')],
  op: [...opGroups, handovers],
  ticketing: ticketingGroups,
  line_control: lineControlGroups,
  finance: financeGroups,
  leader: leaderGroups,
  admin: adminGroups,
}

/** What waits for these teams: each group that is not empty, with its first ten records. */
export async function workOf(db: Db, asked: readonly Team[], whose: Whose) {
  const groups = await Promise.all(
    asked.flatMap((team) =>
      groupsOf[team].map(async ({ key, words, says, record, action: [method, path] }) => {
        const { count = 0, overdue = 0, items } = (await reads.get(key)?.(db, { ...whose, itemised: true })) ?? {}
        const [[label, label_en], [says_zh, says_en]] = [words, says]
        return {
          ...{ key, team, label, label_en, says: says_zh, says_en, count, overdue },
          items: (items ?? []).map(({ id, of, number, name, name_en, ...item }) => ({
            record: { type: record, id, number, name, name_en },
            ...item,
            action: { method, path: path.replace('{id}', String(id)).replace('{of}', String(of)) },
          })),
        }
      }),
    ),
  )
  return groups.filter(({ count }) => count > 0)
}

/** How many wait in each group, for badges. */
export async function workCounts(db: Db, asked: readonly Team[], whose: Whose) {
  const groups = asked.flatMap((team) => groupsOf[team])
  const counted = await Promise.all(groups.map(async ({ key }) => ({ key, ...(await reads.get(key)?.(db, whose)) })))
  const sum = (numbers: (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
  return {
    count: sum(counted.map(({ count }) => count)),
    overdue: sum(counted.map(({ overdue }) => overdue)),
    groups: Object.fromEntries(counted.map(({ key, count = 0 }) => [key, count])),
  }
}

/** The tour leader of an account. */
export async function leaderOf(db: Db, user_id: number) {
  return (await db.selectFrom('users').select('tour_leader_id').where('id', '=', user_id).executeTakeFirst())
    ?.tour_leader_id
}

type Item = {
  id: number
  of: number | null
  number: string | null
  name: string | null
  name_en: string | null
  due_on: string | null
  due_at: string | null
  urgency: 'overdue' | 'today' | 'week' | 'later'
}
type Read = Whose & { itemised?: true }
type Counted = { count: number; overdue: number; items: Item[] | null }

const SHOWN = 10
const COUNTED = 1_000

const isOverdue = sql`coalesce(due_at < now(), due_on < today(), false)`
const urgency = sql`case when ${isOverdue} then 'overdue' when due_on <= today() then 'today'
  when due_on <= today() + 7 then 'week' else 'later' end`
const inOrder = sql`due_on nulls last, due_at nulls last, id`

// One statement for each group. All that waits is read once, counted, and the first ten are shown.
const readOf = ({ rows }: Group) =>
  oneRow(
    (_db, given: Read) =>
      sql<Counted>`
        with waiting as materialized (
          select * from (${rows(given)}) everything order by ${inOrder} limit ${sql.lit(COUNTED)})
        select count(*) as count, count(*) filter (where ${isOverdue}) as overdue,
               ${given.itemised ? sql`(select json_agg(item) from (select *, ${urgency} as urgency from waiting order by ${inOrder} limit ${sql.lit(SHOWN)}) item)` : sql`null`} as items
          from waiting`,
  )

const reads = new Map(Object.values(groupsOf).flatMap((groups) => groups.map((group) => [group.key, readOf(group)])))
