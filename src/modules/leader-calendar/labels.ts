import type { Words } from '../../kit/words/words.ts'
import type { UnavailabilityType } from './schema.ts'

export const typeWords: Record<UnavailabilityType, Words> = {
  annual_leave: ['特休', 'Annual leave'],
  sick: ['病假', 'Sick leave'],
  personal: ['事假', 'Personal leave'],
  training: ['訓練', 'Training'],
  external_trip: ['外部帶團', 'Trip for another agency'],
  other: ['其他', 'Other'],
}

export const briefingWords: Words = ['說明會', 'Briefing']
export const restWords: Words = ['休息', 'Rest']
