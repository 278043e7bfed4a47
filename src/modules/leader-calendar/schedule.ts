import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found, refuseBackwards, refuseField } from '../../kit/errors.ts'
import { day, flag, labelled, oneOf, ref, shown, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { readers } from '../tour-leaders/rules.ts'
import { grades, leaderStatuses } from '../tour-leaders/schema.ts'
import { isLeaderSeen } from '../tour-leaders/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { Block, LeaderName, restWords, titleOf } from './calendar.ts'
import { array, object, quoted } from './json-text.ts'

const filters = {
  from: Type.Optional(day()),
  to: Type.Optional(day()),
  area_id: Type.Optional(ref()),
  leader_id: Type.Optional(ref()),
  status: Type.Optional(oneOf(leaderStatuses)),
  brief: labelled(Type.Optional(flag()), ['精簡', 'Brief']),
}
/** A block with the days of rest on both of its sides, if it is firm. */
const ScheduledBlock = Type.Object({ ...Block.properties, ...shownFields({ rest_days: whole(0, 30) }) })
const Gap = shown(Type.Object({ starts_on: day(), ends_on: day(), days: whole(1) }))
const Conflict = Type.Object({
  clash: oneOf(['overlap', 'rest']),
  blocks: flag(),
  between: Type.Array(ScheduledBlock, { minItems: 2, maxItems: 2 }),
})
const Row = Type.Object({
  tour_leader: LeaderName,
  grade: oneOf(grades),
  status: oneOf(leaderStatuses),
  blocks: Type.Array(ScheduledBlock),
  conflicts: Type.Array(Conflict),
  free: Type.Array(Gap),
  days_led: whole(),
})
const { from, to } = shownFields({ from: day(), to: day() })

/** `/api/tour-leaders/schedule/list` */
export default routes((on) => {
  on.get(
    '/schedule/list',
    {
      access: readers,
      summary:
        'The schedule of all leaders: trips, briefings, days off, rest, conflicts, free days, days led; if brief without the free days and the days of rest, which follow from the blocks',
      slow: true,
      query: Type.Object(filters, { additionalProperties: false }),
      returns: Type.Array(Row),
      people: true,
      meta: Type.Object({ from, to }),
      etag: 'none',
    },
    async ({ db, actor, query: { brief, ...query } }) => {
      refuseBackwards(query.from, query.to)
      if (query.from && query.to && daysBetween(query.from, query.to) > MOST) refuseField('to', tooLong)
      return readSchedule(db, { ...query, ...readerOf(actor), ...(brief && { brief }) })
    },
  )
})

const MOST = 400
const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000
const tooLong = [`一次最多 ${MOST} 天。`, `At most ${MOST} days at once.`] as const

type ScheduleQuery = Reader & {
  from?: string
  to?: string
  area_id?: number
  leader_id?: number
  status?: string
  /** Without the days of rest, which follow from the blocks, and the free days. */
  brief?: true
}
type ScheduleText = { json: string; from: string; to: string }

/** The schedule of all leaders for a date range, in one statement. */
export async function readSchedule(db: Db, query: ScheduleQuery) {
  const { json, from, to } = found(await schedule(db, query))
  return { json, meta: { from, to } }
}

// Written so that the planner does not assume that the second date condition is rare and plan for a few rows. Blocks of leaders
// with another status are removed at the end, because looking up the leader of each block is slower than writing the few extra
// blocks.
const schedule = oneRow(
  (_db, query: ScheduleQuery) =>
    sql<ScheduleText>`
    with span as (${spanOf(query)}), leader as materialized (
      select l.id, l.name, ${named} as named from tour_leaders l where ${status(query)} and ${among(query, 'l.id')}
    ), block as materialized (
      select b.id, b.tour_leader_id, b.kind, b.during, b.starts_on, b.ends_on, b.rest_days, b.is_firm, b.is_override,
             ${ownMembers('b')} as own, ${sharedMembers('b')} as shared
        from leader_blocks b cross join span
       where ${among(query, 'b.tour_leader_id')} and b.during && with_rest_around(span.during, 30)
         and coalesce(with_rest_around(b.during, b.rest_days) && span.during, false)
    ), ${shownBlocks(query)}, ${pairs}, ${days}
    select ${array(row(query), sql`leader.name, leader.id`)} as json, min(span."from")::text as "from", min(span."to")::text as "to"
      from span left join leader on true
      left join blocks_of on blocks_of.id = leader.id
      left join pairs_of on pairs_of.id = leader.id
      left join days_of on days_of.id = leader.id`,
)

// Three months from today by default.
const spanOf = ({ from, to }: ScheduleQuery) => {
  const first = from === undefined ? sql`today()` : sql`${from}::date`
  const last = to === undefined ? sql`${first} + 91` : sql`${to}::date`
  return sql`select ${first} as "from", ${last} as "to", tsrange(${first}, ${last} + 1) as during`
}

const status = ({ status }: ScheduleQuery) =>
  status === undefined ? sql`l.status <> 'inactive'` : sql`l.status = ${status}`

const among = ({ leader_id, area_id, ...reader }: ScheduleQuery, leader: string) =>
  sql.join(
    [
      isLeaderSeen(reader, leader),
      ...(leader_id === undefined ? [] : [sql`${sql.ref(leader)} = ${leader_id}`]),
      ...(area_id === undefined ? [] : [inArea(area_id, leader)]),
    ],
    sql` and `,
  )

// SQL: leaders with a priority in the area, and leaders with a trip there.
const inArea = (area: number, leader: string) => sql`(
  ${sql.ref(leader)} in (select tour_leader_id from leader_regional_priorities where area_id = ${area})
  or ${sql.ref(leader)} in (
    select t.tour_leader_id from leader_blocks t cross join span where t.area_id = ${area} and t.during && span.during))`

const name = { id: sql`l.id`, leader_number: sql`to_json(l.leader_number)`, name: sql`to_json(l.name)` }
const named = object({
  tour_leader: sql`'{' || ${object({ ...name, name_en: sql`to_json(l.name_en)` })} || '}'`,
  grade: quoted(sql`l.grade`),
  status: quoted(sql`l.status`),
})

// A block in two parts: itself, and what it has in common with its rest days. Only the dates are missing.
const json = (row: string, name: string) => sql`to_json(${sql.ref(`${row}.${name}`)})`
const plain = (row: string, name: string) => sql.ref(`${row}.${name}`)

const ownMembers = (row: string) =>
  object({
    kind: quoted(plain(row, 'kind')),
    title: sql`to_json(${titleOf(row, 0)})`,
    title_en: sql`to_json(${titleOf(row, 1)})`,
    starts_at: json(row, 'starts_at'),
    ends_at: json(row, 'ends_at'),
  })

const restMembers = sql.lit(
  JSON.stringify({ kind: 'rest', title: restWords[0], title_en: restWords[1], starts_at: null, ends_at: null }).slice(
    1,
    -1,
  ),
)
const sharedMembers = (row: string) =>
  object({
    subject: sql`'{' || ${object({ type: quoted(plain(row, 'subject_type')), id: plain(row, 'subject_id') })} || '}'`,
    place: json(row, 'place'),
    place_en: json(row, 'place_en'),
    is_firm: plain(row, 'is_firm'),
    is_override: plain(row, 'is_override'),
    override_reason: json(row, 'override_reason'),
  })

const wholeBlock = (row: string) => {
  const at = (name: string) => sql.ref(`${row}.${name}`)
  return sql`${at('own')} || ',' || ${at('shared')} || ',' || ${object({ starts_on: quoted(at('starts_on')), ends_on: quoted(at('ends_on')), rest_days: at('rest_days') })}`
}

const aroundTrips = sql`
    union all
    select tour_leader_id, id, 'rest', rest.starts_on, rest.ends_on, 0, ${restMembers}, shared
      from block cross join lateral (values (block.starts_on - rest_days, block.starts_on - 1),
                                            (block.ends_on + 1, block.ends_on + rest_days)) rest (starts_on, ends_on)
     where rest_days > 0 and is_firm`

const shownBlocks = ({ brief }: ScheduleQuery) => sql`
  shown as (
    select tour_leader_id, id, kind, starts_on, ends_on, rest_days, own, shared from block ${brief === undefined ? aroundTrips : sql``}
  ), blocks_of as (
    select b.tour_leader_id as id, ${array(wholeBlock('b'), sql`b.starts_on, b.id, b.kind`)} as blocks
      from shown b cross join span where b.starts_on <= span."to" and b.ends_on >= span."from" group by b.tour_leader_id
  )`

const pair = object({
  clash: quoted(sql`clash`),
  blocks: sql`one.is_firm and other.is_firm`,
  between: sql`'[{' || one.whole || '},{' || other.whole || '}]'`,
})

// Firm blocks without an override cannot conflict, because of the constraints, so only the others are compared. The blocks of each
// leader are aggregated to arrays, so that blocks are compared only with those of the same leader.
const member = sql`(id, kind, during, rest_days, is_firm, is_loose, whole)`
const pairs = sql`
  times as (
    select tour_leader_id, array_agg(id) as ids, array_agg(kind::text) as kinds, array_agg(during) as spans, array_agg(rest_days) as rests,
           array_agg(is_firm) as firm, array_agg(is_override or not is_firm) as loose, array_agg(${wholeBlock('block')}) as wholes
      from block where tour_leader_id = any (array(select tour_leader_id from block where is_override or not is_firm)) group by tour_leader_id
  ), pairs_of as (
    select tour_leader_id as id, ${array(pair, sql`lower(one.during), one.id, other.id`)} as conflicts
      from times cross join lateral unnest(ids, kinds, spans, rests, firm, loose, wholes) one ${member}
      cross join lateral unnest(ids, kinds, spans, rests, firm, loose, wholes) other ${member}
      cross join lateral (select leader_clash(one.kind, one.during, one.rest_days, other.kind, other.during, other.rest_days) as clash) how
     where (one.is_loose or other.is_loose) and (lower(one.during), one.id) < (lower(other.during), other.id) and clash is not null
     group by tour_leader_id
  )`

const days = sql`
  days_of as (
    select tour_leader_id as id,
           range_agg(daterange(starts_on - rest_days, ends_on + rest_days + 1)) filter (where is_firm) as taken,
           sum(least(ends_on, span."to") - greatest(starts_on, span."from") + 1)
             filter (where kind = 'trip' and starts_on <= span."to" and ends_on >= span."from") as days_led
      from block cross join span group by tour_leader_id
  )`

const gap = {
  starts_on: quoted(sql`lower(gap)`),
  ends_on: quoted(sql`upper(gap) - 1`),
  days: sql`upper(gap) - lower(gap)`,
}
const free = sql`(select ${array(object(gap), sql`gap`)}
  from unnest(datemultirange(daterange(span."from", span."to" + 1)) - coalesce(taken, '{}')) gap)`

// The longest text is last, because each concatenation copies the text before it.
const row = ({ brief }: ScheduleQuery) =>
  sql`named || ',' || ${object({
    free: brief === undefined ? free : sql`'[]'`,
    days_led: sql`coalesce(days_led, 0)`,
    conflicts: sql`coalesce(conflicts, '[]')`,
    blocks: sql`coalesce(blocks, '[]')`,
  })}`
