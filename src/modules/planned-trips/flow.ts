import type { Flow, Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import { plannedStatuses, staffedStatuses, tripStatuses as statuses, type TripStatus } from '../trip-statuses.ts'

/** The roles that plan trips and change their status. */
export const editors = ['admin', 'department'] as const

export type TripStep = Step<TripStatus> & {
  to: TripStatus
  /** The title of the notice. */
  title: Words
  needsReason?: true
  /** The trip does not take place, so its leaders are released. */
  frees?: true
  /** The title of the notice if the trip is set back to this status, because a later one was entered by mistake. */
  back?: Words
}

/**
 * The statuses of a trip. A key is the status that is set. Going back to an earlier status needs a reason; a trip never becomes a
 * draft again. What must be true before a step, and who may take it nevertheless, stands in `step-checks.ts`.
 */
// biome-ignore format: a table is read in rows.
export const steps = {
  draft: { by: editors, from: [], to: 'draft', title: ['草稿', 'Draft'] },
  open: {
    by: editors, from: ['draft', 'guaranteed', 'closed'], to: 'open', title: ['開放報名', 'Open for booking'],
    back: ['恢復開放報名', 'Open for booking again'],
  },
  guaranteed: { by: editors, from: ['open'], to: 'guaranteed', title: ['確定出團', 'Guaranteed to depart'] },
  closed: {
    by: editors, from: ['guaranteed', 'departed'], to: 'closed', title: ['關團', 'Closed for booking'],
    back: ['更正：尚未出發', 'Corrected: not departed yet'],
  },
  departed: {
    by: editors, from: ['closed', 'returned'], to: 'departed', title: ['已出發', 'Departed'],
    back: ['更正：尚未返國', 'Corrected: not returned yet'],
  },
  returned: {
    by: editors, from: ['departed', 'settled'], to: 'returned', title: ['已返國', 'Returned'],
    back: ['更正：尚未結團', 'Corrected: not settled yet'],
  },
  settled: { by: editors, from: ['returned'], to: 'settled', title: ['已結團', 'Settled'] },
  cancelled: {
    by: editors, from: plannedStatuses, to: 'cancelled', title: ['取消出團', 'Cancelled'],
    needsReason: true, frees: true,
  },
} as const satisfies Record<TripStatus, TripStep>

const handlers = ['admin', 'sales', 'department', 'leader'] as const
// The order is that in which a refusal lists the roles.
const leading = ['department', 'admin', 'manager'] as const

export const tripFlow = {
  statuses,
  starts: ['draft', 'open'],
  ends: ['settled', 'cancelled'],
  steps,
  words: { status: 'trip_status', step: 'trip_step' },
  acts: {
    move: { by: editors, from: plannedStatuses },
    flights: { by: editors, from: [...staffedStatuses, 'returned'] },
    handover: { by: handlers, from: statuses.filter((status) => status !== 'cancelled') },
    'assigned-leader': { by: leading, from: staffedStatuses },
    'briefing-leader': { by: leading, from: staffedStatuses },
  },
} as const satisfies Flow<TripStatus>

/** Whether this step leads back to an earlier status. */
export function isBack(from: TripStatus, to: TripStatus) {
  return statuses.indexOf(to) < statuses.indexOf(from)
}
