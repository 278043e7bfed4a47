import type { Day } from './days.ts'

const at = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
const partsOf = (day: Day) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}
const weekday = (day: Day) => new Date(day).getUTCDay()
const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The weeks of the month of a day, from Sunday; days of other months are undefined. */
export const weeksOf = (day: Day): (Day | undefined)[][] => {
  const { year, month } = partsOf(day)
  const before = weekday(at(year, month, 1))
  const length = lengthOf(year, month)
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const date = week * 7 + column - before + 1
      return date < 1 || date > length ? undefined : at(year, month, date)
    }),
  )
}

/** The same day in another month, or the last day of that month. */
export const addMonths = (day: Day, count: number): Day => {
  const { year, month, date } = partsOf(day)
  return at(year, month + count, Math.min(date, lengthOf(year, month + count)))
}

/** The day so many days later. */
export const later = (day: Day, count: number): Day => {
  const { year, month, date } = partsOf(day)
  return at(year, month, date + count)
}

/** The day that a key moves to in a calendar; undefined for other keys. */
export const dayByKey = (key: string, isShift: boolean, day: Day): Day | undefined => {
  const months = isShift ? 12 : 1
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => later(day, -1),
    ArrowRight: () => later(day, 1),
    ArrowUp: () => later(day, -7),
    ArrowDown: () => later(day, 7),
    Home: () => later(day, -weekday(day)),
    End: () => later(day, 6 - weekday(day)),
    PageUp: () => addMonths(day, -months),
    PageDown: () => addMonths(day, months),
  }
  return moves[key]?.()
}
