import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Columns, Table } from '../../kit/db/tables.ts'
import {
  code,
  currency,
  day,
  defaulted,
  details,
  flag,
  formed,
  line,
  list,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  refs,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import type { Params } from '../languages/languages.ts'
import { type Department, departments } from '../roles.ts'

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
/** Those who speak in a conversation; besides them the system does. */
const parties = ['sales', 'department', 'customer'] as const
export const senderTypes = [...parties, 'system'] as const
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

export const isDepartment = (value: unknown): value is Department => departments.some((each) => each === value)

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

const detailKinds = ['text', 'number', 'date', 'flag'] as const

/** A key of `details` that requests of a type have, with its name for people. */
const DetailsField = Type.Object({
  key: formed('^[a-z][a-z0-9_]{0,39}$', 'seat'),
  label: line(100, '座位'),
  label_en: orNull(line(100, 'Seat')),
  kind: oneOf(detailKinds),
  is_required: flag(),
})
export const DetailsSchema = list(DetailsField, 50)
export type DetailsField = Static<typeof DetailsField>

/** `base_cost` is the price of one; every price of a request is for its whole quantity. */
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
  is_refundable: defaulted(flag()),
  is_sold_on_the_road: defaulted(flag()),
  details_schema: defaulted(DetailsSchema),
})
export type NewType = Static<typeof RequestType>
/** What a line of a file can say. */
export const ImportedType = without(RequestType, ['details_schema'])
export type ImportedType = Static<typeof ImportedType>

/** A request as stored and shown. */
export const AddonRequest = Type.Object({
  request_number: defaulted(line(20, 'AR0000001')),
  type_id: ref(),
  traveler_id: ref(),
  booking_id: ref(),
  planned_trip_id: ref(),
  quantity: defaulted(whole(1, 999)),
  details: defaulted(details()),
  needed_by: nullable(day()),
  priority: defaulted(oneOf(priorities)),
  status: oneOf(statuses),
  department: oneOf(departments),
  assignee_id: nullable(ref()),
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

// The rest follows from the type, the traveler and the turns.
const asked = without(AddonRequest, [
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
export const NewRequest = Type.Object({
  ...without(asked, ['assignee_id', 'sales_user_id']).properties,
  message: Type.Optional(text(5000, '想要靠窗的座位')),
})
export type NewRequest = Static<typeof NewRequest>
export const RequestChange = Type.Partial(without(asked, ['type_id', 'traveler_id']), { minProperties: 1 })
export type RequestChange = Static<typeof RequestChange>

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
  on_behalf_of: nullable(oneOf(parties)),
})

// The author is the caller. Only turns can ask for an answer.
const written = without(Communication, [
  'addon_request_id',
  'user_id',
  'sender_type',
  'customer_response',
  'requires_customer_response',
  'customer_response_deadline',
  'on_behalf_of',
])
export const NewMessage = Type.Object({
  ...written.properties,
  message_type: defaulted(oneOf(messageTypes)),
  is_internal: defaulted(flag()),
  attachment_ids: defaulted(refs(10)),
})
export type NewMessage = Static<typeof NewMessage>

type Moment = ColumnType<string | null, unknown, unknown>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    addon_categories: Table<typeof Category>
    addon_request_types: Omit<Table<typeof RequestType>, 'pricing_type'> & { pricing_type: PricingType }
    addon_requests: Table<typeof AddonRequest> & {
      status_since: ColumnType<string, unknown, unknown>
      /** Null if the contact of the booking asked by its link. */
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
      /** What a person wrote; null if the system worded the entry. */
      message: string | null
      answered_at: Moment
      /** What happened, of an entry that the system worded, and with what. */
      event: string | null
      params: ColumnType<Params | null, string | null | undefined, never>
      created_at: Generated<string>
    }
    addon_communication_reads: { communication_id: number; user_id: number; read_at: Generated<string> }
    addon_reminders: { communication_id: number; kind: 'soon' | 'passed'; created_at: Generated<string> }
  }
}
