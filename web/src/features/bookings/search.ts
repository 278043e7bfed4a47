import type { ListBookingsQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf, tabOf } from '../../kit/search.ts'

export const bookingFilter = searchOf<ListBookingsQuery & { show?: string }>()({
  q: isText,
  status: isText,
  branch_id: isNumber,
  mine: isTrue,
  sales_user_id: isNumber,
  is_unowned: isTrue,
  planned_trip_id: isNumber,
  lacks_papers: isTrue,
  owed: isTrue,
  overdue: isTrue,
  departs_from: isDay,
  departs_to: isDay,
  sort: isText,
  show: isText,
  page: isNumber,
})
export type BookingFilter = ReturnType<typeof bookingFilter>

/** What the service is asked for by the address of the list. */
export const askedOf = ({ show: _show, ...filter }: BookingFilter) => filter

export const bookingTab = tabOf('messages', 'history')
export type BookingTab = NonNullable<ReturnType<typeof bookingTab>['tab']>
