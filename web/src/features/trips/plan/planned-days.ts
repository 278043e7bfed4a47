import type { Day } from '../../../kit/days.ts'
import { readTyped } from '../../../kit/typed-days.ts'

/** The middle of the year that begins on this day: the nearest day to it, of those without a year, is never in the past. */
export const midYear = (from: Day): Day => new Date(Date.parse(from) + 182 * DAY_MS).toISOString().slice(0, 10)
const DAY_MS = 86_400_000

/** The days of planned departures as they were typed, one in each line; what is no day stays as it is, so that it is refused by name. */
export const plannedDaysIn = (text: string, from: Day) =>
  text
    .split(/[\s,、]+/)
    .filter(Boolean)
    .map((each) => readTyped('day', each, midYear(from)) ?? each)
