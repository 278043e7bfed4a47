import { Type } from 'typebox'
import { day, line, nullable, oneOf, phone, ref, shownFields } from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { bookingStatuses } from '../../booking-statuses.ts'
import { staff } from '../../roles.ts'
import { StandingTrip } from '../../shown-names.ts'
import { checkNames, lights } from '../labels.ts'
import { Traveler } from '../schema.ts'
import { readinessOf, readReadiness } from './queries.ts'

const { name, surname_en, given_name_en, mobile, passport_expires_on } = Traveler.properties
const OfBooking = {
  id: ref(),
  booking_number: line(50, 'CNX270128A-001'),
  status: oneOf(bookingStatuses),
  contact_name: line(100, '王小美'),
  contact_phone: nullable(phone()),
}
/** A traveler with the next departure, the missing items, and the phone numbers of traveler and contact. */
const NextTraveler = Type.Object({
  ...shownFields({ id: ref(), name, surname_en, given_name_en, mobile, passport_expires_on }),
  ...shownFields({ passport_needed_until: nullable(day()), departure_date: day(), light: oneOf(lights) }),
  checks: Type.Array(oneOf(checkNames)),
  booking: Type.Object(shownFields(OfBooking)),
  trip: StandingTrip,
})

/** `/api/readiness`: the checks of travelers over all trips. */
export default routes((on) => {
  on.get(
    '',
    {
      name: 'listReadiness',
      access: staff,
      summary:
        'Everybody with a seat on a trip that has not departed, by departure, with failed checks; `light=red,amber` are those who lack something',
      ...readinessOf(NextTraveler),
      etag: 'none',
    },
    ({ db, actor, query }) => readReadiness(db, actor, query),
  )
})
