import { Type } from 'typebox'
import {
  anyText,
  currency,
  day,
  flag,
  moment,
  money,
  nullable,
  orNull,
  ref,
  shown,
  shownFields,
  without,
} from '../../kit/fields.ts'
import { shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { StandingTrip } from '../shown-names.ts'
import { steps } from './flow.ts'
import { Booking, fareKinds, Payment, PriceLine } from './schema.ts'

const whole = Type.Integer({ examples: [2] })
/** May be negative, as a discount is. */
const sum = () => Type.Number({ examples: [39900] })
const maybe = orNull(Type.Integer({ examples: [3] }))

const { contact_name: name, contact_phone: phone, contact_email: email, contact_line_id: line_id } = Booking.properties
const { cancelled_at, cancelled_by, cancel_reason, cancellation_fee, refund, cancel_cause } = Booking.properties
const { official_fees, proven_costs, penalty, cancel_paper } = Booking.properties
/** The fields of a booking that are shown as they are stored. Its contact and its cancellation are shown as objects. */
export const PlainBooking = without(Booking, [
  'contact_name',
  'contact_phone',
  'contact_email',
  'contact_line_id',
  'queued_at',
  'cancelled_at',
  'cancelled_by',
  'cancel_reason',
  'cancellation_fee',
  'refund',
  'cancel_cause',
  'official_fees',
  'proven_costs',
  'penalty',
  'cancel_paper',
])

const ShownContact = Type.Object(shownFields({ name, phone, email, line_id }))
const CancelledAs = Type.Object(
  shownFields({
    at: cancelled_at,
    by: cancelled_by,
    cause: cancel_cause,
    reason: cancel_reason,
    fee: cancellation_fee,
    official_fees,
    proven_costs,
    paper: cancel_paper,
    penalty,
    refund,
  }),
)

export const namedInBookings = { customer_user: 'users', sales_user: 'users', branch: 'branches' }

export const ListedBooking = RecordOf(PlainBooking, {
  contact: ShownContact,
  trip: StandingTrip,
  ...shownNames(namedInBookings),
  party_size: whole,
  balance: sum(),
  ...shownFields({ refund_due: money() }),
  ...shownFields({ payment_due_on: nullable(day()), is_overdue: flag() }),
  missing_prices: Type.Array(Type.Enum(['infant'])),
  waitlist_position: maybe,
  cancellation: orNull(CancelledAs),
  possible: Type.Array(Type.Enum(Object.keys(steps))),
})

export const StoredLine = Type.Object({ id: ref(), ...shown(without(PriceLine, ['booking_id'])).properties })
const traveler_name = orNull(anyText('王小美'))
/** A line with its amount in the currency of the booking, which is what the total adds up. */
export const ShownLine = Type.Object({ ...StoredLine.properties, traveler_name, booked_amount: orNull(sum()) })
export const ShownPayment = RecordOf(Payment)
const { kind, amount, method, received_at, reference, voided_at } = shown(Payment).properties

export const ShownBooking = RecordOf(PlainBooking, {
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
      open_change_request_id: maybe,
    }),
  ),
  other_currencies: Type.Array(Type.Object({ ...shownFields({ currency: currency() }), total: sum() })),
})

/** A link for the contact; `url` is null as long as the service does not know its own address (PUBLIC_URL). */
export const HandedLink = Type.Object({
  token: Type.String(),
  path: Type.String({ examples: ['/l/booking/m3Jc…'] }),
  url: orNull(Type.String({ examples: ['https://tours.example/l/booking/m3Jc…'] })),
  ...shownFields({ expires_at: moment() }),
})

/** What a cancellation costs: the fee that is kept and what it holds, the penalty of the agency, the refund, and what is still owed. */
export const cancellationFields = shownFields({
  fee: money(),
  official_fees: money(),
  proven_costs: money(),
  penalty: money(),
  refund: money(),
  owed: money(),
})
/** The fees of travelers who were cancelled earlier: they stay, and are part of `fee`. */
export const settledFees = Type.Array(
  Type.Object({ traveler_id: maybe, name: orNull(anyText('王小美')), amount: sum() }),
)
const CancellationCost = Type.Object({
  days_left: Type.Integer({ examples: [25] }),
  fee_percent: Type.Number({ examples: [20] }),
  ...cancellationFields,
  settled: settledFees,
})
export const OfCancellation = Type.Object({ dry_run: flag(), cancellation: CancellationCost })

const ofLine = ShownLine.properties
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
        quantity: ofLine.quantity,
        unit_price: ofLine.unit_price,
        amount: ofLine.amount,
        source: ofLine.source,
      }),
    ),
  }),
})
