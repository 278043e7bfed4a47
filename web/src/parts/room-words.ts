import type { PlannedTripStay } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

export type RoomType = PlannedTripStay['rooms'][number]['type']

export const roomWords: Record<RoomType, Words> = {
  single: ['單人房', 'single'],
  twin: ['雙床房', 'twin'],
  double: ['大床房', 'double'],
  triple: ['三人房', 'triple'],
  quad: ['四人房', 'quad'],
  suite: ['套房', 'suite'],
}
