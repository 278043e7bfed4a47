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
const visible = <F extends TProperties>(fields: F) => Type.Object(shown(Type.Object(fields)).properties)
const words = () => Type.Unsafe<string | null>({ type: ['string', 'null'] })

const Who = Type.Object({ id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }), name: Type.String() })
const NextAction = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  required: ['who', 'what', 'due'],
  properties: {
    who: { type: 'string' },
    what: { type: ['string', 'null'] },
    due: { type: ['string', 'null'], format: 'date-time' },
  },
})

export const AddonRequest = Type.Object({
  ...visible({ id: ref(), request_number: line(20, 'AR0000001'), type_id: ref(), pricing_type: oneOf(pricingTypes) })
    .properties,
  type: Type.Object({ id: ref(), name: Type.String(), name_en: words(), type_code: Type.String() }),
  traveler_id: ref(),
  traveler: Type.Object({ id: ref(), name: Type.String() }),
  booking_id: ref(),
  planned_trip_id: ref(),
  trip: Type.Object({ id: ref(), serial: Type.String(), name: Type.String(), departure_date: Type.String() }),
  ...visible({
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
    cancel_reason: nullable(text(5000)),
    completed_at: nullable(moment()),
    is_overdue: flag(),
  }).properties,
  next_action: NextAction,
  ...visible({ unread_count: whole(), created_at: moment(), updated_at: moment(), version: whole(1) }).properties,
})

export const Communication = Type.Object({
  id: ref(),
  addon_request_id: ref(),
  user_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  user: Who,
  ...visible({ sender_type: oneOf(senderTypes) }).properties,
  sender_label: Type.String({ examples: ['票務'] }),
  ...visible({ message_type: oneOf(messageTypes) }).properties,
  message_type_label: Type.String({ examples: ['報價'] }),
  ...visible({ message: text(5000), quoted_price: nullable(money()) }).properties,
  formatted_quoted_price: words(),
  ...visible({ customer_response: nullable(oneOf(responses)) }).properties,
  customer_response_label: words(),
  ...visible({
    is_internal: flag(),
    requires_customer_response: flag(),
    customer_response_deadline: nullable(moment()),
  }).properties,
  attachments: Type.Array(Type.Object({ id: ref(), name: Type.String(), url: Type.String() })),
  ...visible({ is_overdue: flag(), can_customer_respond: flag(), is_read: flag() }).properties,
  formatted_date: Type.String({ examples: ['2027-01-28 19:30'] }),
  ...visible({ created_at: moment() }).properties,
})

/** An offer that awaits its answer, with what it is about. */
export const Pending = Type.Object({
  ...Communication.properties,
  request: Type.Object({
    id: ref(),
    request_number: Type.String(),
    type_name: Type.String(),
    traveler_name: Type.String(),
    trip_serial: Type.String(),
  }),
})

export const Offer = visible({
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
})

const Counts = Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } })
const Hours = Type.Unsafe<number | null>({ type: ['number', 'null'] })
export const Stats = Type.Object({
  total: Type.Integer(),
  by_sender_type: Counts,
  by_message_type: Counts,
  offers_by_response: Counts,
  overdue: Type.Integer(),
  median_hours_to_first_quote: Hours,
  median_hours_to_answer: Hours,
})

export const PricingOption = Type.Object({
  value: oneOf(pricingTypes),
  label: Type.String(),
  label_en: Type.String(),
  description: Type.String(),
})
