import type { BookingOnPaper } from './booking-queries.ts'

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
