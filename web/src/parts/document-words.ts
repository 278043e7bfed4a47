import type { TripRegistrationDocument } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

export const documentKindWords: Record<TripRegistrationDocument['kind'], Words> = {
  passport: ['護照', 'Passport'],
  visa: ['簽證', 'Visa'],
  id: ['身分證', 'Identity card'],
  photo: ['照片', 'Photograph'],
  insurance: ['保險', 'Insurance'],
  consent: ['同意書', 'Consent'],
  other: ['其他', 'Other'],
}
export const documentStatusWords: Record<TripRegistrationDocument['status'], Words> = {
  missing: ['待繳', 'Wanted'],
  received: ['待審', 'To be checked'],
  verified: ['已審', 'Verified'],
  rejected: ['退件', 'Rejected'],
  expired: ['過期', 'Expired'],
}
/** In the color of who has to act. */
export const documentHues: Record<TripRegistrationDocument['status'], string> = {
  missing: 'turn-customer',
  received: 'turn-sales',
  verified: 'turn-done',
  rejected: 'turn-customer',
  expired: 'turn-late',
}
