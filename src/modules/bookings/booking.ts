import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Columns, Table } from '../../kit/db/tables.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  described,
  email,
  flag,
  labelled,
  line,
  list,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  phone,
  rate,
  ref,
  shown,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { locales } from '../../kit/words/words.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { optionValues } from '../options/values.ts'
import { receiptBuyers } from '../receipt-buyers/buyer.ts'
import { EnteredTraveler } from '../travelers/schema.ts'
import { callOffCauses } from '../trip-statuses.ts'
import { MOST_TRAVELERS } from './party-size.ts'

/** Why a booking is cancelled: by its customer, or with its trip. */
export const cancelCauses = ['traveler', ...callOffCauses] as const

export const bookingSources = ['public', 'staff', 'import'] as const
/** How the customer agreed that its data are kept. */
const consentWays = ['online', 'phone', 'paper', 'in_person'] as const

// Answers accept any text, so that stored values stay readable after their option was removed.
const stored = () => nullable(line(30))
const name = line(100, '王小美')
const line_id = nullable(line(50, 'mei.wang'))

export const Booking = Type.Object({
  booking_number: line(50, 'CNX270128A-001'),
  planned_trip_id: ref(),
  /** What its contact could read of the trip. Customers do not read the number. */
  publication_id: labelled(nullable(ref()), ['報名時的行程版本', 'Version of the trip at registration']),
  source: defaulted(oneOf(bookingSources)),
  status: defaulted(oneOf(bookingStatuses)),
  contact_name: name,
  contact_phone: nullable(phone()),
  contact_email: nullable(email()),
  contact_line_id: line_id,
  locale: defaulted(oneOf(locales)),
  customer_user_id: labelled(nullable(ref()), ['客戶帳號', 'Customer account']),
  sales_user_id: nullable(ref()),
  branch_id: nullable(ref()),
  /** The enquiry that it was made of. Customers do not read the number. */
  enquiry_id: labelled(nullable(ref()), ['洽詢', 'Enquiry']),
  payment_method: stored(),
  travel_purpose: stored(),
  marketing_source: stored(),
  customer_note: labelled(nullable(text(2000)), ['客戶備註', 'Note from the customer']),
  notes: nullable(text(2000)),
  privacy_consent_at: nullable(moment()),
  privacy_consent_how: labelled(nullable(oneOf(consentWays)), ['個資同意方式', 'How consent was given']),
  contact_proved_at: labelled(nullable(moment()), ['信箱確認時間', 'When the mailbox was confirmed']),
  currency: defaulted(currency()),
  total: defaulted(money()),
  paid: defaulted(money()),
  deposit: defaulted(money()),
  deposit_due_on: labelled(nullable(day()), ['訂金期限', 'Deposit due']),
  balance_due_on: labelled(nullable(day()), ['尾款期限', 'Balance due']),
  queued_at: defaulted(moment()),
  offered_at: nullable(moment()),
  hold_expires_at: labelled(nullable(moment()), ['保留至', 'Held until']),
  /** Until when seats are kept for a waitlisted party whose mailbox is still to be proved. */
  proof_until: nullable(moment()),
  cancelled_at: nullable(moment()),
  cancelled_by: nullable(ref()),
  cancel_reason: nullable(text(2000)),
  cancel_reason_en: labelled(nullable(text(2000)), ['取消原因（英文）', 'Cancellation reason in English']),
  cancellation_fee: nullable(money()),
  refund: nullable(money()),
  cancel_cause: nullable(oneOf(cancelCauses)),
  official_fees: nullable(money()),
  proven_costs: nullable(money()),
  penalty: nullable(money()),
  cancel_paper: nullable(line(200, '航空公司退票收據 2027-01-05')),
  /** Why a manager took the last cancellation back. Customers do not read it. */
  restore_reason: labelled(nullable(text(2000)), ['恢復訂單的原因', 'Why it was restored']),
})

export const Contact = Type.Object({ name, phone: phone(), email: email(), line_id })
/** A contact who may have no mail address, where the agency takes such registrations. */
const ContactToRegister = Type.Object({
  name,
  phone: phone(),
  email: nullable(
    described(
      email(),
      '旅行社開放只留電話報名時才可省略。May be left out where the agency takes registrations by telephone.',
    ),
  ),
  line_id,
})
const Room = Type.Object({
  bed_type: oneOf(optionValues['bed-type']),
  travelers: Type.Array(whole(1, MOST_TRAVELERS), { minItems: 1, maxItems: MOST_TRAVELERS, uniqueItems: true }),
})
export type Room = Static<typeof Room>
const details = {
  payment_method: oneOf(optionValues['payment-method']),
  travel_purpose: oneOf(optionValues['travel-purpose']),
  marketing_source: oneOf(optionValues['marketing-source']),
}
/** What the agency would like to know of a registration. Nobody has to say it. */
const askedDetails = {
  payment_method: Type.Optional(details.payment_method),
  travel_purpose: Type.Optional(details.travel_purpose),
  marketing_source: Type.Optional(details.marketing_source),
}
const customer_note = Booking.properties.customer_note

/** The body of a registration. `rooms` refers to travelers by their position in the list, from 1. */
export const Registration = Type.Object({
  planned_trip_id: ref(),
  contact: ContactToRegister,
  travelers: Type.Array(EnteredTraveler, { minItems: 1, maxItems: MOST_TRAVELERS }),
  rooms: Type.Optional(list(Room, MOST_TRAVELERS)),
  ...askedDetails,
  customer_note,
  receipt_buyers: Type.Optional(receiptBuyers()),
  privacy_consent: Type.Unsafe<true>({ type: 'boolean', const: true, examples: [true] }),
})
export type Registration = Static<typeof Registration>

// In addition to those of a registration, staff write all fields that are not set by steps, payments or the service itself.
const byStaff = without(Booking, [
  'booking_number',
  'planned_trip_id',
  'publication_id',
  'enquiry_id',
  'source',
  'status',
  'contact_name',
  'contact_phone',
  'contact_email',
  'contact_line_id',
  'payment_method',
  'travel_purpose',
  'marketing_source',
  'customer_note',
  'contact_proved_at',
  'currency',
  'total',
  'paid',
  'queued_at',
  'offered_at',
  'proof_until',
  'cancelled_at',
  'cancelled_by',
  'cancel_reason',
  'cancel_reason_en',
  'cancellation_fee',
  'refund',
  'cancel_cause',
  'official_fees',
  'proven_costs',
  'penalty',
  'cancel_paper',
  'restore_reason',
])
// The deposit and the days it is due follow from the trip; staff may change them later.
const enteredByStaff = without(byStaff, ['deposit', 'deposit_due_on', 'balance_due_on'])
/** A contact as staff enter it: a telephone number is enough, and nothing is mailed then. */
export const ContactByStaff = Type.Object({ name, phone: phone(), email: nullable(email()), line_id })
const detailsByStaff = {
  payment_method: nullable(details.payment_method),
  travel_purpose: nullable(details.travel_purpose),
  marketing_source: nullable(details.marketing_source),
}
/** The body of a booking by staff. */
export const NewBooking = Type.Object({
  ...Registration.properties,
  contact: ContactByStaff,
  ...detailsByStaff,
  ...enteredByStaff.properties,
  /** Whether the customer agreed that its data are kept: by telephone and now, unless `privacy_consent_how` and `privacy_consent_at` say otherwise. */
  privacy_consent: Type.Optional(flag()),
})
export type NewBooking = Static<typeof NewBooking>

/** What the customer may change. */
export const BookingDetails = Type.Object({
  contact: Type.Partial(Contact, { minProperties: 1 }),
  ...details,
  customer_note,
})
export const BookingChange = Type.Partial(
  Type.Object({
    ...BookingDetails.properties,
    contact: Type.Partial(ContactByStaff, { minProperties: 1 }),
    ...detailsByStaff,
    ...byStaff.properties,
    /** What an infant pays, where the price of the trip has none for infants. */
    infant_price: labelled(money(), ['嬰兒價', 'Infant price']),
  }),
)
export type BookingChange = Static<typeof BookingChange>

export const fareKinds = [
  'adult',
  'child_with_bed',
  'child_no_bed',
  'infant',
  'land_only',
  'single_supplement',
] as const
export type FareKind = (typeof fareKinds)[number]

/** The price of a trip on the day of the booking: the price, its source, and the deposit per person. */
export type FrozenPrice = {
  source: string
  currency: string
  adult: number
  child_with_bed: number | null
  child_no_bed: number | null
  infant: number | null
  single_supplement: number | null
  /** Bookings from before it was charged have none. */
  land_only?: number | null
  deposit: number
  /** The price of infants was set by staff, because that of the trip had none. */
  is_infant_set?: boolean
}
/** An amount of an answer. It may be below zero, as a discount is. */
export function sum() {
  return Type.Number({ examples: [39900], written: 'money' })
}

export const lineKinds = [...fareKinds, 'addon', 'surcharge', 'discount', 'cancellation'] as const
export type LineKind = (typeof lineKinds)[number]
/** What a booking costs, line by line; a discount is below zero. @public */
export const PriceLine = Type.Object({
  booking_id: ref(),
  kind: oneOf(lineKinds),
  description: line(200, '早鳥優惠'),
  description_en: nullable(line(200, 'Early bird')),
  quantity: defaulted(whole(1)),
  unit_price: labelled(money(), ['單價', 'Unit price']),
  amount: money(),
  currency: currency(),
  /** What one unit of `currency` is worth in the currency of the booking; null: the line is not part of its total. */
  rate: nullable(rate()),
  source: line(60, 'season'),
  addon_request_id: nullable(ref()),
  /** Whose cancellation it is the fee of. */
  traveler_id: nullable(ref()),
  /** Why a discount or a surcharge above the limit of the agency was added. Customers do not read it. */
  override_reason: nullable(line(500, '老客戶，總經理同意')),
  /** Why a rate was taken that is far from the last one. Customers do not read it. */
  confirm_reason: nullable(line(500)),
})
const addedByHand = without(PriceLine, [
  'booking_id',
  'amount',
  'currency',
  'rate',
  'source',
  'addon_request_id',
  'traveler_id',
  'override_reason',
  'confirm_reason',
])
/** A rate that is far from the last one of its pair is confirmed as itself, with a `reason`. */
const confirmed_rate = Type.Optional(rate())
export const LineRate = Type.Object({
  rate: rate(),
  confirmed_rate,
  reason: Type.Optional(line(500, '合約匯率')),
})
export const NewLine = Type.Object({
  ...addedByHand.properties,
  kind: oneOf(['surcharge', 'discount']),
  quantity: defaulted(whole(1, 99)),
  /** Without it the line is in the currency of the booking. */
  currency: Type.Optional(currency()),
  /** Without it the rate of the day is used. */
  rate: Type.Optional(rate()),
  /** Adds a discount or a surcharge above the limit of the agency, with a `reason`: for managers and administrators. */
  override: Type.Optional(flag()),
  confirmed_rate,
  reason: Type.Optional(line(500, '老客戶，總經理同意')),
})
export type LineRate = Static<typeof LineRate>
export type NewLine = Static<typeof NewLine>

const paymentKinds = ['payment', 'refund'] as const
/** Whether a colleague has typed it, or a line of a bank, a cheque or a provider became it. */
const paymentSources = ['staff', 'bank', 'cheque', 'ecpay', 'newebpay'] as const
export type PaymentSource = (typeof paymentSources)[number]
export const Payment = Type.Object({
  booking_id: ref(),
  kind: defaulted(oneOf(paymentKinds)),
  amount: money(),
  method: line(30),
  received_at: labelled(moment(), ['收款時間', 'Received at']),
  reference: labelled(nullable(line(100, '末五碼 12345')), ['參考號碼', 'Reference']),
  source: labelled(defaulted(oneOf(paymentSources)), ['來源', 'Source']),
  recorded_by: nullable(ref()),
  voided_at: nullable(moment()),
  voided_by: nullable(ref()),
  void_reason: nullable(line(500)),
  /** When it was voided its month was locked, its provider had paid it out, or it was charged back: it counts on its day, and the void against it on the day of the void. */
  is_corrected: labelled(defaulted(flag()), ['作廢另計', 'Void counts apart']),
  /** The day on which the provider took it off, because the bank of the customer has taken it back. */
  charged_back_on: labelled(nullable(day()), ['爭議扣款日', 'Charged back on']),
  confirm_reason: nullable(line(500)),
})
const received = without(Payment, [
  'booking_id',
  'source',
  'recorded_by',
  'voided_at',
  'voided_by',
  'void_reason',
  'is_corrected',
  'charged_back_on',
  'confirm_reason',
])
export const NewPayment = Type.Object({
  ...received.properties,
  method: details.payment_method,
  /** Records a payment above what is owed, if it is the `amount` itself: a confirmation does not hold for another amount. */
  confirmed_amount: labelled(Type.Optional(money()), ['已確認的金額', 'Confirmed amount']),
  /** Records a payment whose reference stands on another booking, with a `reason`. */
  confirmed_reference: Type.Optional(line(100)),
  reason: Type.Optional(line(500, '一筆匯款付兩筆訂單')),
})
export type NewPayment = Static<typeof NewPayment>
export const Voiding = Type.Object({ reason: line(500, '金額輸入錯誤') })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    bookings: Table<typeof Booking> & {
      price: ColumnType<FrozenPrice | null, string | null | undefined, string | null>
      balance: ColumnType<number, never, never>
      payment_due_on: ColumnType<string | null, never, never>
      sought: ColumnType<string, never, never>
      twin_mark: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
      public_version: ColumnType<number, never, never>
      public_updated_at: ColumnType<string, never, never>
    }
    booking_numbers: { planned_trip_id: number; last: number }
    booking_payments: Table<typeof Payment>
    booking_price_lines: Columns<typeof PriceLine> & {
      id: Generated<number>
      created_at: Generated<string>
      /** To how many decimals the amount in the currency of the booking is rounded. The database sets it. */
      decimals: Generated<number>
    }
  }
}

/** Contact data under the names of their columns. */
export function contactColumns({ name, phone, email, line_id }: SomeContact) {
  return {
    contact_name: name,
    contact_phone: phone,
    contact_email: email,
    contact_line_id: line_id,
  }
}

type SomeContact = { name?: string; phone?: string; email?: string | null; line_id?: string | null }

export const StoredLine = Type.Object({ id: ref(), ...shown(without(PriceLine, ['booking_id'])).properties })
const traveler_name = orNull(anyText('王小美'))
/** A line with its amount in the currency of the booking, which is what the total adds up. */
export const ShownLine = Type.Object({ ...StoredLine.properties, traveler_name, booked_amount: orNull(sum()) })
/** What the provider has kept of a payment, told or as its share of a lump, and when it was paid out. */
export const paidOut = {
  fee: labelled(orNull(Type.Number({ examples: [400], written: 'money' })), ['金流手續費', 'Fee of the provider']),
  settled_on: labelled(orNull(day()), ['撥款日', 'Paid out on']),
}
export const ShownPayment = RecordOf(Payment, paidOut)
