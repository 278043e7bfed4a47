import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { search } from '../../kit/list/filters.ts'
import { readOptions as readFirst } from '../../kit/resource/option-list.ts'
import { searched } from './queries.ts'

type Options = { q?: string; include?: number; id?: number[]; from?: string; to?: string; country_id?: number }

const wanted = search(searched.map((column) => `l.${column}`))
/** The option list of leaders: free ones first, then by priority in the country. */
export function readOptions(db: Db, { q, ...given }: Options) {
  return options(db, { ...given, ...(q && { q: String(wanted.parameter?.(q)) }) })
}

const options = readFirst((db, { q, include, id, from, to, country_id }: Options) => {
  const named = id ? sql`l.id = any(${id})` : sql`l.status <> 'inactive'`
  const listed = sql<SqlBool>`(${named} and ${q === undefined ? sql`true` : wanted.where(q)})`
  const isFree =
    from === undefined ? sql<boolean | null>`null::boolean` : freeFor(sql`tsrange(${from}::date, ${to}::date + 1)`)
  return db
    .selectFrom('tour_leaders as l')
    .leftJoin(ranksIn(country_id).as('r'), (join) => join.onRef('r.tour_leader_id', '=', 'l.id'))
    .select(['l.id as value', 'l.name as label', 'l.name_en as label_en', 'l.leader_number', 'l.grade', 'l.status'])
    .select([isFree.as('is_free'), sql<number | null>`r.priority`.as('priority')])
    .select(sql<string | null>`r.proficiency`.as('proficiency'))
    .where(include === undefined ? listed : sql<SqlBool>`(${listed} or l.id = ${include})`)
    .orderBy(sql.join([...chosenFirst(include), sql`is_free desc nulls last, r.by, r.priority, l.name, l.id`]))
})

const chosenFirst = (id: number | undefined) => (id === undefined ? [] : [sql`l.id <> ${id}`])

type Rank = { tour_leader_id: number }
const ranksIn = (country_id: number | undefined) =>
  sql<Rank>`(select tour_leader_id, by, priority, proficiency from leader_country_ranks where country_id = ${country_id ?? null})`

// A leader is free if no firm block of the calendar conflicts with a trip in that range.
const freeFor = (span: ReturnType<typeof sql>) => sql<boolean | null>`(l.status = 'active' and not exists (
  select from leader_calendar c
   where c.tour_leader_id = l.id and c.is_firm and c.during && with_rest_around(${span}, 30)
     and leader_clash('trip', ${span}, l.min_rest_days, c.kind, c.during, c.rest_days) is not null))`
