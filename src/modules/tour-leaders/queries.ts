import { type SqlBool, sql } from 'kysely'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { day, ref } from '../../kit/fields.ts'
import { type Filter, is, reached, search } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import type { Seen } from './rules.ts'
import { Language, TourLeader } from './schema.ts'

const { leader_number, name, name_en, employment_type, grade, joined_on, passport_expires_on, status } =
  TourLeader.properties

const speaks: Filter = {
  schema: Language.properties.code,
  where: (code) => sql<SqlBool>`tour_leaders.languages @> jsonb_build_array(jsonb_build_object('code', ${code}::text))`,
}
const searched = ['leader_number', 'name', 'name_en', 'mobile']

export const leaderList = list({
  of: 'tour_leaders',
  sort: { leader_number, name, name_en, joined_on, passport_expires_on },
  order: 'name',
  search: searched,
  filters: {
    status: is('tour_leaders.status', status),
    grade: is('tour_leaders.grade', grade),
    employment_type: is('tour_leaders.employment_type', employment_type),
    language: speaks,
    area_id: reached('tour_leaders.id', 'leader_regional_priorities', 'tour_leader_id', 'area_id'),
    country_id: reached('tour_leaders.id', 'leader_country_ranks', 'tour_leader_id', 'country_id'),
  },
})

/** The leaders somebody may know of, personal data masked. */
const leaders = (db: Db, { own }: Seen) =>
  db
    .selectFrom('tour_leaders')
    .select(columnsOf('tour_leaders', TourLeader).map((column) => column as 'tour_leaders.id'))
    .select(sql<number | null>`(select u.id from users u where u.tour_leader_id = tour_leaders.id)`.as('user_id'))
    .$if(own !== undefined, (rows) => rows.where(sql<SqlBool>`tour_leaders.id = ${own}`))

export const leaderPage = leaderList.over(leaders)
export const oneLeader = jsonRecord((db, given: Seen & { id: number }) =>
  leaders(db, given).where('tour_leaders.id', '=', given.id),
)

/** The row, locked until the transaction ends. */
export const heldLeader = async (tx: Tx, { own }: Seen, id: number) =>
  found(
    await tx
      .selectFrom('tour_leaders')
      .select(['id', 'version', 'person_key', 'name', 'status', 'min_rest_days'])
      .where('id', '=', id)
      .$if(own !== undefined, (rows) => rows.where('id', '=', own ?? 0))
      .forUpdate()
      .executeTakeFirst(),
  )

/** What a form may ask: who is free from one day to another, and what a leader counts for in a country. */
export const optionFilters = { from: day(), to: day(), country_id: ref() }
type Options = { q?: string; include?: number; from?: string; to?: string; country_id?: number }

const wanted = search(searched.map((column) => `l.${column}`))
export const readOptions = (db: Db, { q, ...given }: Options) =>
  options(db, { ...given, ...(q && { q: String(wanted.parameter?.(q)) }) })

const options = jsonArray((db, { q, include, from, to, country_id }: Options) => {
  const offered = sql<SqlBool>`(l.status <> 'inactive' and ${q === undefined ? sql`true` : wanted.where(q)})`
  const isFree =
    from === undefined ? sql<boolean | null>`null::boolean` : freeFor(sql`tsrange(${from}::date, ${to}::date + 1)`)
  return db
    .selectFrom('tour_leaders as l')
    .leftJoin(ranksIn(country_id).as('r'), (join) => join.onRef('r.tour_leader_id', '=', 'l.id'))
    .select(['l.id as value', 'l.name as label', 'l.name_en as label_en', 'l.leader_number', 'l.grade', 'l.status'])
    .select([isFree.as('is_free'), sql<number | null>`r.priority`.as('priority')])
    .select(sql<string | null>`r.proficiency`.as('proficiency'))
    .where(include === undefined ? offered : sql<SqlBool>`(${offered} or l.id = ${include})`)
    .orderBy(
      sql`${include === undefined ? sql`true` : sql`l.id <> ${include}`}, is_free desc nulls last, r.by, r.priority, l.name, l.id`,
    )
    .limit(300)
})

type Rank = { tour_leader_id: number }
const ranksIn = (country_id: number | undefined) =>
  sql<Rank>`(select tour_leader_id, by, priority, proficiency from leader_country_ranks where country_id = ${country_id ?? null})`

// No firm entry of the calendar clashes with a trip of that span.
const freeFor = (span: ReturnType<typeof sql>) => sql<boolean | null>`(l.status = 'active' and not exists (
  select from leader_calendar c
   where c.tour_leader_id = l.id and c.is_firm and c.during && with_rest_around(${span}, 30)
     and leader_clash('trip', ${span}, l.min_rest_days, c.kind, c.during, c.rest_days) is not null))`
