import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { clock, flag, labelled, text, whole } from '../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany } from '../../kit/http/routes/bulk.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Locale } from '../../kit/words/words.ts'
import { assemblyWarnings } from '../planned-trips/assembly.ts'
import { TripsAsked, tripInLine, tripLine, tripsAsked } from '../planned-trips/bulk-change.ts'
import { atTime, daysLater } from '../planned-trips/rules.ts'
import { readerOf } from '../users/reader.ts'
import { replaceFlights } from './change.ts'
import { flightsIn } from './itinerary-text.ts'
import { Flight } from './schema.ts'
import { type LockedFlight, lockedItinerary } from './settle.ts'

const count = Type.Integer({ minimum: 0 })
const { direction, flight_number, origin, destination, cabin, baggage, airline_route_id } = Flight.properties

/** A flight of many trips: its day counted from the departure (0), its times on the clocks of its airports. A route fills in the rest. */
const FlightOfMany = Type.Object({
  direction,
  day: labelled(whole(-1, 366), ['第幾天（出發日為 0）', 'Day, 0 is the departure']),
  airline_route_id: Type.Optional(airline_route_id),
  flight_number: Type.Optional(flight_number),
  origin: labelled(Type.Optional(origin), ['出發機場', 'From']),
  destination: labelled(Type.Optional(destination), ['抵達機場', 'To']),
  departs: labelled(Type.Optional(clock()), ['起飛時間', 'Departure']),
  arrives: labelled(Type.Optional(clock()), ['抵達時間', 'Arrival']),
  arrives_days_later: labelled(Type.Optional(whole(-1, 2)), ['隔幾天抵達', 'Days until arrival']),
  cabin,
  baggage,
})
type FlightOfMany = Static<typeof FlightOfMany>

const ManyItineraries = Type.Object({
  ...TripsAsked.properties,
  flights: Type.Optional(Type.Array(FlightOfMany, { minItems: 1, maxItems: 30 })),
  text: labelled(Type.Optional(text(4000, 'BR198 28JAN TPENRT 0850 1310\nBR197 01FEB NRTTPE 1420 1705')), [
    '航空公司的行程文字',
    'Itinerary as the airline sent it',
  ]),
  tell_travelers: Type.Optional(flag()),
  /** The assembly of all trips, counted from the departure; its place stays. */
  assembly: Type.Optional(
    Type.Object({
      days_before: Type.Optional(whole(0, 1)),
      time: labelled(clock(), ['集合時間', 'Meeting time']),
    }),
  ),
})
type ManyItineraries = Static<typeof ManyItineraries>

/** The itinerary that all trips get. */
const itineraryOf = ({ flights, text }: Pick<ManyItineraries, 'flights' | 'text'>): FlightOfMany[] => {
  if (!flights === !text) refuseField('flights', ['請填寫 flights 或 text 其中一項。', 'Give either flights or text.'])
  if (flights) return flights
  const read = flightsIn(text ?? '')
  if (read.unread.length)
    refuseField('text', [
      `讀不懂第 ${read.unread.join('、')} 行；每行一個航班，如 BR198 28JAN TPENRT 0850 1310。`,
      `These lines are no flight: ${read.unread.join(', ')}. Each line is one, such as BR198 28JAN TPENRT 0850 1310.`,
    ])
  if (!read.flights.length) refuseField('text', ['沒有航班。', 'There is no flight in it.'])
  return read.flights
}

/** Gives one of many trips the itinerary; a flight that it has already keeps its seats and its record locator. */
const replaceOn = async (
  tx: Tx,
  by: { actor: Actor; zone: string; locale: Locale },
  id: number,
  flights: FlightOfMany[],
  { tell_travelers, assembly }: Pick<ManyItineraries, 'tell_travelers' | 'assembly'>,
) => {
  const { trip, flights: there } = await lockedItinerary(tx, id)
  const left = [...there]
  const drafts = flights.map((flight) => ({ ...sameFlight(left, flight), ...onDay(flight, trip.departure_date) }))
  const at = assembly && atTime(daysLater(trip.departure_date, -(assembly.days_before ?? 0)), assembly.time, by.zone)
  const { added, changed, removed } = await replaceFlights(tx, by, id, {
    ...{ flights: drafts, tell_travelers },
    ...(at && { assembly: { at } }),
  })
  const counts = { added: added.length, changed: changed.length, removed: removed.length }
  const isChanged = at !== undefined || Object.values(counts).some((count) => count > 0)
  return { isChanged, ...counts, warnings: await assemblyWarnings(tx, id, by.locale) }
}

// The one of this number, or else the next one of its direction.
const sameFlight = (left: LockedFlight[], { direction, flight_number }: FlightOfMany) => {
  const alike = left.filter((flight) => flight.direction === direction)
  const same = alike.find((flight) => flight.flight_number === flight_number) ?? alike[0]
  if (!same) return {}
  left.splice(left.indexOf(same), 1)
  return { id: same.id }
}

const onDay = (flight: FlightOfMany, departure_date: string) => {
  const { day, departs, arrives, arrives_days_later = 0, ...fields } = flight
  const flies_on = daysLater(departure_date, day)
  return {
    ...fields,
    ...(fields.airline_route_id != null && { flies_on }),
    ...(departs && { departs_at: `${flies_on}T${departs}` }),
    ...(arrives && { arrives_at: `${daysLater(flies_on, arrives_days_later)}T${arrives}` }),
  }
}

/** How many flights of a trip are new, other than before, and gone. */
const ChangedItinerary = Type.Object({
  ...{ ...tripLine, ...bulkLine, added: count, changed: count, removed: count },
  warnings: Type.Array(Type.String()),
})
const nothing: Counts = { added: 0, changed: 0, removed: 0, warnings: [] }
type Counts = { added: number; changed: number; removed: number; warnings: string[] }

export function manyTripsRoute(on: On, { zone }: FastifyInstance) {
  on.post(
    '/bulk/flights',
    {
      name: 'replaceFlightsOfPlannedTrips',
      access: ['department', 'admin'],
      summary: 'Give many trips the same itinerary, all or none: by days from the departure, or as the airline sent it',
      body: ManyItineraries,
      returns: Type.Array(ChangedItinerary),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { flights, text, tell_travelers, assembly, dry_run, ...choice }, locale }) => {
      const itinerary = itineraryOf({ flights, text })
      const trips = await tripsAsked(tx, readerOf(actor), choice)
      return changeMany(tx, trips, { dry_run, locale, named: tripInLine, nothing }, ({ id }) =>
        replaceOn(tx, { actor, zone, locale }, id, itinerary, { tell_travelers, assembly }),
      )
    },
  )
}
