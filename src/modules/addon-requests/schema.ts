import type { ColumnType, Generated } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  code,
  currency,
  day,
  defaulted,
  details,
  flag,
  line,
  money,
  nullable,
  oneOf,
  ref,
  refs,
  text,
  whole,
} from '../../kit/fields.ts'
import { departments } from '../users/schema.ts'

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
export const senderTypes = ['sales', 'department', 'customer', 'system'] as const
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

export const Category = Type.Object({
  name: line(100, '機票'),
  name_en: nullable(line(100, 'Flight tickets')),
  department: oneOf(departments),
  notes: nullable(text(2000)),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
})

export const RequestType = Type.Object({
  category_id: ref(),
  name: line(100, '座位升等'),
  name_en: nullable(line(100, 'Seat upgrade')),
  type_code: code(50, 'SEAT_UPGRADE'),
  pricing_type: oneOf(pricingTypes),
  base_cost: nullable(money()),
  cost_currency: defaulted(currency()),
  requires_approval: defaulted(flag()),
  processing_time_hours: defaulted(whole(0, 8760)),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
  description: nullable(text(2000)),
  description_en: nullable(text(2000)),
  customer_visible: defaulted(flag()),
})
export type NewType = Static<typeof RequestType>

export const NewRequest = Type.Object({
  type_id: ref(),
  traveler_id: ref(),
  quantity: defaulted(whole(1, 999)),
  details: defaulted(details()),
  needed_by: nullable(day()),
  priority: defaulted(oneOf(priorities)),
  message: Type.Optional(text(5000, '想要靠窗的座位')),
})
export type NewRequest = Static<typeof NewRequest>

export const RequestChange = Type.Object(
  {
    quantity: defaulted(whole(1, 999)),
    details: defaulted(details()),
    needed_by: nullable(day()),
    priority: defaulted(oneOf(priorities)),
    assignee_id: nullable(ref()),
    sales_user_id: nullable(ref()),
  },
  { minProperties: 1 },
)
export type RequestChange = Static<typeof RequestChange>

export const NewMessage = Type.Object({
  message: text(5000, '請問可以改成走道嗎？'),
  message_type: defaulted(oneOf(messageTypes)),
  is_internal: defaulted(flag()),
  quoted_price: nullable(money()),
  attachment_ids: defaulted(refs(10)),
})
export type NewMessage = Static<typeof NewMessage>

type Row<F extends TSchema> = Table<F>
type Moment = ColumnType<string | null, unknown, unknown>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    addon_categories: Row<typeof Category>
    addon_request_types: Omit<Row<typeof RequestType>, 'pricing_type'> & { pricing_type: PricingType }
    addon_requests: Omit<Row<typeof NewRequest>, 'message'> &
      Row<typeof RequestChange> & {
        request_number: Generated<string>
        booking_id: number
        planned_trip_id: number
        status: Status
        status_since: ColumnType<string, unknown, unknown>
        department: (typeof departments)[number]
        created_by: number
        estimated_cost: number | null
        quoted_price: Generated<number | null>
        quoted_until: Moment
        final_cost: Generated<number | null>
        currency: string
        offer_id: Generated<number | null>
        customer_response: Generated<Response | null>
        response_deadline: Moment
        cancel_reason: Generated<string | null>
        completed_at: Moment
        public_status: Status
        public_version: Generated<number>
        public_updated_at: ColumnType<string, unknown, unknown>
        public_cancel_reason: Generated<string | null>
      }
    addon_communications: {
      id: Generated<number>
      addon_request_id: number
      user_id: number | null
      sender_type: SenderType
      message_type: MessageType
      message: string
      quoted_price: Generated<number | null>
      customer_response: Generated<Response | null>
      is_internal: boolean
      requires_customer_response: Generated<boolean>
      customer_response_deadline: Moment
      answered_at: Moment
      created_at: Generated<string>
    }
    addon_communication_reads: { communication_id: number; user_id: number; read_at: Generated<string> }
    addon_offer_links: {
      token_hash: Buffer
      communication_id: number
      expires_at: Moment
      created_at: Generated<string>
    }
    addon_reminders: { communication_id: number; kind: 'soon' | 'passed'; created_at: Generated<string> }
  }
}
