import { Type } from 'typebox'
import { day, flag, line, nullable, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { DatedTrip } from '../shown-names.ts'
import { checkNames } from './labels.ts'
import { passengerTypes, Traveler } from './schema.ts'

const derived = shownFields({
  passenger_type: nullable(oneOf(passengerTypes)),
  is_minor: nullable(flag()),
  checks: Type.Array(oneOf(checkNames)),
  passport_needed_until: nullable(day()),
  open_change_request_id: nullable(ref()),
  booking: Type.Object({ id: ref(), booking_number: line(50, 'CNX270128A-001'), status: oneOf(bookingStatuses) }),
  trip: DatedTrip,
})

export const ShownTraveler = RecordOf(Traveler, derived)
/** Remarks about new travelers: failed checks, and names that were stored in capitals. */
export const Entered = Type.Object({
  warnings: Type.Array(
    Type.Object({
      id: ref(),
      name: Type.String(),
      checks: Type.Array(Type.String()),
      stored_as: Type.Object({ surname_en: Type.Optional(Type.String()), given_name_en: Type.Optional(Type.String()) }),
    }),
  ),
})

/** The change request that was created by a customer's change; null if everything was saved. */
export const Asked = Type.Object({ change_request: orNull(Type.Integer({ examples: [7] })) })
/** Remarks about a changed traveler. */
export const Changed = Type.Object({ ...Entered.properties, ...Asked.properties })

const rows = () => Type.Array(Type.Object({}, { additionalProperties: true }))
/** All data stored about a person, for the export. */
export const Person = Type.Object(
  {
    ...shownFields({ id: ref(), name: Traveler.properties.name }),
    documents: rows(),
    requests: rows(),
    change_requests: rows(),
    addon_requests: rows(),
    messages: rows(),
    seminars: rows(),
    readings: rows(),
    other_trips: rows(),
  },
  { additionalProperties: true },
)
