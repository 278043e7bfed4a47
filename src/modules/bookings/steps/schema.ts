import { type Static, Type } from 'typebox'
import { flag, line, money, oneOf, ref, text } from '../../../kit/fields.ts'
import { cancelCauses } from '../schema.ts'

const dry_run = Type.Optional(flag())

/**
 * Without a `cause` it is the customer who cancels. Its `fee` may then be lower than by the terms of the trip; a higher loss is given as
 * `proven_costs` with their `paper`, which official fees above what was paid need too.
 */
export const Cancellation = Type.Object({
  reason: text(2000, '家人身體不適'),
  cause: Type.Optional(oneOf(cancelCauses)),
  fee: Type.Optional(money()),
  official_fees: Type.Optional(money()),
  proven_costs: Type.Optional(money()),
  paper: Type.Optional(line(200, '航空公司退票收據 2027-01-05')),
  dry_run,
})
export type Cancellation = Static<typeof Cancellation>
export const Transfer = Type.Object({ planned_trip_id: ref(), dry_run })
export type Transfer = Static<typeof Transfer>
