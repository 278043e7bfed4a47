import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import type { Words } from '../../../kit/words.ts'

export type Leg = PlannedTripSegment['legs'][number]

// The forms are loaded later than the page; it gives them these words, so that both need them once.

export const stayWords: Record<PlannedTripStay['status'], Words> = {
  requested: ['已訂未回', 'Requested'],
  confirmed: ['已確認', 'Confirmed'],
  cancelled: ['取消', 'Cancelled'],
}
export type StayWords = typeof stayWords

export const legWords = {
  types: {
    coach: ['遊覽車', 'Coach'],
    flight: ['航班', 'Flight'],
    train: ['火車', 'Train'],
    ferry: ['渡輪', 'Ferry'],
    transfer: ['接送', 'Transfer'],
    hotel: ['飯店', 'Hotel'],
    meal: ['用餐', 'Meal'],
    visit: ['參觀', 'Visit'],
    free: ['自由活動', 'Free time'],
  },
  statuses: {
    planned: ['規劃中', 'Planned'],
    requested: ['已洽訂', 'Requested'],
    confirmed: ['已確認', 'Confirmed'],
    completed: ['已完成', 'Completed'],
    cancelled: ['已取消', 'Cancelled'],
  },
} satisfies { types: Record<Leg['type'], Words>; statuses: Record<Leg['status'], Words> }
export type LegWords = typeof legWords
