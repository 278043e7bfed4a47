import { type Static, Type } from 'typebox'
import {
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
  shownFields,
} from '../../../kit/fields.ts'
import { bookingStatuses } from '../../booking-statuses.ts'
import { EnteredTraveler } from '../../travelers/schema.ts'
import { Booking, BookingDetails, Contact, lineKinds, Registration } from '../schema.ts'

/** The body of a public registration. `website` is a honeypot field that no person sees. */
export const PublicRegistration = Type.Object({
  ...Registration.properties,
  website: Type.Optional(Type.String({ maxLength: 200, description: 'Leave it empty.' })),
})
export type PublicRegistration = Static<typeof PublicRegistration>

/** What may be completed with the link of a receipt. */
export const Completion = Type.Partial(BookingDetails, { minProperties: 1 })
export type Completion = Static<typeof Completion>
export const TravelerCompletion = Type.Partial(EnteredTraveler, { minProperties: 1 })

const { deposit, deposit_due_on, balance_due_on, hold_expires_at, proof_until } = Booking.properties
const { customer_note, booking_number } = Booking.properties
const { payment_method, travel_purpose, marketing_source } = Booking.properties
const { name, phone, email, line_id } = Contact.properties
const sum = () => Type.Number({ examples: [39900] })

const ReceiptLine = Type.Object({
  kind: Type.Enum([...lineKinds]),
  description: Type.String({ examples: ['成人'] }),
  description_en: orNull(Type.String({ examples: ['Adult'] })),
  quantity: Type.Integer({ examples: [2] }),
  unit_price: sum(),
  amount: sum(),
  ...shownFields({ currency: currency() }),
  traveler_name: orNull(Type.String({ examples: ['王小美'] })),
})
/** A booking as the holder of its link sees it. */
export const Managed = Type.Object({
  ...shownFields({ booking_number, status: oneOf(bookingStatuses) }),
  waitlist_position: orNull(Type.Integer({ examples: [3] })),
  trip: Type.Object(
    shownFields({
      serial: line(40, 'CNX270128A'),
      name: line(200),
      name_en: nullable(line(200)),
      departure_date: day(),
      return_date: day(),
    }),
  ),
  contact: Type.Object(shownFields({ name, phone: nullable(phone), email: nullable(email), line_id })),
  travelers: Type.Array(
    Type.Object({
      ...shownFields({ id: ref(), name: line(100), passenger_type: nullable(oneOf(['adult', 'child', 'infant'])) }),
      checks: Type.Array(Type.String({ examples: ['passport_missing'] })),
    }),
  ),
  /** For whom the price is told later. */
  missing_prices: Type.Array(Type.Enum(['infant'])),
  price_lines: Type.Array(ReceiptLine),
  ...shownFields({ currency: currency() }),
  total: sum(),
  ...shownFields({ paid: money() }),
  balance: sum(),
  ...shownFields({
    deposit,
    deposit_due_on,
    balance_due_on,
    hold_expires_at,
    proof_until,
    is_contact_proved: flag(),
    is_offered: flag(),
  }),
  ...shownFields({ payment_method, travel_purpose, marketing_source, customer_note }),
  possible: Type.Array(Type.String({ examples: ['accept'] })),
})

/** The answer to a registration; the link is shown only here and in the mail. */
export const Receipt = Type.Object({
  ...Managed.properties,
  manage_link: Type.Object({
    token: Type.String(),
    path: Type.String({ examples: ['/l/booking/m3Jc…'] }),
    ...shownFields({ expires_at: moment() }),
  }),
})
