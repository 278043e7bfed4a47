import type { LeaderUnavailability } from 'guidon-sdk'

/** In the color of who has to act. */
export const answerHues: Record<LeaderUnavailability['status'], string> = {
  requested: 'turn-department',
  approved: 'turn-done',
  rejected: 'turn-late',
  cancelled: 'turn-over',
}
