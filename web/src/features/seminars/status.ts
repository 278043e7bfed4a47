import type { SeminarSession, SessionAttendance } from 'guidon-sdk'

/** The statuses that a person can choose; `full` follows from the seats. */
export const chosenStatuses = ['draft', 'open', 'done', 'cancelled'] as const
type Chosen = (typeof chosenStatuses)[number]

/** The status in a form; a new session begins as a draft or open. */
export const statusIn = (text: string) => chosenStatuses.find((each) => each === text)
export const begun = (status: Chosen | undefined) => (status === 'draft' || status === 'open' ? { status } : {})

export const statusHues: Record<SeminarSession['status'], string> = {
  draft: 'turn-over',
  open: 'turn-sales',
  full: 'turn-customer',
  done: 'turn-done',
  cancelled: 'turn-over',
}

export const attendanceHues: Record<SessionAttendance['status'], string> = {
  invited: 'turn-customer',
  registered: 'turn-sales',
  attended: 'turn-done',
  absent: 'turn-over',
}
