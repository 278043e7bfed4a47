import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { anyText, moment, nullable, oneOf, orNull, ref, shown, text } from '../../../kit/fields.ts'
import { callOffCauses, type TripStatus, tripStatuses } from '../../trip-statuses.ts'
import { CallOffCosts } from '../schema.ts'

const status = oneOf(tripStatuses)

/** A step, and why it is taken: needed to cancel, to go back, and to go on in spite of what stops it. */
export const Entering = Type.Object({
  status,
  reason: Type.Optional(text(2000, '未達最低成團人數')),
  /** These belong to a cancellation; without a cause everything is paid back. */
  cause: Type.Optional(oneOf(callOffCauses)),
  costs: Type.Optional(CallOffCosts),
})
export type Entering = Static<typeof Entering>

const told = Type.Object({
  id: ref(),
  from_status: status,
  to_status: status,
  reason: nullable(text(2000)),
  changed_by: nullable(ref()),
  created_at: moment(),
})
/** A step that a trip took, its reason, and what it was taken in spite of. */
export const StatusChange = Type.Object({
  ...shown(told).properties,
  in_spite_of: Type.Array(Type.String({ examples: ['day'] })),
  changed_by_name: orNull(anyText()),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    trip_status_changes: {
      id: Generated<number>
      planned_trip_id: number
      from_status: TripStatus
      to_status: TripStatus
      reason: string | null
      in_spite_of: string[]
      changed_by: number | null
      created_at: Generated<string>
    }
  }
}
