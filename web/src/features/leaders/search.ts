import { isDay, isNumber, isText, searchOf, tabOf } from '../../kit/search.ts'

/** The first day that the schedule of the leaders shows, whose, and the trip for which a leader is chosen. */
export const scheduleFilter = searchOf<{ from?: string; area_id?: number; trip?: number }>()({
  from: isDay,
  area_id: isNumber,
  trip: isNumber,
})
export type ScheduleFilter = ReturnType<typeof scheduleFilter>

/** A day of the month for which leaders are proposed, or the chosen trips by their numbers, and which of the proposals. */
export const proposalFilter = searchOf<{ from?: string; trips?: string; seed?: number }>()({
  from: isDay,
  trips: isText,
  seed: isNumber,
})

export const leaderTab = tabOf('leave', 'papers', 'trips', 'countries', 'areas')
export type LeaderTab = NonNullable<ReturnType<typeof leaderTab>['tab']>
