import { sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { clashes } from './blocks.ts'
import type { BlockKind, Clash } from './schema.ts'

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
  return (await read(db, { ...block, ...when, subject_type: subject.type, subject_id: subject.id })).map(
    ({ clash }) => clash,
  )
}

type Given = Omit<NewBlock, 'when' | 'subject' | 'is_firm'> &
  Partial<Moment> & { subject_type: string; subject_id: number }

const read = statement((_db, given: Given) => {
  const leader = sql`${given.tour_leader_id}::integer`
  const kind = sql`${given.kind}::text`
  const rest = sql`case ${kind} when 'trip' then (select min_rest_days from tour_leaders where id = ${leader}) else 0 end`
  return sql<{ clash: Clash }>`
      select to_json(clashing) as clash from ${clashes({ leader, kind, span: spanOf({ when: given }), rest })}
         and not (b.kind = ${kind} and b.subject_type = ${given.subject_type}::text and b.subject_id = ${given.subject_id}::integer)
       order by lower(b.during), b.id`
})
