import { routes } from '../../kit/http/routes/routes.ts'
import { manyTripsRoute } from './bulk.ts'
import { flightRoutes, tripFlightRoutes } from './change.ts'
import { itineraryRoute, readRoute } from './read.ts'

/** `/api/planned-trips/{id}/flights`: the flights of a trip. */
export const flightsOfTrip = routes((on, app) => {
  itineraryRoute(on)
  tripFlightRoutes(on, app)
})

/** `/api/planned-trips/bulk/flights`: one itinerary for many trips. */
export const flightsOfManyTrips = routes(manyTripsRoute)

/** `/api/planned-trip-flights`: one flight by its own id. */
export default routes((on, app) => {
  readRoute(on)
  flightRoutes(on, app)
})
