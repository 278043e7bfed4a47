import { dayOf } from 'guidon-design/formats'

/** From an instant on the trip is in a zone: a flight has left for there, or the evening of a night there has come. */
export type Move = { at: string; zone: string }
/** A trip as far as it decides which day it is there. `starts_in` is the zone before its first move. */
export type Way = { moves: readonly Move[]; starts_in: string; departure_date: string; return_date: string }

/** The zone of the place where a trip is at an instant. */
export function zoneAt({ moves, starts_in }: Pick<Way, 'moves' | 'starts_in'>, now: string) {
  return moves.findLast(({ at }) => Date.parse(at) <= Date.parse(now))?.zone ?? starts_in
}

/** The day at the place where a trip is; undefined before the day before the departure and after the return. */
export function dayOnRoad(way: Way, now: string) {
  const day = dayOf(now, zoneAt(way, now))
  return isOnRoad(way, day) ? day : undefined
}

/** Whether a day is shown as one of the road: from the day before the departure to the return. */
export function isOnRoad({ departure_date, return_date }: Pick<Way, 'departure_date' | 'return_date'>, day: string) {
  return day >= daysAfter(departure_date, -1) && day <= return_date
}

export function daysAfter(day: string, days: number) {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The leader's own number is told from so many days before the departure until the return. */
const DAYS_BEFORE = 3

/** Whether the leader's number is told on a day. Who learns it is decided by `isSold`, as for the departure notice. */
export function isLeaderReached(
  { departure_date, return_date }: Pick<Way, 'departure_date' | 'return_date'>,
  day: string,
) {
  return day >= daysAfter(departure_date, -DAYS_BEFORE) && day <= return_date
}
