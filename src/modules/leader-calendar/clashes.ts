import { type RawBuilder, sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { type BlockKind, blockColumns, type Clash } from './calendar.ts'

/** The blocks of a leader that conflict with a time range, as `clashing`. Blocks further away than any rest period are skipped. */
export function clashes({
  leader,
  kind,
  span,
  rest,
}: Record<'leader' | 'kind' | 'span' | 'rest', RawBuilder<unknown>>) {
  return sql`leader_blocks b cross join lateral leader_clash(${kind}, ${span}, ${rest}, b.kind, b.during, b.rest_days) as how
    cross join lateral ${clashOf} clashing
    where b.tour_leader_id = ${leader} and b.during && with_rest_around(${span}, 30) and how is not null`
}

const clashOf = sql`(select ${blockColumns('b')}, how as clash, b.is_firm as blocks)`

const stored = { leader: sql`c.tour_leader_id`, kind: sql`c.kind::text`, span: sql`c.during`, rest: sql`c.rest_days` }

/** The records that conflict with the leaders of a subject. */
export function conflictRows(subjectType: string, id: number | RawBuilder<number>) {
  return sql`
  select distinct b.subject_type, b.subject_id from leader_calendar c cross join ${clashes(stored)}
     and b.id <> c.id and b.is_firm and c.subject_type = ${subjectType} and c.subject_id = ${id}`
}

/** All conflicts of the blocks of one subject, as a column. */
export function conflictsOf(subjectType: string, id: string) {
  return sql`(
  select coalesce(json_agg(clashing order by lower(b.during), b.id), '[]')
    from leader_calendar c cross join ${clashes(stored)}
     and b.id <> c.id and c.subject_type = ${sql.lit(subjectType)} and c.subject_id = ${sql.ref(id)})`
}

/** Whole days, or hours in the installation's time zone. */
type Days = { starts_on: string; ends_on: string; starts_at?: undefined; ends_at?: undefined }
type Hours = { starts_at: string; ends_at: string; zone: string; starts_on?: undefined }

export type NewBlock = {
  tour_leader_id: number
  kind: BlockKind
  subject: { type: string; id: number }
  when: Days | Hours
  is_firm: boolean
}

type Moment = Record<'starts_on' | 'ends_on' | 'starts_at' | 'ends_at' | 'zone', string | undefined>

/** The local time range of a block. */
export function spanOf({ when }: { when: Partial<Moment> }) {
  return when.starts_on === undefined
    ? sql`tsrange(${when.starts_at}::timestamptz at time zone ${when.zone}, ${when.ends_at}::timestamptz at time zone ${when.zone})`
    : sql`tsrange(${when.starts_on}::date, ${when.ends_on}::date + 1)`
}

/** All conflicts that a new block would have in its leader's calendar. */
export async function clashesWith(db: Db, { when, subject, is_firm, ...block }: NewBlock): Promise<Clash[]> {
  return (await clashRows(db, { ...block, ...when, subject_type: subject.type, subject_id: subject.id })).map(
    ({ clash }) => clash,
  )
}

type ClashQuery = Omit<NewBlock, 'when' | 'subject' | 'is_firm'> &
  Partial<Moment> & { subject_type: string; subject_id: number }

const clashRows = statement((_db, given: ClashQuery) => {
  const leader = sql`${given.tour_leader_id}::integer`
  const kind = sql`${given.kind}::text`
  const rest = sql`case ${kind} when 'trip' then (select min_rest_days from tour_leaders where id = ${leader}) else 0 end`
  return sql<{ clash: Clash }>`
      select to_json(clashing) as clash from ${clashes({ leader, kind, span: spanOf({ when: given }), rest })}
         and not (b.kind = ${kind} and b.subject_type = ${given.subject_type}::text and b.subject_id = ${given.subject_id}::integer)
       order by lower(b.during), b.id`
})
