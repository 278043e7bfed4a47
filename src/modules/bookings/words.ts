import type { Words } from '../../kit/words/words.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { isNotice, type NoticeName } from '../languages/samples.ts'
import type { LineKind } from './booking.ts'
import type { StepName } from './flow.ts'

export const statusWords: Record<BookingStatus, Words> = {
  waitlisted: ['候補中', 'Waitlisted'],
  held: ['名額保留中', 'Seats held'],
  confirmed: ['已確認', 'Confirmed'],
  cancelled: ['已取消', 'Cancelled'],
  completed: ['已完成', 'Completed'],
  expired: ['保留逾期', 'Hold expired'],
}

export const lineWords: Record<LineKind, Words> = {
  adult: ['大人', 'Adult'],
  child_with_bed: ['小孩佔床', 'Child with bed'],
  child_no_bed: ['小孩不佔床', 'Child without bed'],
  infant: ['嬰兒', 'Infant'],
  land_only: ['不含機票', 'Land only'],
  single_supplement: ['單人房差', 'Single supplement'],
  addon: ['加購', 'Add-on'],
  surcharge: ['加價', 'Surcharge'],
  discount: ['優惠', 'Discount'],
  cancellation: ['取消結算', 'Settled on cancellation'],
}

/** A step, the cancellation or the return of one traveler, the confirmation mail, which is sent again on request, or the link that was lost. */
export type Mailable = StepName | 'cancel-traveler' | 'restore-traveler' | 'receipt' | 'link'
/** The steps after which the contact gets a mail. */
export type Letter = Extract<
  Mailable,
  keyof { [N in NoticeName as N extends `booking.${infer Step}` ? Step : never]: N }
>
/** A party on the waitlist is told so, and never that its seats are kept. */
export function noticeOfLetter(step: Letter, status: BookingStatus) {
  const isWaiting = status === 'waitlisted' && (step === 'register' || step === 'confirm-contact')
  return isWaiting ? (`booking.${step}/waitlisted` as const) : (`booking.${step}` as const)
}

export function isLetter(step: Mailable): step is Letter {
  return isNotice(`booking.${step}`)
}
