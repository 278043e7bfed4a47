import { type TProperties, Type } from 'typebox'
import {
  currency,
  day,
  details,
  flag,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  shown,
  text,
  whole,
} from '../../kit/fields.ts'
import { departments } from '../users/schema.ts'
import { messageTypes, pricingTypes, priorities, responses, senderTypes, statuses } from './schema.ts'

// What answers look like; every key is always there.
const fields = <F extends TProperties>(of: F) => shown(Type.Object(of)).properties
const words = (example?: string) => Type.String(example === undefined ? {} : { examples: [example] })
const orNull = <T>(type: string, more: object = {}) => Type.Unsafe<T | null>({ type: [type, 'null'], ...more })

const nextAction = orNull<object>('object', {
  required: ['who', 'what', 'due'],
  properties: {
    who: { type: 'string', examples: ['customer'] },
    what: { type: ['string', 'null'], examples: ['customer-response'] },
    due: { type: ['string', 'null'], format: 'date-time' },
  },
})

export const AddonRequest = Type.Object({
  ...fields({ id: ref(), request_number: line(20, 'AR0000001'), type_id: ref(), pricing_type: oneOf(pricingTypes) }),
  type: Type.Object({ id: ref(), name: words(), name_en: orNull<string>('string'), type_code: words() }),
  traveler_id: ref(),
  traveler: Type.Object({ id: ref(), name: words() }),
  booking_id: ref(),
  planned_trip_id: ref(),
  trip: Type.Object({ id: ref(), serial: words(), name: words(), departure_date: words('2027-01-28') }),
  ...fields({
    quantity: whole(1),
    details: details(),
    needed_by: nullable(day()),
    priority: oneOf(priorities),
    status: oneOf(statuses),
    department: oneOf(departments),
    assignee_id: nullable(ref()),
    sales_user_id: nullable(ref()),
    estimated_cost: nullable(money()),
    quoted_price: nullable(money()),
    final_cost: nullable(money()),
    currency: currency(),
    offer_id: nullable(ref()),
    customer_response: nullable(oneOf(responses)),
    response_deadline: nullable(moment()),
    cancel_reason: nullable(text(2000)),
    completed_at: nullable(moment()),
    is_overdue: flag(),
  }),
  next_action: nextAction,
  ...fields({ unread_count: whole(), created_at: moment(), updated_at: moment(), version: whole(1) }),
})

export const Communication = Type.Object({
  id: ref(),
  addon_request_id: ref(),
  user_id: orNull<number>('integer'),
  user: Type.Object({ id: orNull<number>('integer'), name: words() }),
  ...fields({ sender_type: oneOf(senderTypes) }),
  sender_label: words('票務'),
  ...fields({ message_type: oneOf(messageTypes) }),
  message_type_label: words('報價'),
  ...fields({ message: text(5000), quoted_price: nullable(money()) }),
  formatted_quoted_price: orNull<string>('string', { examples: ['TWD 12,000'] }),
  ...fields({ customer_response: nullable(oneOf(responses)) }),
  customer_response_label: orNull<string>('string', { examples: ['等待回覆'] }),
  ...fields({
    is_internal: flag(),
    requires_customer_response: flag(),
    customer_response_deadline: nullable(moment()),
  }),
  attachments: Type.Array(Type.Object({ id: ref(), name: words(), url: words() })),
  ...fields({ is_overdue: flag(), can_customer_respond: flag(), is_read: flag() }),
  formatted_date: words('2027-01-28 19:30'),
  ...fields({ created_at: moment() }),
})

/** An offer that awaits its answer, with what it is about. */
export const Pending = Type.Object({
  ...Communication.properties,
  request: Type.Object({
    id: ref(),
    request_number: words(),
    type_name: words(),
    traveler_name: words(),
    trip_serial: words(),
  }),
})

const counts = Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } })
export const Stats = Type.Object({
  total: Type.Integer(),
  by_sender_type: counts,
  by_message_type: counts,
  offers_by_response: counts,
  offers_lapsed: Type.Integer(),
  overdue: Type.Integer(),
  median_hours_to_first_quote: orNull<number>('number'),
  median_hours_to_answer: orNull<number>('number'),
})

export const PricingOption = Type.Object({
  value: oneOf(pricingTypes),
  label: words('固定價格'),
  label_en: words('Fixed Price'),
  description: words('依類型設定的基本費用計價。'),
})
