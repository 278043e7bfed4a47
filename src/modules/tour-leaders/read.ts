import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseBackwards } from '../../kit/errors.ts'
import { day, flag, nullable, oneOf, ref, shown, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Filter, is, reached, search } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Option, OptionMeta, OptionQuery, readOptions as readFirst } from '../../kit/resource/option-list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { proficiencies } from '../leader-priorities/schema.ts'
import { staff } from '../roles.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { readers } from './rules.ts'
import { Language, ShownLeader, TourLeader } from './schema.ts'
import { isLeaderSeen } from './visible.ts'

/** How a route answers with one leader. */
export const shownLeader = { returns: ShownLeader, etag: 'content' } as const

const { leader_number, name, name_en, employment_type, grade, joined_on, passport_expires_on, status } =
  TourLeader.properties

const speaks: Filter = {
  schema: Language.properties.code,
  where: (code) => sql<SqlBool>`tour_leaders.languages @> jsonb_build_array(jsonb_build_object('code', ${code}::text))`,
}

const searched = ['leader_number', 'name', 'name_en', 'mobile']

const leaderList = list({
  of: 'tour_leaders',
  sort: { leader_number, name, name_en, joined_on, passport_expires_on },
  order: 'name',
  people: true,
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

/** The leaders a reader may see, with personal data masked. */
const leaders = (db: Db, reader: Reader) =>
  db
    .selectFrom('tour_leaders')
    .select(columnsOf('tour_leaders', TourLeader))
    .select(sql<number | null>`(select u.id from users u where u.tour_leader_id = tour_leaders.id)`.as('user_id'))
    .where(isLeaderSeen(reader))

const leaderPage = leaderList.over(leaders)

/** A leader as this reader sees it. */
export const oneLeader = jsonRecord((db, given: Reader & { id: number }) =>
  leaders(db, given).where('tour_leaders.id', '=', given.id),
)

type Options = { q?: string; include?: number; id?: number[]; from?: string; to?: string; country_id?: number }

const optionSearch = search(searched.map((column) => `l.${column}`))

/** The option list of leaders: free ones first, then by priority in the country. */
const readOptions = (db: Db, { q, ...given }: Options) =>
  options(db, { ...given, ...(q && { q: String(optionSearch.parameter?.(q)) }) })

const options = readFirst((db, { q, include, id, from, to, country_id }: Options) => {
  const named = id ? sql`l.id = any(${id})` : sql`l.status <> 'inactive'`
  const listed = sql<SqlBool>`(${named} and ${q === undefined ? sql`true` : optionSearch.where(q)})`
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

const optionFields = shown(
  Type.Object({
    leader_number,
    grade,
    status,
    is_free: nullable(flag()),
    priority: nullable(whole()),
    proficiency: nullable(oneOf(proficiencies)),
  }),
)

export function readRoutes(on: On) {
  const { q, include, id } = OptionQuery.properties
  const trip = { from: Type.Optional(day()), to: Type.Optional(day()), country_id: Type.Optional(ref()) }
  on.get(
    '/list/options',
    {
      access: staff,
      summary: 'Option list: leaders; with dates, who is free, and with a country, their priority there',
      query: Type.Object({ q, include, id, ...trip }, { additionalProperties: false }),
      returns: Type.Array(Option(optionFields.properties)),
      meta: OptionMeta,
      etag: 'content',
    },
    async ({ db, query: { from, to = from, ...others } }) => {
      refuseBackwards(from, to)
      return readOptions(db, { ...others, ...(from && { from }), ...(to && { to }) })
    },
  )

  on.get(
    '',
    {
      access: readers,
      summary: 'Leaders with masked personal data; a leader sees itself',
      ...leaderList.of(ShownLeader),
      etag: 'content',
    },
    ({ db, actor, query }) => leaderPage(db, readerOf(actor), query),
  )

  on.get('/:id', { access: readers, summary: 'One leader', ...shownLeader }, ({ db, actor, params }) =>
    oneLeader(db, { ...readerOf(actor), ...params }),
  )
}
