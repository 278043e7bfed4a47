import { type Locale, say, type Words } from '../../kit/words/words.ts'
import type { BookingOnPaper } from './booking-queries.ts'
import type { TripOnPaper } from './trip-queries.ts'

/** Whether the quotation of a booking has become its confirmation. */
export const isSold = ({ status }: { status: string }) => status === 'confirmed' || status === 'completed'

/** The facts of the papers of a booking: the booking, and its trip beside it. */
export const bookingFacts = (given: BookingOnPaper) => {
  const {
    serial,
    name,
    name_en,
    departure_date,
    return_date,
    flights,
    days,
    stays,
    leader,
    assembly,
    op,
    terms,
    ...booking
  } = given
  return {
    currency: booking.currency,
    booking,
    trip: { serial, name, name_en, departure_date, return_date, flights, days, stays, leader, assembly, op, terms },
  }
}

type Trip = Pick<TripOnPaper, 'serial' | 'name' | 'name_en' | 'departure_date' | 'return_date'>

/** File name, title and subject of a paper of a trip. */
export const onTrip = (trip: Trip, paper: string, title: Words, locale: Locale) => {
  const { serial, name, name_en, departure_date, return_date } = trip
  const subject = `${serial}　${say([name, name_en ?? name], locale)}　${departure_date} – ${return_date}`
  return { file: `${serial}-${paper}`, title, subject }
}

/** What an arrival card asks of everybody alike: the flight into the country and the first hotel. */
export const arrivalOf = ({ flights, stays }: Pick<TripOnPaper, 'flights' | 'stays'>, locale: Locale) => {
  const flight = flights.filter(({ direction }) => direction === 'outbound').at(-1) ?? flights[0]
  const [stay] = stays
  const { name = null, name_en = null, address = null, address_en = null } = stay?.hotel ?? {}
  const inWords = (zh: string | null, en: string | null) => say([zh ?? '', en ?? zh ?? ''], locale)
  const hotel = [inWords(name, name_en), inWords(address, address_en)]
  return {
    flight: flight?.flight_number ?? null,
    arrives_on: flight?.arrives_local.slice(0, 10) ?? null,
    hotel: hotel.filter(Boolean).join('，') || null,
  }
}
