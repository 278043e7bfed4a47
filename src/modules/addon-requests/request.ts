import type { ColumnType, Generated } from 'kysely'
import { Type } from 'typebox'
import type { Columns, Table } from '../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  details,
  flag,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import type { Params } from '../languages/languages.ts'
import { departments } from '../roles.ts'

export const pricingTypes = ['free', 'fixed_price', 'quotation_required'] as const
export const statuses = [
  'pending_approval',
  'open',
  'inquiring',
  'quoted',
  'offered',
  'negotiating',
  'accepted',
  'rejected',
  'confirmed',
  'completed',
  'cancelled',
] as const
export const ends = ['completed', 'cancelled'] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
/** The parties that write entries. The system writes entries as well. */
const speakers = ['sales', 'department', 'customer'] as const
export const senderTypes = [...speakers, 'system'] as const
export const messageTypes = [
  'inquiry',
  'quote',
  'confirmation',
  'rejection',
  'modification',
  'approval',
  'completion',
  'cancellation',
  'note',
] as const
export const answers = ['accepted', 'rejected', 'negotiating'] as const
export const responses = ['pending', ...answers] as const

export type PricingType = (typeof pricingTypes)[number]
export type Status = (typeof statuses)[number]
export type SenderType = (typeof senderTypes)[number]
export type MessageType = (typeof messageTypes)[number]
export type Answer = (typeof answers)[number]
export type Response = (typeof responses)[number]

/** A request as stored and shown. */
export const AddonRequest = Type.Object({
  request_number: defaulted(line(20, 'AR0000001')),
  type_id: labelled(ref(), ['加購類型', 'Type of the add-on']),
  traveler_id: ref(),
  booking_id: ref(),
  planned_trip_id: ref(),
  quantity: defaulted(whole(1, 999)),
  details: defaulted(details()),
  needed_by: nullable(day()),
  priority: defaulted(oneOf(priorities)),
  status: oneOf(statuses),
  department: oneOf(departments),
  assignee_id: labelled(nullable(ref()), ['承辦人', 'Assignee']),
  sales_user_id: nullable(ref()),
  created_pricing_type: defaulted(oneOf(pricingTypes)),
  estimated_cost: nullable(money()),
  quoted_price: nullable(money()),
  final_cost: nullable(money()),
  currency: currency(),
  offer_id: nullable(ref()),
  customer_response: nullable(oneOf(responses)),
  response_deadline: nullable(moment()),
  cancel_reason: nullable(text(2000)),
  completed_at: nullable(moment()),
})

/** The fields of a body. All others are derived from the type, the traveler and the turns. */
export const GivenFields = without(AddonRequest, [
  'request_number',
  'booking_id',
  'planned_trip_id',
  'status',
  'department',
  'created_pricing_type',
  'estimated_cost',
  'quoted_price',
  'final_cost',
  'currency',
  'offer_id',
  'customer_response',
  'response_deadline',
  'cancel_reason',
  'completed_at',
])

/** An entry of a conversation as stored and shown. */
export const Communication = Type.Object({
  addon_request_id: ref(),
  user_id: nullable(ref()),
  sender_type: oneOf(senderTypes),
  message_type: oneOf(messageTypes),
  message: text(5000, '請問可以改成走道嗎？'),
  quoted_price: nullable(money()),
  customer_response: nullable(oneOf(responses)),
  is_internal: flag(),
  requires_customer_response: defaulted(flag()),
  customer_response_deadline: nullable(moment()),
  on_behalf_of: nullable(oneOf(speakers)),
  channel: labelled(nullable(oneOf(['line'])), ['管道', 'Channel']),
})

type Moment = ColumnType<string | null, unknown, unknown>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    addon_requests: Table<typeof AddonRequest> & {
      status_since: ColumnType<string, unknown, unknown>
      /** Null if the contact of the booking created the request with its link. */
      created_by: number | null
      quoted_until: Moment
      due: Moment
      public_status: Status
      public_version: Generated<number>
      public_updated_at: ColumnType<string, unknown, unknown>
      public_cancel_reason: Generated<string | null>
    }
    addon_communications: Omit<Columns<typeof Communication>, 'message'> & {
      id: Generated<number>
      /** The text of a person. Null in an entry of the system. */
      message: string | null
      answered_at: Moment
      /** The event of a system entry and its parameters. */
      event: string | null
      params: ColumnType<Params | null, string | null | undefined, never>
      created_at: Generated<string>
    }
    addon_communication_reads: { communication_id: number; user_id: number; read_at: Generated<string> }
  }
}
