import { Type } from 'typebox'
import { oneOf } from '../../kit/fields.ts'
import type { Reader } from '../users/reader.ts'

/** The types of records whose changes are streamed. */
const types = ['addon_request', 'booking', 'planned_trip', 'session_attendance'] as const
type ChangeType = (typeof types)[number]

/** The query of the stream: whose changes are streamed besides the notifications. */
export const streamQuery = Type.Object(
  { types: Type.Optional(Type.Array(oneOf(types), { minItems: 1, maxItems: types.length, separator: ',' })) },
  { additionalProperties: false },
)

/**
 * What the database announces. A `customer` may know of the change, and knows the record by `customer_version`; so may the
 * `leaders` of a trip, or of an attendance.
 */
export type Change = {
  type: ChangeType
  id: number
  version: number
  customer?: number | null
  customer_version?: number
  leaders?: (number | null)[]
}

/** A change as a reader is shown it; undefined if it may not know of it. */
export const changeFor = (reader: Reader, change: Change) => {
  const { type, id, version } = change
  switch (reader.sees) {
    case 'all':
      return { type, id, version }
    case 'money':
      return type === 'booking' || type === 'planned_trip' ? { type, id, version } : undefined
    case 'customer':
      return reader.customer === change.customer ? { type, id, version: change.customer_version } : undefined
    case 'leader':
      return change.leaders?.includes(reader.leader) ? { type, id, version } : undefined
    case 'booking':
    case 'offer':
    case 'nothing':
      return undefined
  }
}
