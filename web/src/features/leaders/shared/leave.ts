import type { LeaderUnavailability } from 'guidon-sdk'
import { span } from '../../../kit/days.ts'

/** Whether an approval of these days off overrides a conflict. Tentative ones never do. */
export const isInConflict = ({ firmness, conflicts }: Pick<LeaderUnavailability, 'firmness' | 'conflicts'>) =>
  firmness === 'hard' && conflicts.some(({ blocks }) => blocks)

export const spanOf = ({ starts_on, ends_on }: Pick<LeaderUnavailability, 'starts_on' | 'ends_on'>) =>
  span(starts_on, ends_on)

/** Query keys to refresh after a change of days off: the list, the schedule, the open work, and what waits for approval. */
export const changed = ['leave', 'schedule', 'work', 'approvals'] as const
