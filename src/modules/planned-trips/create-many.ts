import { Temporal } from 'temporal-polyfill'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { undone } from '../../kit/db/transaction.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { clock, day, defaulted, flag, labelled, list, nullable, orNull, shownFields, whole } from '../../kit/fields.ts'
import { BulkMeta } from '../../kit/http/routes/bulk.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { BriefingOfMany, briefingOn, refuseBackwardBriefing } from './briefing-hours.ts'
import {
  type Departure,
  departuresOn,
  faultsOf,
  packageFor,
  planned,
  plannedOn,
  planTrips,
  type SoldPackage,
  type TripDetails,
} from './create.ts'
import { editors } from './flow.ts'
import { atTime, contradictions, daysBetween, daysLater } from './rules.ts'
import { Assembly, PlannedTrip } from './trip.ts'

const Pattern = Type.Object({
  from: day(),
  to: day(),
  weekdays: Type.Array(whole(1, 7), { minItems: 1, maxItems: 7, uniqueItems: true }),
  except: defaulted(list(day(), 366)),
})
type Pattern = Static<typeof Pattern>

/** The meeting point and the briefing of each departure: a number of days before it, and the local time of the agency. */
const relative = {
  assembly: nullable(
    Type.Object({
      ...Assembly.properties,
      days_before: Type.Optional(whole(0, 1)),
      time: labelled(Type.Optional(clock()), ['時間', 'Time']),
    }),
  ),
  briefing: Type.Optional(BriefingOfMany),
}

/** Departures on these dates, or on these weekdays (Monday is 1); all or none. */
const ManyTrips = Type.Object({
  ...planned,
  ...relative,
  dates: labelled(Type.Optional(Type.Array(day(), { minItems: 1, maxItems: 366, uniqueItems: true })), [
    '出發日',
    'Dates',
  ]),
  pattern: Type.Optional(Pattern),
  dry_run: Type.Optional(flag()),
})
type ManyTrips = Static<typeof ManyTrips>

const Line = shownFields({
  departure_date: day(),
  return_date: nullable(day()),
  serial: nullable(PlannedTrip.properties.serial),
})
const Report = Type.Array(
  Type.Object({
    ...Line,
    id: orNull(Type.Integer()),
    status: Type.Enum(['created', 'would_create', 'refused']),
    faults: Type.Array(Type.String()),
    also_there: Type.Array(Type.String()),
  }),
)

declare module '../../kit/events.ts' {
  interface Events {
    /** Trips were planned together with their briefings, or got them later. */
    'planned-trips.briefed': { planned_trip_ids: number[]; actor_id: number }
  }
}

const MOST_TRIPS = 366
const MOST_DAYS = 731
const tooLong = [
  '樣式最長兩年，請分次建立。',
  'A pattern lasts two years at the most: plan the rest with another call.',
] as const

/**
 * Plans many departures, or previews them. If one date is not possible, none is planned. With `briefing`, each trip also gets a
 * session.
 */
const planMany = async (
  tx: Tx,
  { package_id, dates, pattern, dry_run = false, assembly, briefing, ...details }: ManyTrips,
  { serials, actor_id, zone, locale }: { serials: string; actor_id: number; zone: string; locale: Locale },
) => {
  const from = await packageFor(tx, package_id)
  refuseSize(details, from)
  if (briefing) refuseBackwardBriefing('briefing.ends', briefing)
  const days = await departuresOn(tx, from, daysAsked({ dates, pattern }))
  const departures = days.map((day) => {
    const departure = withHours(day, { assembly, briefing }, zone)
    return { ...departure, faults: allFaults(departure, plannedOn(departure, from, details), zone) }
  })
  const possible = departures.filter(({ faults }) => faults.length === 0)
  const isClean = possible.length === departures.length
  const plan = async () => {
    const trips = await planTrips(tx, from, possible, details, serials)
    if (briefing) await emit(tx, 'planned-trips.briefed', { planned_trip_ids: idsOf(trips), actor_id })
    return trips
  }
  let trips = new Map<string, { id: number | null; serial: string }>()
  if (possible.length && dry_run) await undone(tx, async () => (trips = withoutIds(await plan())))
  if (isClean && !dry_run) trips = await plan()
  const report = departures.map((departure) => lineOf(departure, trips.get(departure.departure_date), dry_run, locale))
  if (!dry_run && !isClean) refuseAll(report)
  return { json: JSON.stringify(report), meta: { dry_run, created: dry_run ? 0 : trips.size } }
}

const idsOf = (trips: Map<string, { id: number }>) => [...trips.values()].map(({ id }) => id)

// The sizes are the same for all dates, so they are refused once.
const refuseSize = (details: TripDetails, { min_pax, max_pax }: SoldPackage) => {
  const size = { capacity: details.capacity ?? max_pax, min_pax: details.min_pax ?? min_pax }
  const errors = contradictions({ departure_date: '2000-01-01', return_date: '2000-01-01', ...size }, 'UTC')
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

const daysAsked = ({ dates, pattern }: Pick<ManyTrips, 'dates' | 'pattern'>) => {
  if (!dates === !pattern) refuseField('dates', ['請填寫出發日或重複規則其中一項。', 'Give either dates or a pattern.'])
  if (pattern && daysBetween(pattern.from, pattern.to) > MOST_DAYS) refuseField('pattern', tooLong)
  const days = dates ?? (pattern ? datesOf(pattern) : [])
  if (!days.length) refuseField('pattern', ['沒有符合的日期。', 'No day fits the pattern.'])
  if (days.length > MOST_TRIPS)
    refuseField('pattern', [`一次最多 ${MOST_TRIPS} 團。`, `At most ${MOST_TRIPS} trips at once.`])
  return days
}

/** The dates of a pattern; Monday is 1. */
export function datesOf({ from, to, weekdays, except = [] }: Pattern): string[] {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  const { days } = first.until(last)
  return Array.from({ length: Math.max(days + 1, 0) }, (_, i) => first.add({ days: i }))
    .filter((day) => weekdays.includes(day.dayOfWeek))
    .map(String)
    .filter((day) => !except.includes(day))
}

/** The meeting point and the briefing of a departure, computed from the relative ones. */
const withHours = (
  departure: Departure,
  { assembly, briefing }: Pick<ManyTrips, 'assembly' | 'briefing'>,
  zone: string,
): Departure => {
  const on = (days: number) => daysLater(departure.departure_date, -days)
  const { days_before, time, ...point } = assembly ?? {}
  if (days_before !== undefined && time === undefined) refuseField('assembly.time', needsTime)
  return {
    ...departure,
    hours: {
      ...(assembly && { assembly: time ? { ...point, at: atTime(on(days_before ?? 0), time, zone) } : point }),
      ...(briefing && briefingOn(departure.departure_date, briefing, zone)),
    },
  }
}

const needsTime = ['請與「出發前幾天」一起填寫。', 'Give it together with the days before the departure.'] as const

const allFaults = (departure: Departure, trip: Parameters<typeof contradictions>[0], zone: string): Words[] => [
  ...faultsOf(departure),
  ...Object.entries(contradictions(trip, zone)).flatMap(([field, words]) =>
    words.map(([zh, en]): Words => [`${field}：${zh}`, `${field}: ${en}`]),
  ),
]

// A preview plans the trips and takes them back, so that it refuses what planning refuses; their ids are not used again.
const withoutIds = (trips: Map<string, { serial: string }>) =>
  new Map([...trips].map(([day, { serial }]) => [day, { id: null, serial }]))

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

export const tripBulkCreation = routes((on, { serialPattern, zone }) => {
  on.create(
    '/bulk/create',
    {
      name: 'createPlannedTrips',
      access: editors,
      summary: 'Plan many trips of a package, all or none',
      body: ManyTrips,
      returns: Report,
      meta: BulkMeta,
      etag: 'none',
    },
    ({ tx, actor, body, locale }) => planMany(tx, body, { serials: serialPattern, actor_id: actor.id, zone, locale }),
  )
})
