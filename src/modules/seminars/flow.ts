import type { Flow, Step } from '../../kit/flow.ts'

export const statuses = ['draft', 'open', 'done', 'cancelled'] as const
export type Status = (typeof statuses)[number]
export const attendanceStatuses = ['invited', 'registered', 'attended', 'absent'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** The roles that may change seminars, sessions and attendances. */
export const editors = ['department', 'admin'] as const

/** The roles that may also put people on the list of a session and invite them. */
export const hosts = [...editors, 'sales', 'manager'] as const

/** The roles that may also override a conflict of the briefing leader. */
export const planners = [...editors, 'manager'] as const

// Each step is named after the status it leads to. Whether a session is full is derived from its attendances.

/** The steps of a seminar and of each of its sessions. */
const steps = {
  draft: { by: editors, from: ['open'], to: 'draft' },
  open: { by: editors, from: ['draft', 'done', 'cancelled'], to: 'open' },
  done: { by: editors, from: ['open'], to: 'done' },
  cancelled: { by: editors, from: ['draft', 'open'], to: 'cancelled' },
} as const satisfies Record<Status, Step<Status>>

export const sessionFlow = {
  statuses,
  starts: ['draft', 'open'],
  ends: ['done', 'cancelled'],
  steps,
  words: { status: 'seminar_status', step: 'seminar_step' },
  acts: { sessions: { by: planners, from: ['draft', 'open'] } },
} as const satisfies Flow<Status>

/** The steps of an attendance; a mistaken check-in can be undone. */
export const arrivals = {
  invited: { by: editors, from: [], to: 'invited' },
  registered: { by: editors, from: ['invited', 'attended', 'absent'], to: 'registered' },
  attended: { by: [...editors, 'sales', 'leader'], from: ['invited', 'registered', 'absent'], to: 'attended' },
  absent: { by: editors, from: ['invited', 'registered', 'attended'], to: 'absent' },
} as const satisfies Record<AttendanceStatus, Step<AttendanceStatus>>

export const attendanceFlow = {
  statuses: attendanceStatuses,
  starts: ['invited', 'registered'],
  ends: [],
  steps: arrivals,
  words: { status: 'attendance_status', step: 'attendance_step' },
} as const satisfies Flow<AttendanceStatus>
