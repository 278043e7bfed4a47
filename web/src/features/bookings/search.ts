import type { ListBookingsQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

export const bookingFilter = searchOf<ListBookingsQuery>()({
  q: isText,
  status: isText,
  branch_id: isNumber,
  overdue: isTrue,
  departs_from: isDay,
  departs_to: isDay,
  sort: isText,
  page: isNumber,
})
export type BookingFilter = ReturnType<typeof bookingFilter>
