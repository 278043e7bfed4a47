import type { Booking } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

export type BookingStatus = Booking['status']

export const bookingStatusWords: Record<BookingStatus, Words> = {
  waitlisted: ['候補', 'Waitlisted'],
  held: ['保留', 'Held'],
  confirmed: ['已確認', 'Confirmed'],
  cancelled: ['已取消', 'Cancelled'],
  completed: ['已完成', 'Completed'],
  expired: ['保留逾期', 'Expired'],
}

/** In the color of who has to act: a held booking waits for the customer's money. */
export const bookingHues: Record<BookingStatus, string> = {
  waitlisted: 'turn-sales',
  held: 'turn-customer',
  confirmed: 'turn-done',
  cancelled: 'turn-over',
  completed: 'turn-over',
  expired: 'turn-over',
}

export const passengerWords: Record<string, Words> = {
  adult: ['大人', 'Adult'],
  child: ['小孩', 'Child'],
  infant: ['嬰兒', 'Infant'],
}
