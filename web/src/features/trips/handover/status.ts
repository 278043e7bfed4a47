import type { PlannedTripHandover } from 'guidon-sdk'

export const statusHues: Record<PlannedTripHandover['status'], string> = {
  pending: 'turn-department',
  accepted: 'turn-done',
  returned: 'turn-late',
}
