import type { ColumnType } from 'kysely'
import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  details,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  personal,
  ref,
} from '../../kit/fields.ts'

export const approvalStatuses = ['waiting', 'approved', 'declined', 'withdrawn'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Where what waits comes from: the type of its record, as in notices. */
export const sources = ['approval', 'refund_order', 'addon_request', 'leader_unavailability'] as const

/** Something that a colleague asks others to approve. `params` is what was asked; what is done with it is said in kinds.ts. */
export const Approval = Type.Object({
  kind: labelled(line(30, 'discount'), ['核准項目', 'What is asked']),
  booking_id: ref(),
  params: labelled(details(), ['申請內容', 'What exactly is asked']),
  birth_date: nullable(personal(day())),
  reason: line(500, '老客戶第三次參團'),
  currency: currency(),
  price_before: money(),
  price_after: money(),
  status: defaulted(oneOf(approvalStatuses)),
  asked_by: labelled(ref(), ['申請人', 'Asked by']),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
  note: nullable(line(500, '可再給一次，下不為例')),
})

export const Approving = Type.Object({ note: Type.Optional(line(500, '可再給一次，下不為例')) })
export const Declining = Type.Object({ note: line(500, '本團毛利已不足') })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    approvals: Table<typeof Approval> & {
      facts: ColumnType<Record<string, unknown>, Record<string, unknown>, never>
      person_key: string | null
    }
  }
}
