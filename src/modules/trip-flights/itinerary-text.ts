import { Temporal } from 'temporal-polyfill'
import { daysLater } from '../planned-trips/rules.ts'

/** A flight of an itinerary, by its day counted from the departure of the trip, at the local times of its airports. */
type RelativeFlight = {
  direction: 'outbound' | 'internal' | 'inbound'
  flight_number: string
  origin: string
  destination: string
  day: number
  departs: string
  arrives: string
  arrives_days_later: number
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

// `1 BR 198 Y 28JAN 4 TPENRT HK20 0850 1310`, as Amadeus, Galileo and Abacus write a segment, and `BR198 28JAN TPE-NRT 0850-1310+1`.
// Spaces are made single before. A day may be followed by its year.
const SEGMENT =
  /^(?:\d{1,2}[. ] ?)?(?<airline>[A-Z][A-Z0-9]|[0-9][A-Z]) ?(?<number>\d{1,4}[A-Z]?) (?:[A-Z] )?(?<date>\d{1,2}[A-Z]{3}(?:\d{2})?) (?:(?:[1-7]|MO|TU|WE|TH|FR|SA|SU) )?(?<origin>[A-Z]{3})[ /-]?(?<destination>[A-Z]{3}) (?:\*?[A-Z]{2} ?\d{1,3} )?(?<departs>\d{4})[ /-](?<arrives>\d{4})(?: ?\+(?<later>\d)| (?<arrival>\d{1,2}[A-Z]{3}(?:\d{2})?))?/

/**
 * The flights of an itinerary as an airline sends it, a line each. Its first day is that on which the trip departs. `unread` are the
 * numbers of lines that are no flight; empty lines are skipped.
 */
export function flightsIn(text: string): { flights: RelativeFlight[]; unread: number[] } {
  const lines = text.toUpperCase().split(/\r?\n/)
  const unread: number[] = []
  const read: Omit<RelativeFlight, 'direction'>[] = []
  let first: string | undefined
  let before: string | undefined
  for (const [n, line] of lines.entries()) {
    if (line.trim() === '') continue
    const found = SEGMENT.exec(line.trim().replace(/\s+/g, ' '))?.groups
    const day = found && dayAfter(found.date, before)
    if (!found || !day || !isClock(found.departs) || !isClock(found.arrives)) {
      unread.push(n + 1)
      continue
    }
    first ??= day
    before = day
    read.push({
      flight_number: `${found.airline}${Number.parseInt(found.number ?? '', 10)}${/[A-Z]$/.exec(found.number ?? '')?.[0] ?? ''}`,
      origin: found.origin ?? '',
      destination: found.destination ?? '',
      day: daysFrom(first, day),
      departs: clockOf(found.departs),
      arrives: clockOf(found.arrives),
      arrives_days_later: found.arrival ? daysFrom(day, dayAfter(found.arrival, day) ?? day) : Number(found.later ?? 0),
    })
  }
  return { flights: withDirections(read), unread }
}

// Segments have no year: each day is on or after the one before it. A leap year stands for all of them.
const dayAfter = (date: string | undefined, before: string | undefined) => {
  const [, day = '', month = ''] = /^(\d{1,2})([A-Z]{3})/.exec(date ?? '') ?? []
  const year = Number(before?.slice(0, 4) ?? 2028)
  const on = (of: number) => {
    try {
      return `${Temporal.PlainDate.from({ year: of, month: MONTHS.indexOf(month) + 1, day: Number(day) }, { overflow: 'reject' })}`
    } catch {
      return undefined
    }
  }
  const same = on(year)
  return same !== undefined && before !== undefined && same < before ? on(year + 1) : same
}

const daysFrom = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days
const isClock = (digits = '') => Number(digits.slice(0, 2)) < 24 && Number(digits.slice(2)) < 60
const clockOf = (digits = '') => `${digits.slice(0, 2)}:${digits.slice(2)}`

/** The longest time on the ground parts the way out from the way back. */
const withDirections = (flights: Omit<RelativeFlight, 'direction'>[]): RelativeFlight[] => {
  const landed = ({ day, arrives, arrives_days_later }: Omit<RelativeFlight, 'direction'>) =>
    Date.parse(`${daysLater('2028-01-01', day + arrives_days_later)}T${arrives}:00Z`)
  const left = ({ day, departs }: Omit<RelativeFlight, 'direction'>) =>
    Date.parse(`${daysLater('2028-01-01', day)}T${departs}:00Z`)
  const pauses = flights.slice(1).map((flight, i) => left(flight) - landed(flights[i] ?? flight))
  const turn = pauses.indexOf(Math.max(...pauses)) + 1
  return flights.map((flight, i) => ({ direction: i === 0 || i < turn ? 'outbound' : 'inbound', ...flight }))
}
