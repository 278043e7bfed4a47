import type { Day } from './days.ts'

/** The format of a field: `2026-11-24`, or with a time `2026-11-24T18:00`. */
export type Kind = 'day' | 'moment'

/**
 * Parses a date or a date with time in any usual format, and in all formats that the console prints; undefined if that fails. A
 * date without a year is the nearest one to a given day: today, or the departure on the page of a trip. A birth date needs its
 * year, which may be one of the Republic.
 */
export const readTyped = (kind: Kind | 'birth', text: string, near: Day) => {
  // Turns full-width digits and signs into those of ASCII.
  const plain = withoutWeekday(text.normalize('NFKC')).trim()
  if (kind === 'moment') return readMoment(plain, near)
  return kind === 'birth' ? readBirth(plain) : readDay(plain, near)
}

const WEEKDAY =
  /\s*\(?(?:星期|禮拜|週|周)[一二三四五六日天]\)?|\s*\([一二三四五六日天]\)|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,?/gi
const withoutWeekday = (plain: string) => plain.replace(WEEKDAY, ' ')

/** The text that a field shows for a value. */
export const writeTyped = (value: string, isEnglish: boolean) => {
  const plain = value.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')
  return isEnglish ? plain : plain.replaceAll('-', '/')
}

/** Whether the text is complete, so that no further key can change the date. */
export const isWhole = (kind: Kind, text: string) =>
  (kind === 'day' ? WHOLE_DAY : WHOLE_MOMENT).test(text.normalize('NFKC').trim())

const WHOLE_DAY = /^\d{4}(\d{4}|\D\d{2}\D\d{2}日?)$/
const WHOLE_MOMENT = /^\d{4}(\d{4}|\D\d{2}\D\d{2}日?)\D?\d{2}\D?\d{2}$/

const WITH_SIGNS = /^(?:((?:19|20|21)\d\d)\s*[-/.年\s]\s*)?(\d{1,2})\s*[-/.月\s]\s*(\d{1,2})\s*日?$/
const DIGITS = /^((?:19|20|21)\d\d)?(\d\d)(\d\d)$/

const readDay = (text: string, near: Day): Day | undefined => {
  const found = WITH_SIGNS.exec(text) ?? DIGITS.exec(text) ?? inEnglish(text)
  if (!found) return ofTheRepublic(text)
  const [, year, month = '', day = ''] = found
  const inYear = (each: number | string) => dayIn(each, month, day)
  return year ? inYear(year) : nearest(inYear, near)
}

/** A birth date needs its year; a year of two digits, such as 45, is one of the Republic. */
const readBirth = (text: string) => {
  const day = readDay(text, '')
  return day ?? ofTheRepublic(text, true)
}

const dayIn = (year: number | string, month: string, day: string) =>
  existing(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** `11/24/2026`, `November 24, 2026` and `24 Nov 2026`, in the order of the others: year, month, day. */
const inEnglish = (text: string) => {
  const [, first = '', second = '', last] = AMERICAN.exec(text) ?? []
  if (last) return ['', last, first, second] as const
  const [, name, day, year] = MONTH_FIRST.exec(text) ?? []
  const [, other, named, its] = DAY_FIRST.exec(text) ?? []
  const month = MONTHS.indexOf((name ?? named ?? '').slice(0, 3).toLowerCase()) + 1
  return month > 0 ? (['', year ?? its, String(month), day ?? other] as const) : undefined
}
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/((?:19|20|21)\d\d)$/
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:,?\s+((?:19|20|21)\d\d))?$/i
const DAY_FIRST = /^(\d{1,2})\s+([a-z]{3,9})\.?(?:,?\s+((?:19|20|21)\d\d))?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * `民國 107/6/15`. A year of two digits is one of the Republic only with its prefix or in a birth date: elsewhere 26 may mean 2026.
 */
const ofTheRepublic = (text: string, isBirth = false) => {
  const [, said, year = '', month = '', day = ''] = REPUBLIC.exec(text) ?? REPUBLIC_DIGITS.exec(text) ?? []
  const isSure = said !== '' || isBirth || year.length === 3
  return isSure && Number(year) >= 1 && Number(year) <= 150 ? dayIn(Number(year) + 1911, month, day) : undefined
}
const REPUBLIC = /^((?:民國)?)\s*(\d{1,3})\s*[-/.年\s]\s*(\d{1,2})\s*[-/.月\s]\s*(\d{1,2})\s*日?$/
const REPUBLIC_DIGITS = /^((?:民國)?)\s*(\d{2,3})(\d\d)(\d\d)$/

const existing = (day: Day) => {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

/** Tries up to eight years in both directions, the longest distance between two leap days. */
const nearest = (inYear: (year: number) => Day | undefined, near: Day) => {
  if (near === '') return undefined
  const thisYear = Number(near.slice(0, 4))
  const days = Array.from({ length: 17 }, (_, nth) => inYear(thisYear + 8 - nth)).filter((day) => day !== undefined)
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(near))
  return days.toSorted((a, b) => distance(a) - distance(b))[0]
}

const ONLY_DIGITS = /^((?:(?:19|20|21)\d\d)?\d{4})(\d\d)(\d\d)$/
const WITH_TIME = /^(.+?)(?:[\sT]+|(?<=日))(\d{1,2})(?:[:時點]?(\d\d)(?::\d\d)?分?|[時點])$/

const readMoment = (text: string, near: Day) => {
  const [, typed = '', hour = '', minute = '00'] = ONLY_DIGITS.exec(text) ?? WITH_TIME.exec(text) ?? []
  const day = readDay(typed.replace(/,$/, ''), near)
  return day && Number(hour) < 24 && Number(minute) < 60 ? `${day}T${hour.padStart(2, '0')}:${minute}` : undefined
}
