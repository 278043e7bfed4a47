import { Type } from 'typebox'
import {
  anyText,
  currency,
  day,
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
  without,
} from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { Attachment } from '../attachments/schema.ts'
import { OfTrip } from '../shown-names.ts'
import { turns } from './flow.ts'
import { AddonRequest, Communication, DetailsSchema, pricingTypes, responses } from './schema.ts'

// The schemas of answers. All keys are always present.
const nextAction = orNull(
  Type.Object({
    who: anyText('customer'),
    what: orNull(anyText('customer-response')),
    due: orNull(Type.String({ format: 'date-time' })),
  }),
)

const colleague = orNull(Type.Object({ id: ref(), name: anyText(), name_en: orNull(anyText()) }))

const derived = {
  pricing_type: oneOf(pricingTypes),
  // What the department asks, what the customer was last offered, and what remains of the customer's price; null for a customer.
  cost: orNull(Type.Number({ examples: [12000] })),
  offered_price: orNull(Type.Number({ examples: [13000] })),
  margin: orNull(Type.Number({ examples: [1000] })),
  accepted_price: orNull(Type.Number({ examples: [13000] })),
  type: Type.Object({ id: ref(), name: anyText(), name_en: orNull(anyText()), type_code: anyText() }),
  traveler: Type.Object({ id: ref(), name: anyText() }),
  sales_user: colleague,
  assignee: colleague,
  trip: OfTrip,
  is_overdue: flag(),
  due: orNull(Type.String({ format: 'date-time' })),
  next_action: nextAction,
  possible: Type.Array(
    Type.Object({
      turn: oneOf(namesOf(turns)),
      method: oneOf(['POST', 'PATCH']),
      path: anyText('/api/addon-requests/7/communications/department-quote'),
    }),
  ),
  unread_count: whole(),
}

/** `details_schema` names the keys of `details` for people. */
export const ShownRequest = RecordOf(AddonRequest, { ...derived, details_schema: DetailsSchema })
/** A list leaves out the free details, which may be 16 KB each. */
export const ListedRequest = RecordOf(without(AddonRequest, ['details']), derived)

export const ShownCommunication = Type.Object({
  id: ref(),
  ...shown(Communication).properties,
  user: Type.Object({ id: orNull(Type.Integer()), name: anyText() }),
  sender_label: anyText('票務'),
  message_type_label: anyText('報價'),
  formatted_quoted_price: orNull(anyText('TWD 12,000')),
  customer_response_label: orNull(anyText('等待回覆')),
  attachments: Type.Array(Type.Object({ id: ref(), name: anyText(), url: anyText() })),
  ...shownFields({ is_overdue: flag(), can_customer_respond: flag(), is_read: flag() }),
  formatted_date: anyText('2027-01-28 19:30'),
  ...shownFields({ answered_at: nullable(moment()), created_at: moment() }),
})

/** An open offer with its subject. */
export const Pending = Type.Object({
  ...ShownCommunication.properties,
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
    trip_name_en: nullable(line(200)),
    departure_date: day(),
    quantity: whole(1),
    message: text(5000),
    quoted_price: money(),
    currency: currency(),
    customer_response: oneOf(responses),
    customer_response_deadline: nullable(moment()),
    valid_until: moment(),
    attachments: Type.Array(Attachment),
  }),
)

/** The answer to an answer by link: only itself, nothing of the offer. */
export const Receipt = Type.Object({ customer_response: oneOf(responses) })
