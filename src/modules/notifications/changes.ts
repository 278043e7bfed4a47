import { Type } from 'typebox'
import { oneOf } from '../../kit/fields.ts'
import type { Reader } from '../users/reader.ts'

/** The types of records whose changes are streamed. */
const types = ['addon_request'] as const
type ChangeType = (typeof types)[number]

/** The query of the stream: whose changes are streamed besides the notifications. */
export const streamQuery = Type.Object(
  { types: Type.Optional(Type.Array(oneOf(types), { minItems: 1, maxItems: types.length, separator: ',' })) },
  { additionalProperties: false },
)

/** What the database announces. `customer` may know of the change, and knows the record by `customer_version`. */
export type Change = {
  type: ChangeType
  id: number
  version: number
  customer: number | null
  customer_version: number
}

/** A change as a reader is shown it; undefined if it may not know of it. */
export const changeFor = (reader: Reader, { type, id, version, customer, customer_version }: Change) => {
  if (reader.sees === 'all') return { type, id, version }
  const isOwn = reader.sees === 'customer' && reader.customer === customer
  return isOwn ? { type, id, version: customer_version } : undefined
}
