import { Type } from 'typebox'
import {
  anyText,
  currency,
  day,
  details,
  flag,
  line,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  shown,
  shownFields,
  text,
  whole,
} from '../../kit/fields.ts'
import { departments } from '../users/schema.ts'
import { messageTypes, pricingTypes, priorities, responses, senderTypes, statuses } from './schema.ts'

// What answers look like; every key is always there.
const nextAction = orNull(
  Type.Object({
    who: anyText('customer'),
    what: orNull(anyText('customer-response')),
    due: orNull(Type.String({ format: 'date-time' })),
  }),
)

export const AddonRequest = Type.Object({
  ...shownFields({
    id: ref(),
    request_number: line(20, 'AR0000001'),
    type_id: ref(),
    pricing_type: oneOf(pricingTypes),
  }),
  type: Type.Object({ id: ref(), name: anyText(), name_en: orNull(anyText()), type_code: anyText() }),
  traveler_id: ref(),
  traveler: Type.Object({ id: ref(), name: anyText() }),
  booking_id: ref(),
  planned_trip_id: ref(),
  trip: Type.Object({ id: ref(), serial: anyText(), name: anyText(), departure_date: anyText('2027-01-28') }),
  ...shownFields({
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
  ...shownFields({ unread_count: whole(), created_at: moment(), updated_at: moment(), version: whole(1) }),
})

export const Communication = Type.Object({
  id: ref(),
  addon_request_id: ref(),
  user_id: orNull(Type.Integer()),
  user: Type.Object({ id: orNull(Type.Integer()), name: anyText() }),
  ...shownFields({ sender_type: oneOf(senderTypes) }),
  sender_label: anyText('票務'),
  ...shownFields({ message_type: oneOf(messageTypes) }),
  message_type_label: anyText('報價'),
  ...shownFields({ message: text(5000), quoted_price: nullable(money()) }),
  formatted_quoted_price: orNull(anyText('TWD 12,000')),
  ...shownFields({ customer_response: nullable(oneOf(responses)) }),
  customer_response_label: orNull(anyText('等待回覆')),
  ...shownFields({
    is_internal: flag(),
    requires_customer_response: flag(),
    customer_response_deadline: nullable(moment()),
  }),
  attachments: Type.Array(Type.Object({ id: ref(), name: anyText(), url: anyText() })),
  ...shownFields({ is_overdue: flag(), can_customer_respond: flag(), is_read: flag() }),
  formatted_date: anyText('2027-01-28 19:30'),
  ...shownFields({ created_at: moment() }),
})

/** An open offer with its subject. */
export const Pending = Type.Object({
  ...Communication.properties,
  request: Type.Object({
    id: ref(),
    request_number: anyText(),
    type_name: anyText(),
    traveler_name: anyText(),
    trip_serial: anyText(),
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
  median_hours_to_first_quote: orNull(Type.Number()),
  median_hours_to_answer: orNull(Type.Number()),
})

export const PricingOption = Type.Object({
  value: oneOf(pricingTypes),
  label: anyText('固定價格'),
  label_en: anyText('Fixed Price'),
  description: anyText('依類型設定的基本費用計價。'),
})

/** What a link shows: the offer and its subject. */
export const Offer = shown(
  Type.Object({
    request_number: line(20, 'AR0000001'),
    type_name: line(100),
    type_name_en: nullable(line(100)),
    traveler_name: line(100),
    trip_serial: line(40),
    trip_name: line(200),
    departure_date: day(),
    quantity: whole(1),
    message: text(5000),
    quoted_price: money(),
    currency: currency(),
    customer_response: oneOf(responses),
    customer_response_deadline: nullable(moment()),
  }),
)

/** The answer to an answer by link: only itself, nothing of the offer. */
export const Receipt = Type.Object({ customer_response: oneOf(responses) })
