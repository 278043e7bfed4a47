import type { Booking } from 'guidon-sdk'

export type BookingStatus = Booking['status']

/** The color shows who has to act: a held booking waits for the customer's money. */
export const bookingHues: Record<BookingStatus, string> = {
  waitlisted: 'turn-sales',
  held: 'turn-customer',
  confirmed: 'turn-done',
  cancelled: 'turn-over',
  completed: 'turn-over',
  expired: 'turn-over',
}
