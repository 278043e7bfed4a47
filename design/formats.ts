/** How people read amounts, days, moments and telephone numbers. The year of a day is said where it is not that of the day `today`. */
export type Language = 'zh-TW' | 'en'

/** `NT$49,900`, `US$1,200.50`, `−€900`. */
export function amountIn(currency: string, amount: number) {
  const figures = (Number.isInteger(amount) ? whole : withCents).format(Math.abs(amount))
  return `${amount < 0 ? '−' : ''}${signs[currency] ?? `${currency} `}${figures}`
}

/** The sign of each currency that an agency in Taiwan meets. Others keep their code. */
const signs: Record<string, string> = {
  ...{ TWD: 'NT$', USD: 'US$', EUR: '€', GBP: '£', JPY: '¥', CNY: 'CN¥', HKD: 'HK$', MOP: 'MOP$', KRW: '₩', THB: '฿' },
  ...{ SGD: 'S$', AUD: 'A$', CAD: 'CA$', NZD: 'NZ$', VND: '₫', PHP: '₱', INR: '₹' },
}
const whole = new Intl.NumberFormat('en')
const withCents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `12/19（六）`, `Sat 19 Dec`. */
export function shortDay(day: string, language: Language, today = now()) {
  return written(partsOf(day), language, isOtherYear(day, today))
}

/** The same without its year, where that stands beside. */
export function dayAndMonth(day: string, language: Language) {
  return written(partsOf(day), language, false)
}

/** `12/19`, `19 Dec`: where there is no room for the weekday. */
export function plainDay(day: string, language: Language, today = now()) {
  return isOtherYear(day, today) ? dayWithYear(day, language) : withoutWeekday(day, language)
}

/** `2026/12/19`, `19 Dec 2026`: of a passport or a birth, whose weekday tells nothing. */
export function dayWithYear(day: string, language: Language) {
  const { year } = partsOf(day)
  return language === 'en' ? `${withoutWeekday(day, language)} ${year}` : `${year}/${withoutWeekday(day, language)}`
}

/** `2026年12月19日（六）`, `Sat 19 Dec 2026`. */
export function longDay(day: string, language: Language) {
  const { year, month, date, weekday } = partsOf(day)
  if (language === 'en') return written(partsOf(day), language, true)
  return `${year}年${month}月${date}日（${weekdays[weekday]}）`
}

/** `12/19（六）– 12/24（四）`, `Sat 19 Dec – Thu 24 Dec`. A year that both have is said once. */
export function span(from: string, to: string, language: Language, today = now()) {
  if (from === to) return shortDay(from, language, today)
  const [first, last] = [partsOf(from), partsOf(to)]
  const isSameYear = first.year === last.year
  if (language === 'en')
    return `${written(first, language, !isSameYear && isOtherYear(from, today))} – ${written(last, language, isOtherYear(to, today))}`
  return `${written(first, language, isOtherYear(from, today))}– ${written(last, language, !isSameYear)}`
}

/** `12/2 09:41`, `2 Dec 09:41`, at a place. */
export function moment(instant: string | Date, timeZone: string, language: Language, today = now()) {
  const { day, clock } = onTheClock(instant, timeZone)
  return localMoment(`${day} ${clock}`, language, today)
}

/** The same of a local time, `2026-12-02 09:41`; also of hours, `2026-12-02 09:41–10:30`. */
export function localMoment(local: string, language: Language, today = now()) {
  return `${plainDay(local.slice(0, 10), language, today)} ${local.slice(11)}`
}

/** `2026年12月2日 09:41`, `2 Dec 2026 09:41`, at a place. */
export function longMoment(instant: string | Date, timeZone: string, language: Language) {
  const { day, clock } = onTheClock(instant, timeZone)
  const { year, month, date } = partsOf(day)
  return language === 'en' ? `${dayWithYear(day, language)} ${clock}` : `${year}年${month}月${date}日 ${clock}`
}

/** The day of an instant at a place: `2026-12-02`. */
export function dayOf(instant: string | Date, timeZone: string) {
  return onTheClock(instant, timeZone).day
}

/** `09:41`, at a place. */
export function clock(instant: string | Date, timeZone: string) {
  return onTheClock(instant, timeZone).clock
}

/** `2026年12月`, `December 2026`: of a day or of a month alone. */
export function monthName(month: string, language: Language) {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return language === 'en' ? `${monthNames[number - 1]} ${year}` : `${year}年${number}月`
}

/** `12月`, `Dec`: the month of a day where the year is clear. */
export function monthOf(day: string, language: Language) {
  const { month } = partsOf(day)
  return language === 'en' ? (months[month - 1] ?? '') : `${month}月`
}

/** `六`, `Sat`. */
export function weekdayName(day: string, language: Language) {
  const { weekday } = partsOf(day)
  return (language === 'en' ? weekdaysInEnglish : weekdays)[weekday] ?? ''
}

type Parts = { year: number; month: number; date: number; weekday: number }
const partsOf = (day: string): Parts => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return { year, month, date, weekday: new Date(Date.UTC(year, month - 1, date)).getUTCDay() }
}

const withoutWeekday = (day: string, language: Language) => {
  const { month, date } = partsOf(day)
  return language === 'en' ? `${date} ${months[month - 1]}` : `${month}/${date}`
}

const written = ({ year, month, date, weekday }: Parts, language: Language, withYear: boolean) =>
  language === 'en'
    ? `${weekdaysInEnglish[weekday]} ${date} ${months[month - 1]}${withYear ? ` ${year}` : ''}`
    : `${withYear ? `${year}/` : ''}${month}/${date}（${weekdays[weekday]}）`

// A few hours around New Year the years of two zones differ; a year too many does no harm.
const isOtherYear = (day: string, today: string) => day.slice(0, 4) !== today.slice(0, 4)
const now = () => new Date().toISOString()

const weekdays = [...'日一二三四五六']
const weekdaysInEnglish = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const months = monthNames.map((name) => name.slice(0, 3))

// Creating a formatter takes longer than using it a hundred times. The Swedish form is that of ISO 8601.
const clocks = new Map<string, Intl.DateTimeFormat>()
const onTheClock = (instant: string | Date, timeZone: string) => {
  const format =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone })
  clocks.set(timeZone, format)
  const [day = '', clock = ''] = format.format(new Date(instant)).split(' ')
  return { day, clock }
}

// At the end of a number: 轉 33, #33, 分機33, ext. 33.
const EXTENSION = /[ ,]*(?:#|轉|分機|ext\.?) *(\d{1,6}) *$/i

/** A telephone number without its extension: `02-2555 0100` of `02-2555 0100 轉 33`. */
export function withoutExtension(number: string) {
  return number.replace(EXTENSION, '')
}

/** The address that a phone calls: `tel:0225550100,33`. The comma waits until somebody answers, and then dials the extension. */
export function telephoneAddress(number: string) {
  const [, extension] = EXTENSION.exec(number) ?? []
  return `tel:${withoutExtension(number).replace(/[^+\d]/g, '')}${extension ? `,${extension}` : ''}`
}
