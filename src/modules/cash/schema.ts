import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { currency, defaulted, flag, labelled, line, moment, money, nullable, oneOf, ref } from '../../kit/fields.ts'
import { handoverStatuses } from './flow.ts'

/** What somebody found in the own drawer, beside what should be there. Counts are never changed. */
export const CashCount = Type.Object({
  user_id: ref(),
  currency: currency(),
  expected: labelled(money(), ['應有', 'Expected']),
  counted: labelled(money(), ['實點', 'Counted']),
  is_opening: labelled(flag(), ['首次點算', 'First count']),
  reason: labelled(nullable(line(500, '找零少找 100 元')), ['差額原因', 'Why it differs']),
})
/** Cash that passes to a colleague, or that was paid into an account of the agency. */
export const CashHandover = Type.Object({
  from_user_id: ref(),
  to_user_id: nullable(ref()),
  receiving_account_id: nullable(ref()),
  amount: money(),
  currency: currency(),
  reference: labelled(nullable(line(100, '存款單 0930-12')), ['存款單號', 'Number of the paying-in slip']),
  note: labelled(nullable(line(500, '11/28 門市收款')), ['備註', 'Note']),
  status: defaulted(oneOf(handoverStatuses)),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
  refuse_reason: labelled(nullable(line(500, '金額不符，少 1,000 元')), ['退回原因', 'Why it was refused']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    cash_counts: Table<typeof CashCount>
    cash_handovers: Table<typeof CashHandover>
  }
}
