import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'
import { datesOf, daysBetween, hasPassed, serialForm } from '../rules.ts'
import type { ManyTrips } from '../schema.ts'
import { plannedOn, planTrips, type TripDetails } from './actions.ts'
import { type Departure, departuresOn, packageFor, type SoldPackage } from './grounds.ts'
import { withHours } from './hours.ts'
import { nextSerials } from './serials.ts'
import { contradictions } from './windows.ts'

const MOST = 366
const LONGEST = 731
const tooLong = [
  '樣式最長兩年，請分次建立。',
  'A pattern lasts two years at the most: plan the rest with another call.',
] as const

/** Plans many departures, or previews them. If one date is not possible, none is planned. */
export const planMany = async (
  tx: Tx,
  { package_id, dates, pattern, dry_run = false, assembly, briefing, ...details }: ManyTrips,
  { serials, zone, locale }: { serials: string; zone: string; locale: Locale },
) => {
  const from = await packageFor(tx, package_id)
  refuseSize(details, from)
  const days = await departuresOn(tx, from, daysAsked({ dates, pattern }))
  const departures = days.map((day) => {
    const departure = withHours(day, { assembly, briefing }, zone)
    return { ...departure, faults: allFaults(departure, plannedOn(departure, from, details), zone) }
  })
  const isClean = departures.every(({ faults }) => faults.length === 0)
  const trips = dry_run
    ? await foreseen(tx, from, departures, serials)
    : isClean
      ? await planTrips(tx, from, departures, details, serials)
      : new Map<string, { id: number; serial: string }>()
  const report = departures.map((departure) => lineOf(departure, trips.get(departure.departure_date), dry_run, locale))
  if (!dry_run && !isClean) refuseAll(report)
  return { dry_run, created: dry_run ? 0 : trips.size, trips: report }
}

const daysAsked = ({ dates, pattern }: Pick<ManyTrips, 'dates' | 'pattern'>) => {
  if (!dates === !pattern) refuseField('dates', ['請填寫出發日或重複規則其中一項。', 'Give either dates or a pattern.'])
  if (pattern && daysBetween(pattern.from, pattern.to) > LONGEST) refuseField('pattern', tooLong)
  const days = dates ?? (pattern ? datesOf(pattern) : [])
  if (!days.length) refuseField('pattern', ['沒有符合的日期。', 'No day fits the pattern.'])
  if (days.length > MOST) refuseField('pattern', [`一次最多 ${MOST} 團。`, `At most ${MOST} trips at once.`])
  return days
}

// The same for all dates, so it is told once.
const refuseSize = (details: TripDetails, { min_pax, max_pax }: SoldPackage) => {
  const size = { capacity: details.capacity ?? max_pax, min_pax: details.min_pax ?? min_pax }
  const errors = contradictions({ departure_date: '2000-01-01', return_date: '2000-01-01', ...size }, 'UTC')
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

const allFaults = (departure: Departure, trip: Parameters<typeof contradictions>[0], zone: string): Words[] => [
  ...faultsOf(departure),
  ...Object.entries(contradictions(trip, zone)).flatMap(([field, words]) =>
    words.map(([zh, en]): Words => [`${field}：${zh}`, `${field}: ${en}`]),
  ),
]

/** What prevents a departure on that date. */
export const faultsOf = ({ is_past, price }: Departure): Words[] => [
  ...(is_past ? [hasPassed] : []),
  ...(price ? [] : [['這一天沒有適用的價格。', 'No price holds on that day.'] as const]),
]

const foreseen = async (tx: Tx, { package_code }: SoldPackage, departures: Departure[], pattern: string) => {
  const days = departures.map(({ departure_date }) => departure_date)
  const next = await nextSerials(
    tx,
    days.map((day) => serialForm(pattern, package_code, day)),
  )
  return new Map(days.map((day, i) => [day, { id: null, serial: next[i] ?? '' }]))
}

const lineOf = (
  departure: Departure & { faults: Words[] },
  trip: { id: number | null; serial: string } | undefined,
  dry_run: boolean,
  locale: Locale,
) => {
  const { departure_date, return_date, also_there } = departure
  const faults = departure.faults.map((words) => say(words, locale))
  const status = faults.length ? 'refused' : dry_run ? 'would_create' : 'created'
  const isPlanned = trip && !faults.length
  return {
    departure_date,
    return_date,
    serial: isPlanned ? trip.serial : null,
    id: isPlanned ? trip.id : null,
    status,
    faults,
    also_there,
  }
}

const refuseAll = (trips: ReturnType<typeof lineOf>[]) =>
  refuse('invalid_input', {
    errors: {
      dates: [
        [
          '有日期不能出團，因此一團也沒有建立；請看每一天的說明。',
          'Some days are not possible, so nothing was planned; see what is said of each day.',
        ],
      ],
    },
    also: {
      trips: trips.map(({ status, ...line }) => ({ ...line, status: status === 'created' ? 'would_create' : status })),
    },
  })
