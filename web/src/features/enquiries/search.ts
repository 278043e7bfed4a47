import type { ListEnquiriesQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

export const enquiryFilter = searchOf<ListEnquiriesQuery & { show?: string; new?: true }>()({
  q: isText,
  status: isText,
  source: isText,
  sales_user_id: isNumber,
  mine: isTrue,
  is_unowned: isTrue,
  area_id: isNumber,
  branch_id: isNumber,
  month: isText,
  overdue: isTrue,
  follow_up_from: isDay,
  follow_up_to: isDay,
  sort: isText,
  show: isText,
  page: isNumber,
  new: isTrue,
})
export type EnquiryFilter = ReturnType<typeof enquiryFilter>

/** What the service is asked for by the address of the list: what is still open, the next call first, unless something else is chosen. */
export const askedOf = ({ show: _show, new: _new, ...filter }: EnquiryFilter) => ({
  ...(!filter.status && !filter.q && { group: 'open' as const }),
  ...(!filter.sort && { sort: 'follow_up_on' }),
  ...filter,
})
