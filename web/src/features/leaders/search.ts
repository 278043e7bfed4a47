import { isDay, isNumber, searchOf, tabOf } from '../../kit/search.ts'

/** The first day that the schedule of the leaders shows, and whose. */
export const scheduleFilter = searchOf<{ from?: string; area_id?: number }>()({ from: isDay, area_id: isNumber })
export type ScheduleFilter = ReturnType<typeof scheduleFilter>

export const leaderTab = tabOf('leave', 'papers', 'countries', 'areas')
export type LeaderTab = NonNullable<ReturnType<typeof leaderTab>['tab']>
