import { Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { formed, labelled, line, moment, nullable, oneOf, ref } from '../../../kit/fields.ts'
import { monthStatuses } from './flow.ts'

/** A month whose money was locked or unlocked. A month without a record is open. */
export const MoneyMonth = Type.Object({
  month: labelled(formed('^20[0-9]{2}-(0[1-9]|1[0-2])$', '2026-11'), ['月份', 'Month']),
  status: oneOf(monthStatuses),
  reason: line(500, '11 月已與銀行核對完畢'),
  decided_by: nullable(ref()),
  decided_at: moment(),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    money_months: Table<typeof MoneyMonth>
  }
}
