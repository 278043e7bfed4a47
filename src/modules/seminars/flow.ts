import type { Step } from '../../kit/flow.ts'
import type { AttendanceStatus, Status } from './schema.ts'

// Each step bears the name of the status it leads to. That a session is full follows from who has registered; nobody enters it.

/** What may follow what for a seminar, and for each of its sessions. */
export const steps = {
  draft: { from: ['open'], to: 'draft' },
  open: { from: ['draft', 'done', 'cancelled'], to: 'open' },
  done: { from: ['open'], to: 'done' },
  cancelled: { from: ['draft', 'open'], to: 'cancelled' },
} as const satisfies Record<Status, Step<Status>>

/** What becomes of somebody who was asked to come; a mistake at the door can be undone. */
export const arrivals = {
  invited: { from: [], to: 'invited' },
  registered: { from: ['invited', 'attended', 'absent'], to: 'registered' },
  attended: { from: ['invited', 'registered', 'absent'], to: 'attended' },
  absent: { from: ['invited', 'registered', 'attended'], to: 'absent' },
} as const satisfies Record<AttendanceStatus, Step<AttendanceStatus>>
