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

/** What a traveler needs: an entry of the traveler itself, or a special request. */
export const needWords: Record<'diet' | 'no_food' | 'allergies' | (typeof requestKinds)[number], Words> = {
  diet: ['餐食種類', 'Kind of meal'],
  no_food: ['不吃的食物', 'Food not eaten'],
  allergies: ['過敏與健康', 'Allergies and health'],
  ...kindWords,
}

export const statusWords: Record<RequestStatus, Words> = {
  open: ['待處理', 'open'],
  acknowledged: ['已收到', 'acknowledged'],
  passed_on: ['已轉達', 'passed on'],
  confirmed: ['已確認', 'confirmed'],
  declined: ['無法安排', 'declined'],
}
