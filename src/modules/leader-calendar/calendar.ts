import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { Refusal } from '../../kit/errors.ts'
import { anyText, day, flag, line, moment, nullable, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'

const blockKinds = ['trip', 'briefing', 'unavailability'] as const
export type BlockKind = (typeof blockKinds)[number]
/** The types of days off. */
export const types = ['annual_leave', 'sick', 'personal', 'training', 'external_trip', 'other'] as const
type UnavailabilityType = (typeof types)[number]

export const typeWords: Record<UnavailabilityType, Words> = {
  annual_leave: ['特休', 'Annual leave'],
  sick: ['病假', 'Sick leave'],
  personal: ['事假', 'Personal leave'],
  training: ['訓練', 'Training'],
  external_trip: ['外部帶團', 'Trip for another agency'],
  other: ['其他', 'Other'],
}

const briefingWords: Words = ['說明會', 'Briefing']
export const restWords: Words = ['休息', 'Rest']

const when = shownFields({
  starts_on: day(),
  ends_on: day(),
  starts_at: nullable(moment()),
  ends_at: nullable(moment()),
})
const named = shownFields({ title: line(250, 'CNX270128A 清邁五日'), title_en: line(250, 'CNX270128A 清邁五日') })
const where = shownFields({ place: nullable(line(100, '東南亞')), place_en: nullable(line(100, 'Southeast Asia')) })

/** A block in a leader's calendar: its kind, time and place. */
export const Block = Type.Object({
  kind: oneOf([...blockKinds, 'rest']),
  subject: Type.Object({ type: Type.String({ examples: ['planned_trip'] }), id: ref() }),
  ...named,
  ...where,
  ...when,
  is_firm: flag(),
  is_override: flag(),
  override_reason: orNull(anyText()),
})
export type Block = Static<typeof Block>

/** A conflict and its kind: overlap, or too little rest. Blocks that are not firm do not block. */
export const Clash = Type.Object({ ...Block.properties, clash: oneOf(['overlap', 'rest']), blocks: flag() })
export type Clash = Static<typeof Clash>

export const LeaderName = Type.Object(
  shownFields({
    id: ref(),
    leader_number: line(30, 'TL00001'),
    name: line(100, '陳志明'),
    name_en: nullable(line(100)),
  }),
)

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_calendar: Stamps & {
      tour_leader_id: number
      kind: BlockKind
      subject_type: string
      subject_id: number
      during: string
      starts_at: string | null
      ends_at: string | null
      rest_days: number
      is_firm: boolean
      is_override: boolean
      override_reason: string | null
    }
  }
}

for (const name of ['leader_calendar_free', 'leader_calendar_between_trips', 'leader_calendar_beside_leave'])
  constraintRefusal(name, () => new Refusal('leader_conflict', { also: { conflicts: [] } }))

// Columns of answers about a row of the view `leader_blocks`, as `b` by default.

// A seminar has its own title; the briefing of a trip gets one from the trip.
export function titleOf(row: string, language: 0 | 1) {
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

/** What is shown of a row, to be selected. */
export function blockColumns(row: string) {
  const at = (name: string) => sql.ref(`${row}.${name}`)
  return sql`${at('kind')}, json_build_object('type', ${at('subject_type')}, 'id', ${at('subject_id')}) as subject,
    ${titleOf(row, 0)} as title, ${titleOf(row, 1)} as title_en, ${sql.join(columns.map(at))}`
}

/** A row as shown, to be aggregated as JSON: `cross join lateral ${blockOf()} block`. */
export function blockOf(row = 'b') {
  return sql`(select ${blockColumns(row)})`
}
