import { type RawBuilder, sql } from 'kysely'
import { briefingWords, restWords, typeWords } from './labels.ts'
import { types } from './schema.ts'

// What stands in an answer of a row of the view `leader_blocks`, under the name `b` unless said otherwise.

const titleOf = (row: string, language: 0 | 1) => {
  const [kind, serial, name] = [sql.ref(`${row}.kind`), sql.ref(`${row}.serial`), sql.ref(`${row}.name`)]
  const called = language ? sql`coalesce(${sql.ref(`${row}.name_en`)}, ${name})` : name
  const words = types.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(typeWords[type][language])}`)
  return sql`case ${kind} when 'trip' then concat_ws(' ', ${serial}, ${called})
    when 'briefing' then concat_ws(' ', ${sql.lit(briefingWords[language])}, ${serial}, ${called})
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

/** A row as it is shown, to be aggregated as JSON: `cross join lateral ${blockOf()} block`. */
export const blockOf = (row = 'b') => sql`(select ${fieldsOf(row)})`
const clashOf = sql`(select ${fieldsOf('b')}, how as clash, b.is_firm as blocks)`

/** Those entries of a leader that clash with a span, as `clashing`; what is further away than any rest is not looked at. */
export const clashes = ({
  leader,
  kind,
  span,
  rest,
}: Record<'leader' | 'kind' | 'span' | 'rest', RawBuilder<unknown>>) =>
  sql`leader_blocks b cross join lateral leader_clash(${kind}, ${span}, ${rest}, b.kind, b.during, b.rest_days) as how
    cross join lateral ${clashOf} clashing
    where b.tour_leader_id = ${leader} and b.during && with_rest_around(${span}, 30) and how is not null`

const entry = { leader: sql`c.tour_leader_id`, kind: sql`c.kind::text`, span: sql`c.during`, rest: sql`c.rest_days` }

/** Everything that clashes with the entries of one subject, as a column. */
export const conflictsOf = (subjectType: string, id: string) => sql`(
  select coalesce(json_agg(clashing order by lower(b.during), b.id), '[]')
    from leader_calendar c cross join ${clashes(entry)}
     and b.id <> c.id and c.subject_type = ${sql.lit(subjectType)} and c.subject_id = ${sql.ref(id)})`
