import type { Flow, Step } from '../../kit/flow.ts'
import { type AttendanceStatus, attendanceStatuses, type Status, statuses } from './schema.ts'

/** Who writes seminars, their sessions and who comes to them. */
export const editors = ['department', 'admin'] as const

// Each step bears the name of the status it leads to. That a session is full follows from who has registered; nobody enters it.

/** What may follow what for a seminar, and for each of its sessions. */
export const steps = {
  draft: { by: editors, from: ['open'], to: 'draft' },
  open: { by: editors, from: ['draft', 'done', 'cancelled'], to: 'open' },
  done: { by: editors, from: ['open'], to: 'done' },
  cancelled: { by: editors, from: ['draft', 'open'], to: 'cancelled' },
} as const satisfies Record<Status, Step<Status>>

export const life = {
  statuses,
  starts: ['draft', 'open'],
  ends: ['done', 'cancelled'],
  steps,
  acts: { sessions: { by: editors, from: ['draft', 'open'] } },
} as const satisfies Flow<Status>

/** What becomes of somebody who was asked to come; a mistake at the door can be undone. */
export const arrivals = {
  invited: { by: editors, from: [], to: 'invited' },
  registered: { by: editors, from: ['invited', 'attended', 'absent'], to: 'registered' },
  attended: { by: editors, from: ['invited', 'registered', 'absent'], to: 'attended' },
  absent: { by: editors, from: ['invited', 'registered', 'attended'], to: 'absent' },
} as const satisfies Record<AttendanceStatus, Step<AttendanceStatus>>

export const attendance = {
  statuses: attendanceStatuses,
  starts: ['invited', 'registered'],
  ends: [],
  steps: arrivals,
} as const satisfies Flow<AttendanceStatus>
