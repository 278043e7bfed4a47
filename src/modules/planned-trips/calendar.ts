import { Type } from 'typebox'
import { jsonArray } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseBackwards, refuseField } from '../../kit/errors.ts'
import { day, oneOf, orNull, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { conditionsOf, parametersOf, queryParameters } from '../../kit/list/filters.ts'
import { leaderIn, OfLeader, StandingTrip, tripInEnglish } from '../shown-names.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { tripFilters } from './read.ts'
import { daysBetween } from './rules.ts'
import { guaranteeState, guaranteeStates, Seats, seats } from './seats.ts'
import { listReaders, tripsSeenBy } from './visible.ts'

/** A departure in the calendar. */
const CalendarTrip = Type.Object({
  ...StandingTrip.properties,
  assigned_leader: orNull(OfLeader),
  seats: Seats,
  ...shownFields({ guarantee_state: oneOf(guaranteeStates) }),
})

/** The filters of the calendar, without its two days. */
const { from: _from, to: _to, ...calendarFilters } = tripFilters

const CalendarQuery = Type.Object(
  { from: day(), to: day(), ...queryParameters(calendarFilters) },
  { additionalProperties: false },
)

/** The number of days between the first and the last day of a leap year. */
const MOST_DAYS = 365
const tooLong = [
  '行事曆一次最多一年，請縮短期間。',
  'The calendar shows a year at the most; choose a shorter span.',
] as const

/** All departures between two days, without paging. */
const departuresBetween = (db: Db, reader: Reader, query: { from: string; to: string }) =>
  departures(db, { ...parametersOf(tripFilters, query), ...reader })

const departures = jsonArray((db, given: Reader & Record<string, unknown>) =>
  conditionsOf(tripFilters, given)
    .reduce((rows, condition) => rows.where(condition), tripsSeenBy(db, given))
    .select(['planned_trips.id', 'serial', 'name', tripInEnglish('planned_trips').as('name_en')])
    .select(['departure_date', 'return_date', 'status'])
    .select([leaderIn('planned_trips.assigned_leader_id').as('assigned_leader'), seats.as('seats')])
    .select(guaranteeState.as('guarantee_state'))
    .orderBy('planned_trips.departure_date')
    .orderBy('planned_trips.id'),
)

export const tripCalendar = routes((on) => {
  on.get(
    '/calendar',
    {
      name: 'listTripCalendar',
      access: listReaders,
      summary: 'All departures between two days, at most a year apart',
      slow: true,
      query: CalendarQuery,
      returns: Type.Array(CalendarTrip),
      etag: 'none',
    },
    ({ db, actor, query }) => {
      refuseBackwards(query.from, query.to)
      if (daysBetween(query.from, query.to) > MOST_DAYS) refuseField('to', tooLong)
      return departuresBetween(db, readerOf(actor), query)
    },
  )
})
