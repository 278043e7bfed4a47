import type { Words } from '../../kit/words/words.ts'
import type { requestKinds } from '../special-request-kinds.ts'
import type { RequestStatus } from './schema.ts'

export const kindWords: Record<(typeof requestKinds)[number], Words> = {
  meal: ['餐食', 'Meal'],
  seat: ['座位', 'Seat'],
  room: ['房間', 'Room'],
  medical: ['醫療', 'Medical'],
  mobility: ['行動協助', 'Mobility'],
  celebration: ['慶祝', 'Celebration'],
  other: ['其他', 'Other'],
}

export const statusWords: Record<RequestStatus, Words> = {
  open: ['待處理', 'open'],
  acknowledged: ['已收到', 'acknowledged'],
  passed_on: ['已轉達', 'passed on'],
  confirmed: ['已確認', 'confirmed'],
  declined: ['無法安排', 'declined'],
}
