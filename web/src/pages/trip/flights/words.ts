import type { PlannedTripFlight } from 'guidon-sdk'
import type { Words } from '../../../kit/words.ts'

export const directionWords: Record<PlannedTripFlight['direction'], Words> = {
  outbound: ['去程', 'Outbound'],
  internal: ['中段', 'On the way'],
  inbound: ['回程', 'Inbound'],
}

export const cabinWords: Record<PlannedTripFlight['cabin'], Words> = {
  economy: ['經濟艙', 'Economy'],
  premium_economy: ['豪華經濟艙', 'Premium economy'],
  business: ['商務艙', 'Business'],
  first: ['頭等艙', 'First'],
}
