import { sql } from 'kysely'
import type { Static } from 'typebox'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Names } from '../../kit/resource/names.ts'
import type { Readiness } from '../planned-trips/readiness.ts'
import type { OfTrip } from '../shown-names.ts'
import type { Group, Whose } from './group.ts'
import { deadlines, lineControlGroups, opGroups, ticketingGroups } from './groups/departments.ts'
import { incidentsOfFinance, incidentsOfLeader, incidentsOfOffice, incidentsOfSales } from './groups/incidents.ts'
import { managerGroups } from './groups/manager.ts'
import { adminGroups, expensesToApprove, financeGroups, handoversToOp, leaderGroups } from './groups/others.ts'
import { salesGroups } from './groups/sales.ts'
import type { Team } from './schema.ts'

/** The groups of each team, the most urgent first. */
export const groupsOf: Record<Team, readonly Group[]> = {
  sales: [incidentsOfSales, ...salesGroups, deadlines('sales')],
  op: [incidentsOfOffice, ...opGroups, handoversToOp, expensesToApprove],
  ticketing: [incidentsOfOffice, ...ticketingGroups],
  line_control: [incidentsOfOffice, ...lineControlGroups],
  finance: [incidentsOfFinance, ...financeGroups],
  leader: [incidentsOfLeader, ...leaderGroups],
  manager: [incidentsOfOffice, ...managerGroups],
  admin: [incidentsOfOffice, ...adminGroups],
}

/** The names of all groups. */
export const groupKeys = [...new Set(Object.values(groupsOf).flatMap((groups) => groups.map(({ key }) => key)))]

/** A group that two teams have in common counts once. */
const groupsFor = (asked: readonly Team[]) => {
  const groups = asked.flatMap((team) => groupsOf[team].map((group) => ({ team, group })))
  return groups.filter(({ group }, n) => groups.findIndex((each) => each.group.key === group.key) === n)
}

/** The work of these teams: each group that is not empty, with its first ten records, or a single group with many. */
export async function workOf(db: Db, asked: readonly Team[], whose: Whose, single?: string) {
  const groups = await Promise.all(
    groupsFor(asked)
      .filter(({ group }) => single === undefined || group.key === single)
      .map(async ({ team, group }) => {
        const items_of = single === undefined ? ({ shows: SHOWN } as const) : { shows: SHOWN_OF_ONE }
        const { count = 0, overdue = 0, items } = (await reads.get(group)?.(db, { ...whose, ...items_of })) ?? {}
        const [[label, label_en], [says_zh, says_en]] = [group.words, group.says]
        return {
          ...{ key: group.key, team, label, label_en, says: says_zh, says_en, count, overdue },
          items: (items ?? []).map(({ id, of, number, name, name_en, reasons, ...item }) => ({
            record: { type: group.record, id, number, name, name_en },
            ...item,
            reasons: reasons ?? [],
            action: actionOf(group, id, of),
          })),
        }
      }),
  )
  return groups.filter(({ count }) => count > 0)
}

const actionOf = ({ action: [method, path], press }: Group, id: number, of: number | null) => ({
  method,
  path: path.replace('{id}', String(id)).replace('{of}', String(of)),
  body: press?.body ?? null,
  label: press?.words[0] ?? null,
  label_en: press?.words[1] ?? null,
})

/** The number of records in each group, for badges. */
export async function workCounts(db: Db, asked: readonly Team[], whose: Whose) {
  const counted = await Promise.all(
    groupsFor(asked).map(async ({ group }) => ({ key: group.key, ...(await reads.get(group)?.(db, whose)) })),
  )
  const sum = (numbers: (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
  return {
    count: sum(counted.map(({ count }) => count)),
    overdue: sum(counted.map(({ overdue }) => overdue)),
    groups: Object.fromEntries(counted.map(({ key, count = 0 }) => [key, count])),
  }
}

/** The amount of work for each person of these teams, the highest first. */
export async function workByPerson(db: Db, asked: readonly Team[]) {
  const groups = asked.flatMap((team) => groupsOf[team])
  const each = (await Promise.all(groups.map((group) => shares.get(group)?.(db, {}) ?? []))).flat()
  const people = [...Map.groupBy(each, ({ person }) => person?.id).values()].map((of) => ({
    person: of[0]?.person ?? null,
    count: of.reduce((sum, { count }) => sum + count, 0),
    overdue: of.reduce((sum, { overdue }) => sum + overdue, 0),
  }))
  return people.sort((a, b) => b.overdue - a.overdue || b.count - a.count)
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
  trip: Static<typeof OfTrip> | null
  person: Static<typeof Names> | null
  amount: number | null
  currency: string | null
  words: string | null
  reasons: Readiness['reasons'] | null
  due_on: string | null
  due_at: string | null
  urgency: 'overdue' | 'today' | 'week' | 'later'
}
type Read = Whose & { shows?: number }
type Counted = { count: number; overdue: number; items: Item[] | null }

const SHOWN = 10
const SHOWN_OF_ONE = 200
const COUNTED = 1_000

const isOverdue = sql`coalesce(due_at < now(), due_on < today(), false)`
const urgency = sql`case when ${isOverdue} then 'overdue' when due_on <= today() then 'today'
  when due_on <= today() + 7 then 'week' else 'later' end`
const inOrder = sql`due_on nulls last, due_at nulls last, id`

const columnsOfItem = sql`id, "of", number, name, name_en, trip, amount, currency, words, reasons, due_on, due_at`
const personOf = sql`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = person_id)`

// One statement for each group. All waiting records are read once and counted, and the first ten are shown.
const readOf = ({ rows }: Group) =>
  oneRow(
    (db, given: Read) =>
      sql<Counted>`
        with waiting as materialized (
          select ${given.shows ? sql`*` : sql`id, due_on, due_at`} from (${rows(given, db)}) everything order by ${inOrder} limit ${sql.lit(COUNTED)})
        select count(*) as count, count(*) filter (where ${isOverdue}) as overdue,
               ${given.shows ? sql`(select json_agg(item) from (select ${columnsOfItem}, ${personOf} as person, ${urgency} as urgency from waiting order by ${inOrder} limit ${given.shows}::integer) item)` : sql`null`} as items
          from waiting`,
  )

type Share = { person: Static<typeof Names> | null; count: number; overdue: number }
const shareOf = ({ rows }: Group) =>
  statement(
    (db, _whole: Whose) => sql<Share>`
      select ${personOf} as person, count(*) as count, count(*) filter (where ${isOverdue}) as overdue
        from (${rows({}, db)}) everything group by person_id`,
  )

const groups = Object.values(groupsOf).flat()
const reads = new Map(groups.map((group) => [group, readOf(group)]))
const shares = new Map(groups.map((group) => [group, shareOf(group)]))
