import { Temporal } from 'temporal-polyfill'
import { constraint } from '../../kit/db/faults.ts'
import type { Pattern } from './schema.ts'

/** A serial without its counter, whose placeholder stays: `CNX270128{letter}`. */
export const serialForm = (pattern: string, package_code: string, departure_date: string) => {
  const [year = '', month = '', day = ''] = departure_date.split('-')
  const said: Record<string, string> = {
    package: package_code,
    yyyymmdd: `${year}${month}${day}`,
    yymmdd: `${year.slice(2)}${month}${day}`,
    mmdd: `${month}${day}`,
  }
  return pattern.replace(/\{(\w+)\}/g, (mark, name) => said[name] ?? mark)
}

/** The n-th serial of a form: `CNX270128A`; Z is followed by AA. */
export const serialAt = (form: string, n: number) =>
  form.replace('{letter}', letters(n)).replace('{number}', String(n).padStart(2, '0'))

const letters = (n: number): string =>
  n > 26 ? letters(Math.floor((n - 1) / 26)) + letters(((n - 1) % 26) + 1) : String.fromCharCode(64 + n)

/** The dates of a pattern, Monday being 1. */
export const datesOf = ({ from, to, weekdays, except = [] }: Pattern): string[] => {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  const { days } = first.until(last)
  return Array.from({ length: Math.max(days + 1, 0) }, (_, i) => first.add({ days: i }))
    .filter((day) => weekdays.includes(day.dayOfWeek))
    .map(String)
    .filter((day) => !except.includes(day))
}

/** A meeting point with all its keys. */
export const wholeAssembly = <A extends object | null | undefined>(assembly: A) =>
  assembly && { at: null, place: null, place_en: null, contact: null, contact_en: null, ...assembly }

export const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
export const daysLater = (day: string, days: number) => String(Temporal.PlainDate.from(day).add({ days }))

export const hasPassed = ['出發日已過。', 'The day has passed.'] as const
export const backwards = ['不可早於出發日。', 'Must not be before the departure.'] as const
constraint('planned_trips_span', 'return_date', backwards)
constraint('planned_trips_length', 'return_date', ['行程不可超過一年。', 'A trip lasts a year at the most.'])
constraint('planned_trip_segments_span', 'segments', [
  '結束日不可早於開始日。',
  'The last day must not be before the first.',
])
constraint('planned_trip_segment_legs_span', 'legs', [
  '結束時間不可早於開始時間。',
  'The end must not be before the start.',
])
