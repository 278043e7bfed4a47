import type { Day } from './days.ts'
import { addMonths, later } from './months.ts'
import type { Words } from './words.ts'

type Span = readonly [from: Day, to: Day]

/** Whole months, beginning with this one. */
const months = (first: Day, count: number): Span => [first, later(addMonths(first, count), -1)]

/** The spans that reports mostly are about, on that day. */
export const usualSpans = (day: Day) => {
  const month: Day = `${day.slice(0, 7)}-01`
  const quarter = addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3))
  const year: Day = `${day.slice(0, 4)}-01-01`
  return {
    this_month: months(month, 1),
    last_month: months(addMonths(month, -1), 1),
    this_quarter: months(quarter, 3),
    last_quarter: months(addMonths(quarter, -3), 3),
    this_year: months(year, 12),
    last_year: months(addMonths(year, -12), 12),
  }
}
export type UsualSpan = keyof ReturnType<typeof usualSpans>

export const spanWords: Record<UsualSpan, Words> = {
  this_month: ['本月', 'This month'],
  last_month: ['上月', 'Last month'],
  this_quarter: ['本季', 'This quarter'],
  last_quarter: ['上季', 'Last quarter'],
  this_year: ['今年', 'This year'],
  last_year: ['去年', 'Last year'],
}
