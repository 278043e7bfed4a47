import { tripStatusWords } from 'guidon-sdk/words'
import type { Words } from '../../../kit/words.ts'
import type { TripStatus } from '../shared/status.ts'

/** Labels of the steps. */
const stepWords: Record<TripStatus, Words> = {
  draft: ['草稿', 'Draft'],
  open: ['開放報名', 'Open for booking'],
  guaranteed: ['確定出團', 'Guarantee departure'],
  closed: ['關團', 'Close for booking'],
  departed: ['出發', 'Departed'],
  returned: ['已返國', 'Returned'],
  settled: ['結團', 'Settle'],
  cancelled: ['取消出團', 'Cancel the trip'],
}

export const course = Object.keys(stepWords) as TripStatus[]
export const isAhead = (from: TripStatus, to: TripStatus) =>
  to !== 'cancelled' && course.indexOf(to) > course.indexOf(from)
export const isBack = (from: TripStatus, to: TripStatus) => to !== 'cancelled' && !isAhead(from, to)

/** The words of a step from the current status; those of a step back say so. */
export const wordsOfStep = (from: TripStatus, to: TripStatus): Words =>
  isBack(from, to) ? [`退回「${tripStatusWords[to][0]}」`, `Back to “${tripStatusWords[to][1]}”`] : stepWords[to]
