import type { Day } from './days.ts'

/** A field holds `2026-11-24`, or for a moment `2026-11-24T18:00`. */
export type Kind = 'day' | 'moment'

/** The day or the moment that was typed, in any usual form, or undefined. A day without a year is the one nearest to today. */
export const readTyped = (kind: Kind, text: string, today: Day) => {
  // Turns full-width digits and signs into those of ASCII.
  const plain = text.normalize('NFKC').trim()
  return kind === 'day' ? readDay(plain, today) : readMoment(plain, today)
}

/** As it stands in a field. */
export const writeTyped = (value: string, isEnglish: boolean) => {
  const plain = value.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')
  return isEnglish ? plain : plain.replaceAll('-', '/')
}

/** Whether it says everything, so that no key more can make another day of it. */
export const isWhole = (kind: Kind, text: string) =>
  (kind === 'day' ? WHOLE_DAY : WHOLE_MOMENT).test(text.normalize('NFKC').trim())

const WHOLE_DAY = /^\d{4}(\d{4}|\D\d{2}\D\d{2}日?)$/
const WHOLE_MOMENT = /^\d{4}(\d{4}|\D\d{2}\D\d{2}日?)\D?\d{2}\D?\d{2}$/

const WITH_SIGNS = /^(?:((?:19|20|21)\d\d)\s*[-/.年\s]\s*)?(\d{1,2})\s*[-/.月\s]\s*(\d{1,2})\s*日?$/
const DIGITS = /^((?:19|20|21)\d\d)?(\d\d)(\d\d)$/

const readDay = (text: string, today: Day): Day | undefined => {
  const found = WITH_SIGNS.exec(text) ?? DIGITS.exec(text)
  if (!found) return undefined
  const [, year, month = '', day = ''] = found
  const inYear = (each: number | string) => existing(`${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return year ? inYear(year) : nearest(inYear, today)
}

const existing = (day: Day) => {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

/** Up to eight years away, as far as one 29 February may be from the next. */
const nearest = (inYear: (year: number) => Day | undefined, today: Day) => {
  const thisYear = Number(today.slice(0, 4))
  const days = Array.from({ length: 17 }, (_, nth) => inYear(thisYear + 8 - nth)).filter((day) => day !== undefined)
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(today))
  return days.toSorted((a, b) => distance(a) - distance(b))[0]
}

const ONLY_DIGITS = /^((?:(?:19|20|21)\d\d)?\d{4})(\d\d)(\d\d)$/
const WITH_TIME = /^(.+?)(?:[\sT]+|(?<=日))(\d{1,2})(?:[:時點]?(\d\d)(?::\d\d)?分?|[時點])$/

const readMoment = (text: string, today: Day) => {
  const [, typed = '', hour = '', minute = '00'] = ONLY_DIGITS.exec(text) ?? WITH_TIME.exec(text) ?? []
  const day = readDay(typed, today)
  return day && Number(hour) < 24 && Number(minute) < 60 ? `${day}T${hour.padStart(2, '0')}:${minute}` : undefined
}
