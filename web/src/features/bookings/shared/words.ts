import type { Booking } from 'guidon-sdk'
import { passengerTypeWords } from 'guidon-sdk/words/passenger-type'
import { chosenIn } from '../../../kit/choices.ts'
import type { Words } from '../../../kit/words.ts'

export type BookingStatus = Booking['status']

/** In the color of who has to act: a held booking waits for the customer's money. */
export const bookingHues: Record<BookingStatus, string> = {
  waitlisted: 'turn-sales',
  held: 'turn-customer',
  confirmed: 'turn-done',
  cancelled: 'turn-over',
  completed: 'turn-over',
  expired: 'turn-over',
}

/** Of what age somebody travels, if that is known. */
export const passengerWords = (type: string | null): Words | undefined => {
  const known = chosenIn(passengerTypeWords, type ?? '')
  return known && passengerTypeWords[known]
}
