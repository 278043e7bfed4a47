import type { getTraveler, TravelerRequest } from 'guidon-sdk'
import type { Words } from '../../kit/words.ts'

export type Traveler = Awaited<ReturnType<typeof getTraveler>>

/** Query keys to refresh after a change of a traveler, its documents or special requests. */
export const changes = ['travelers', 'bookings', 'trips', 'work'] as const

export const specialRequestWords: Record<TravelerRequest['status'], Words> = {
  open: ['待處理', 'Open'],
  acknowledged: ['已收到', 'Acknowledged'],
  passed_on: ['已轉達', 'Passed on'],
  confirmed: ['已確認', 'Confirmed'],
  declined: ['無法安排', 'Not possible'],
}
/** The statuses of a special request; the service decides which are possible. */
export const nextOfSpecialRequest: Record<TravelerRequest['status'], readonly TravelerRequest['status'][]> = {
  open: ['acknowledged', 'passed_on', 'confirmed', 'declined'],
  acknowledged: ['open', 'passed_on', 'confirmed', 'declined'],
  passed_on: ['confirmed', 'declined'],
  confirmed: ['passed_on', 'declined'],
  declined: ['open', 'acknowledged'],
}
