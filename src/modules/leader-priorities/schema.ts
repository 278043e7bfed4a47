import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { day, defaulted, labelled, nullable, oneOf, ref, refs, text, whole } from '../../kit/fields.ts'

export const proficiencies = ['learning', 'qualified', 'expert'] as const

const rank = {
  /** 1 is the highest. */
  priority: whole(1, 999),
  proficiency: defaulted(oneOf(proficiencies)),
}
const notes = nullable(text(2000))

/** A leader's priority for an area or a region. */
export const RegionalPriority = Type.Object({
  tour_leader_id: ref(),
  area_id: nullable(ref()),
  region_id: nullable(ref()),
  ...rank,
  notes,
})
/** A leader's priority for a country. It counts before those for areas and regions. */
export const CountryPriority = Type.Object({
  tour_leader_id: ref(),
  country_id: ref(),
  ...rank,
  visa_valid_until: labelled(nullable(day()), ['簽證效期', 'Visa valid until']),
  notes,
})

/** All priorities of a leader, the highest first. */
export const Order = Type.Object({ tour_leader_id: ref(), ids: labelled(refs(), ['編號', 'Numbers']) })
export type Order = Static<typeof Order>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_regional_priorities: Table<typeof RegionalPriority>
    leader_country_priorities: Table<typeof CountryPriority>
  }
}

constraint('leader_regional_priorities_place', 'area_id', [
  '請填寫線別或地區其中之一。',
  'Give either an area or a region.',
])
