import { dayWithYear } from 'guidon-design/formats'
import type { Locale, Words } from '../kit/words/words.ts'
import { wordsIn } from './page-words.ts'

// How ready a trip is, and what a cancellation costs on which day, in the words of customers. The site, the traveler's place and the
// departure notice all say it with these functions.

type Supplied = { is_confirmed: boolean }
/** What the records say about a trip. A hotel stands once for each of its nights. */
export type PromisedTrip = {
  guarantee_state: string
  is_guaranteed: boolean
  min_pax: number
  flights: readonly Supplied[]
  hotels: readonly Supplied[]
  has_leader: boolean
}
export type ReadyLine = { done: boolean; words: Words }

/**
 * Whether a trip departs: the agency has decided it, enough travelers have registered for that decision, or not yet. The number alone
 * promises nothing, because the next cancellation takes it back.
 */
export function departureWords({
  is_guaranteed,
  guarantee_state,
}: Pick<PromisedTrip, 'is_guaranteed' | 'guarantee_state'>): Words | undefined {
  if (is_guaranteed) return ['已成團，確定出發', 'Guaranteed to depart']
  if (guarantee_state === 'guaranteed') return ['人數已達成團', 'The number to depart has been reached']
  return undefined
}

/** What airline, hotels and leader have confirmed, and whether the trip departs. */
export function readyLines({ min_pax, flights, hotels, has_leader, ...trip }: PromisedTrip): ReadyLine[] {
  const confirmedFlights = flights.filter(({ is_confirmed }) => is_confirmed).length
  const confirmedNights = hotels.filter(({ is_confirmed }) => is_confirmed).length
  return [
    {
      done: trip.is_guaranteed,
      words: departureWords(trip) ?? [`滿 ${min_pax} 人成團`, `Departs once ${min_pax} have registered`],
    },
    {
      done: flights.length > 0 && confirmedFlights === flights.length,
      words: flights.length
        ? [
            `航班：${confirmedFlights}／${flights.length} 段已確認`,
            `Flights: ${confirmedFlights} of ${flights.length} confirmed`,
          ]
        : ['航班：安排中', 'Flights: being arranged'],
    },
    {
      done: hotels.length > 0 && confirmedNights === hotels.length,
      words: hotels.length
        ? [
            `住宿：${confirmedNights}／${hotels.length} 晚已確認`,
            `Nights in hotels: ${confirmedNights} of ${hotels.length} confirmed`,
          ]
        : ['住宿：安排中', 'Hotels: being arranged'],
    },
    {
      done: has_leader,
      words: has_leader ? ['領隊：已指派', 'Tour leader: assigned'] : ['領隊：安排中', 'Tour leader: being assigned'],
    },
  ]
}

export type CancellationStep = { from: string | null; fee_percent: number }
export type FeeLine = { fee_percent: number; words: Words }

/** The steps of the contract as days of this departure. A step without a day holds from the contract on. */
export function feeLines(steps: readonly CancellationStep[], departure_date: string): FeeLine[] {
  return steps.map(({ from, fee_percent }, i) => ({
    fee_percent,
    words: [
      daysOfStep(from, steps[i + 1]?.from, departure_date, 'zh-TW'),
      daysOfStep(from, steps[i + 1]?.from, departure_date, 'en'),
    ],
  }))
}

const daysOfStep = (from: string | null, next: string | null | undefined, departure_date: string, locale: Locale) => {
  const t = wordsIn(locale)
  const day = (text: string) => dayWithYear(text, locale)
  if (from === null)
    return next
      ? t(`簽約後至 ${day(dayBefore(next))}`, `From the contract until ${day(dayBefore(next))}`)
      : t('簽約後', 'From the contract on')
  if (from === departure_date) return t(`${day(from)} 出發當天起`, `From the departure, ${day(from)}`)
  return next && dayBefore(next) !== from ? `${day(from)} – ${day(dayBefore(next))}` : day(from)
}
const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
