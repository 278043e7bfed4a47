import { Type } from 'typebox'
import { anyText, currency, day, flag, money, nullable, orNull, ref, shown, shownFields } from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { steps } from './flow.ts'
import { Booking, fareKinds, lineKinds, Payment } from './schema.ts'

const whole = Type.Integer({ examples: [2] })
/** May be negative, as a discount is. */
const sum = () => Type.Number({ examples: [39900] })
const maybe = orNull(Type.Integer({ examples: [3] }))

const { contact_name: name, contact_phone: phone, contact_email: email, contact_line_id: line_id } = Booking.properties
const { queued_at: _queued, total: _total, paid, ...rest } = Booking.properties
const { contact_name, contact_phone, contact_email, contact_line_id, ...others } = rest
const { cancelled_at, cancelled_by, cancel_reason, cancellation_fee, refund, ...fields } = others

export const OfTrip = Type.Object({
  id: ref(),
  serial: Type.String({ examples: ['CNX270128A'] }),
  name: Type.String(),
  departure_date: Type.String({ examples: ['2027-01-28'] }),
  return_date: Type.String({ examples: ['2027-02-01'] }),
  status: Type.String({ examples: ['open'] }),
})
export const ShownContact = Type.Object(shownFields({ name, phone, email, line_id }))
const CancelledAs = Type.Object(
  shownFields({ at: cancelled_at, by: cancelled_by, reason: cancel_reason, fee: cancellation_fee, refund }),
)

export const ListedBooking = RecordOf(Type.Object(fields), {
  contact: ShownContact,
  trip: OfTrip,
  party_size: whole,
  total: sum(),
  ...shownFields({ paid }),
  balance: sum(),
  ...shownFields({ payment_due_on: nullable(day()), is_overdue: flag() }),
  waitlist_position: maybe,
  cancellation: orNull(CancelledAs),
})

const fare = {
  description: Type.String({ examples: ['成人'] }),
  quantity: whole,
  unit_price: sum(),
  amount: sum(),
}
export const ShownLine = Type.Object({
  id: ref(),
  kind: Type.Enum([...lineKinds]),
  ...fare,
  ...shownFields({ currency: currency() }),
  source: Type.String({ examples: ['season'] }),
  addon_request_id: maybe,
})
export const ShownPayment = RecordOf(Payment)
const { kind, amount, method, received_at, reference, voided_at } = shown(Payment).properties

export const ShownBooking = RecordOf(Type.Object(fields), {
  ...ListedBooking.properties,
  price_lines: Type.Array(ShownLine),
  payments: Type.Array(Type.Object({ id: ref(), kind, amount, method, received_at, reference, voided_at })),
  travelers: Type.Array(
    Type.Object({
      id: ref(),
      name: Type.String(),
      surname_en: orNull(anyText()),
      given_name_en: orNull(anyText()),
      passenger_type: orNull(anyText()),
      status: Type.String({ examples: ['active'] }),
    }),
  ),
  other_currencies: Type.Array(Type.Object({ ...shownFields({ currency: currency() }), total: sum() })),
  possible: Type.Array(Type.Enum(Object.keys(steps))),
})

/** The cost of a cancellation: the fee, the refund, and what is still owed. */
export const CancellationCost = Type.Object({
  days_left: Type.Integer({ examples: [25] }),
  fee_percent: Type.Number({ examples: [20] }),
  ...shownFields({ fee: money(), refund: money(), owed: money() }),
})
export const OfCancellation = Type.Object({ dry_run: flag(), cancellation: CancellationCost })

/** The preview of a transfer: whether there are seats, and what changes in the price. */
export const OfTransfer = Type.Object({
  dry_run: flag(),
  transfer: Type.Object({
    ...shownFields({ is_possible: flag() }),
    seats: whole,
    remaining: whole,
    ...shownFields({ currency: currency(), price_before: money(), price_after: money() }),
    difference: sum(),
    price_lines: Type.Array(
      Type.Object({
        kind: Type.Enum([...fareKinds]),
        quantity: fare.quantity,
        unit_price: fare.unit_price,
        amount: fare.amount,
        source: Type.String(),
      }),
    ),
  }),
})
export const Entered = Type.Object({
  warnings: Type.Array(Type.Object({ id: ref(), name: Type.String(), checks: Type.Array(Type.String()) })),
})
