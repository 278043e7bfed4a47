import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import {
  anyText,
  day,
  defaulted,
  flag,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  shownFields,
  without,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import type { Locale } from '../../kit/words/words.ts'

export const types = ['annual_leave', 'sick', 'personal', 'training', 'external_trip', 'other'] as const
export type UnavailabilityType = (typeof types)[number]
const firmnesses = ['hard', 'tentative'] as const
export const statuses = ['requested', 'approved', 'rejected', 'cancelled'] as const
export type Status = (typeof statuses)[number]
const blockKinds = ['trip', 'briefing', 'unavailability'] as const
export type BlockKind = (typeof blockKinds)[number]

export const Unavailability = Type.Object({
  tour_leader_id: ref(),
  type: oneOf(types),
  starts_on: day(),
  ends_on: day(),
  firmness: labelled(defaulted(oneOf(firmnesses)), ['是否確定', 'Certainty']),
  reason: nullable(line(500, '家庭旅遊')),
  status: oneOf(statuses),
  requested_by: nullable(ref()),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
  decision_note: nullable(line(500)),
})

const { properties: asked } = without(Unavailability, [
  'status',
  'requested_by',
  'decided_by',
  'decided_at',
  'decision_note',
])
/** An override needs a reason, which is the reason of the days off. */
const Given = Type.Object({ ...asked, override: Type.Optional(flag()) })
/** A leader may leave out `tour_leader_id`; the default is the caller. */
export const NewUnavailability = Type.Object({ ...Given.properties, tour_leader_id: Type.Optional(ref()) })
export type NewUnavailability = Static<typeof NewUnavailability>
export const UnavailabilityChange = Type.Partial(Given)
export type UnavailabilityChange = Static<typeof UnavailabilityChange>
/** The body of a dry run. Existing days off do not conflict with themselves. */
export const Check = Type.Object({
  ...Type.Partial(Given).properties,
  starts_on: day(),
  ends_on: day(),
  unavailability_id: labelled(Type.Optional(ref()), ['請假', 'Days off']),
})
export type Check = Static<typeof Check>
export const Approval = Type.Object({ override: Type.Optional(flag()), reason: Type.Optional(line(500)) })
export const Reason = Type.Object({ reason: line(500, '該週人手不足') })
export const Cancellation = Type.Partial(Reason)

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
export const ShownUnavailability = RecordOf(Unavailability, {
  tour_leader: LeaderName,
  is_override: flag(),
  override_reason: orNull(anyText()),
  conflicts: Type.Array(Clash),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_unavailabilities: Table<typeof Unavailability>
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
    leader_feeds: {
      id: Generated<number>
      tour_leader_id: number | null
      area_id: number | null
      token_hash: Buffer
      locale: Locale
      created_by: number
      created_at: Generated<string>
    }
  }
}

constraint('leader_unavailabilities_span', 'ends_on', ['不可早於開始日。', 'Must not be before the first day.'])
constraint('leader_unavailabilities_length', 'ends_on', ['最長兩年。', 'Two years at the most.'])
for (const name of ['leader_calendar_free', 'leader_calendar_between_trips', 'leader_calendar_beside_leave'])
  constraintRefusal(name, () => new Refusal('leader_conflict', { also: { conflicts: [] } }))
