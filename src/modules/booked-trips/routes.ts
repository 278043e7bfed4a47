import { Type } from 'typebox'
import { anyText, day, orNull, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { readers } from '../bookings/visible.ts'
import { TripSegment } from '../planned-trips/itinerary.ts'
import { PlannedTrip } from '../planned-trips/trip.ts'
import { Flight } from '../trip-flights/schema.ts'
import { readerOf } from '../users/reader.ts'
import { bookedTripJson } from './queries.ts'

const { serial, name, name_en, departure_date, return_date, assembly } = PlannedTrip.properties
const { flight_number, origin, destination, baggage } = Flight.properties
const { starts_on, title, title_en, description, description_en } = TripSegment.properties
const Names = { name: anyText(), name_en: orNull(anyText()) }

/** The trip of a booking as its travelers may see it. Times are local to the airport. */
const BookedTrip = Type.Object({
  ...shownFields({ id: ref(), serial, name, name_en, departure_date, return_date, assembly }),
  leader: orNull(Type.Object(Names)),
  flights: Type.Array(
    Type.Object({
      ...shownFields({ flight_number, origin, destination, baggage }),
      departs_local: anyText('2027-01-28T09:30'),
      arrives_local: anyText('2027-01-28T13:55'),
    }),
  ),
  hotels: Type.Array(
    Type.Object({
      ...Names,
      address: orNull(anyText()),
      phone: orNull(anyText()),
      ...shownFields({ check_in: day(), check_out: day() }),
    }),
  ),
  days: Type.Array(Type.Object(shownFields({ starts_on, title, title_en, description, description_en }))),
})

/** `/api/bookings/{id}/trip`. */
export default routes((on) => {
  on.get(
    '/:id/trip',
    {
      access: readers,
      summary: 'The trip of a booking as its travelers may read it: dates, meeting point, flights, hotels, days',
      returns: BookedTrip,
      etag: 'content',
    },
    ({ db, actor, params }) => bookedTripJson(db, { ...readerOf(actor), ...params }),
  )
})
