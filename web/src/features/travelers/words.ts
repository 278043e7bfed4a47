import type { getTraveler, TravelerRequest } from 'guidon-sdk'
import type { Words } from '../../kit/words.ts'

export type Traveler = Awaited<ReturnType<typeof getTraveler>>

/** What is read again after a change of a traveler, its papers and wishes. */
export const changes = ['travelers', 'bookings', 'trips', 'work'] as const

export const wishWords: Record<TravelerRequest['status'], Words> = {
  open: ['新的', 'New'],
  acknowledged: ['已知悉', 'Noted'],
  passed_on: ['已轉達', 'Passed on'],
  confirmed: ['已確認', 'Confirmed'],
  declined: ['無法安排', 'Not possible'],
}
/** What a wish can become; the service decides. */
export const nextOfWish: Record<TravelerRequest['status'], readonly TravelerRequest['status'][]> = {
  open: ['acknowledged', 'passed_on', 'confirmed', 'declined'],
  acknowledged: ['open', 'passed_on', 'confirmed', 'declined'],
  passed_on: ['confirmed', 'declined'],
  confirmed: ['passed_on', 'declined'],
  declined: ['open', 'acknowledged'],
}
