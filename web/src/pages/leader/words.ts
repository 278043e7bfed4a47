import type { LeaderUnavailability, TourLeaderFile } from 'guidon-sdk'
import type { Words } from '../../kit/words.ts'

export const leaveWords: Record<LeaderUnavailability['type'], Words> = {
  annual_leave: ['特休', 'Annual leave'],
  personal: ['事假', 'Personal'],
  sick: ['病假', 'Sick leave'],
  training: ['教育訓練', 'Training'],
  external_trip: ['外團', 'Trip of another agency'],
  other: ['其他', 'Other'],
}
export const answerWords: Record<LeaderUnavailability['status'], Words> = {
  requested: ['待核准', 'Asked'],
  approved: ['已核准', 'Approved'],
  rejected: ['未核准', 'Not approved'],
  cancelled: ['已取消', 'Cancelled'],
}
/** In the color of who has to act. */
export const answerHues: Record<LeaderUnavailability['status'], string> = {
  requested: 'turn-department',
  approved: 'turn-done',
  rejected: 'turn-late',
  cancelled: 'turn-over',
}

export const paperWords: Record<TourLeaderFile['kind'], Words> = {
  passport: ['護照', 'Passport'],
  license: ['領隊證', 'Licence'],
  visa: ['簽證', 'Visa'],
  id_card: ['身分證', 'Identity card'],
  photo: ['照片', 'Photograph'],
  certificate: ['證書', 'Certificate'],
  contract: ['合約', 'Contract'],
}
