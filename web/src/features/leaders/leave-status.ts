import type { LeaderUnavailability } from 'guidon-sdk'

/** The color shows who has to act. */
export const answerHues: Record<LeaderUnavailability['status'], string> = {
  requested: 'turn-department',
  approved: 'turn-done',
  rejected: 'turn-late',
  cancelled: 'turn-over',
}
