import type { TripRegistrationDocument } from 'guidon-sdk'

/** The color shows who has to act. */
export const documentHues: Record<TripRegistrationDocument['status'], string> = {
  missing: 'turn-customer',
  received: 'turn-sales',
  verified: 'turn-done',
  rejected: 'turn-customer',
  expired: 'turn-late',
}
