import type { Booking } from 'guidon-sdk'
import { passengerTypeWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import type { Words } from '../../../kit/words.ts'

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

/** The passenger type in words, if it is known. */
export const passengerWords = (type: string | null): Words | undefined => {
  const known = chosenIn(passengerTypeWords, type ?? '')
  return known && passengerTypeWords[known]
}
