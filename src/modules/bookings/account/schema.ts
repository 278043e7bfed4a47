import type { Generated } from 'kysely'
import { Type } from 'typebox'
import type { Columns } from '../../../kit/db/tables.ts'
import { defaulted, moment, money, nullable, oneOf, ref, shown, shownFields } from '../../../kit/fields.ts'

const causes = ['cancellation', 'price', 'overpayment', 'agreed'] as const

/** What is owed back to whoever booked, and the event that made it so. The database keeps these rows. */
export const Obligation = Type.Object({
  booking_id: ref(),
  amount: money(),
  open_amount: money(),
  cause: oneOf(causes),
  created_by: nullable(ref()),
  created_at: defaulted(moment()),
})
/** What ended an obligation or a part of it: a refund, or no payment where it is no longer owed. */
export const Settlement = Type.Object({
  obligation_id: ref(),
  payment_id: nullable(ref()),
  amount: money(),
  created_at: defaulted(moment()),
})

export const ShownObligation = Type.Object({
  ...shownFields({ id: ref() }),
  ...shown(Obligation).properties,
  settlements: Type.Array(shown(Settlement)),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    booking_obligations: Columns<typeof Obligation> & { id: Generated<number>; told_at: string | null }
    obligation_settlements: Columns<typeof Settlement> & { id: Generated<number> }
  }
}
