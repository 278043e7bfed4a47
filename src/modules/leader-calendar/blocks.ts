import { type RawBuilder, sql } from 'kysely'
import { briefingWords, restWords, typeWords } from './labels.ts'
import { types } from './schema.ts'
import { object, quoted } from './written.ts'

// Columns of answers about a row of the view `leader_blocks`, as `b` by default.

// A seminar has its own title; the briefing of a trip gets one from the trip.
const titleOf = (row: string, language: 0 | 1) => {
  const [kind, serial, name] = [sql.ref(`${row}.kind`), sql.ref(`${row}.serial`), sql.ref(`${row}.name`)]
  const called = language ? sql`coalesce(${sql.ref(`${row}.name_en`)}, ${name})` : name
  const words = types.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(typeWords[type][language])}`)
  return sql`case ${kind} when 'trip' then concat_ws(' ', ${serial}, ${called})
    when 'briefing' then case when ${serial} is null then ${called} else concat_ws(' ', ${sql.lit(briefingWords[language])}, ${serial}, ${called}) end
    when 'rest' then ${sql.lit(restWords[language])}
    else case ${sql.ref(`${row}.type`)} ${sql.join(words, sql` `)} end end`
}

const columns = [
  'place',
  'place_en',
  'starts_on',
  'ends_on',
  'starts_at',
  'ends_at',
  'is_firm',
  'is_override',
  'override_reason',
]

const fieldsOf = (row: string) => {
  const at = (name: string) => sql.ref(`${row}.${name}`)
  return sql`${at('kind')}, json_build_object('type', ${at('subject_type')}, 'id', ${at('subject_id')}) as subject,
    ${titleOf(row, 0)} as title, ${titleOf(row, 1)} as title_en, ${sql.join(columns.map(at))}`
}

/** A row as shown, to be aggregated as JSON: `cross join lateral ${blockOf()} block`. */
export function blockOf(row = 'b') {
  return sql`(select ${fieldsOf(row)})`
}
const clashOf = sql`(select ${fieldsOf('b')}, how as clash, b.is_firm as blocks)`

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

const json = (row: string, name: string) => sql`to_json(${sql.ref(`${row}.${name}`)})`
const plain = (row: string, name: string) => sql.ref(`${row}.${name}`)

/** The same as text, in two parts: the block itself, and what it has in common with its rest days. Only the dates are missing. */
export function own(row: string) {
  return object({
    kind: quoted(plain(row, 'kind')),
    title: sql`to_json(${titleOf(row, 0)})`,
    title_en: sql`to_json(${titleOf(row, 1)})`,
    starts_at: json(row, 'starts_at'),
    ends_at: json(row, 'ends_at'),
  })
}
export const rest = sql.lit(
  JSON.stringify({ kind: 'rest', title: restWords[0], title_en: restWords[1], starts_at: null, ends_at: null }).slice(
    1,
    -1,
  ),
)
export function shared(row: string) {
  return object({
    subject: sql`'{' || ${object({ type: quoted(plain(row, 'subject_type')), id: plain(row, 'subject_id') })} || '}'`,
    place: json(row, 'place'),
    place_en: json(row, 'place_en'),
    is_firm: plain(row, 'is_firm'),
    is_override: plain(row, 'is_override'),
    override_reason: json(row, 'override_reason'),
  })
}

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
