import type { Flow, Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import { aliveStatuses, type BookingStatus, bookingStatuses as statuses } from '../booking-statuses.ts'

/** The roles that may change bookings. */
export const editors = ['sales', 'admin'] as const
/** The roles that record payments, and send receipts. */
export const cashiers = [...editors, 'finance'] as const
/** The roles of these that record refunds. */
export const refunders = ['finance', 'admin'] as const
/** The roles that give discounts above the limit of the agency. */
export const approvers = ['manager', 'admin'] as const
/** The roles that hand a booking over to another salesperson: a manager too, so that nothing is left lying. */
export const handers = ['sales', 'manager', 'admin'] as const
const anybody = ['customer', ...editors] as const

export type BookingState = {
  status: BookingStatus
  /** Seats are offered to it and not yet accepted. */
  isOffered: boolean
  /** Nothing is paid for it. */
  isUnpaid: boolean
  /** The mailbox of its contact is proved. */
  isProved: boolean
  /** It was cancelled with its trip, not by its customer. */
  isCalledOff: boolean
  /** It was cancelled by this person a moment ago, and nobody is told yet. */
  isUndoable: boolean
  /** It was cancelled some days ago at most, and its trip is still to depart. */
  isRestorable: boolean
}

export type BookingStep = Step<BookingStatus, BookingState> & {
  /** The title of the notice to sales. Without one, sales get no notice. */
  title?: Words
  /** The contact of the booking gets a mail. */
  isMailed?: true
}

/** The steps of a booking. A key is the last segment of the step's path if people take it; the others are taken by the system. */
// biome-ignore format: a table is read in rows.
export const steps = {
  register: {
    by: editors, from: [], to: { held: 'held', waitlisted: 'waitlisted' },
    title: ['新的報名', 'New registration'], isMailed: true,
  },
  'confirm-contact': {
    by: anybody, from: [...aliveStatuses, 'expired'],
    to: { waitlisted: 'waitlisted', held: 'held', confirmed: 'confirmed' }, when: ({ isProved }) => !isProved,
    title: ['聯絡人已確認', 'The contact has been confirmed'], isMailed: true,
  },
  offer: {
    by: [], from: ['waitlisted'], to: 'held',
    title: ['候補遞補，待客戶接受', 'Seats are offered to the waitlist'], isMailed: true,
  },
  call_up: {
    by: [], from: ['waitlisted'], to: 'waitlisted', when: ({ isProved }) => !isProved,
    title: ['候補輪到，待客戶確認信箱', 'The next in line is asked to confirm its mailbox'], isMailed: true,
  },
  accept: {
    by: anybody, from: ['held'], to: 'held', when: ({ isOffered }) => isOffered,
    title: ['客戶接受遞補', 'The offered seats are accepted'], isMailed: true,
  },
  decline: {
    by: ['customer'], from: ['waitlisted', 'held'], to: 'cancelled', when: ({ status, isOffered, isUnpaid }) => status === 'waitlisted' || isOffered || isUnpaid,
    title: ['客戶放棄名額', 'The customer gives up the seats'],
  },
  confirm: {
    by: editors, from: ['held'], to: 'confirmed', isMailed: true,
  },
  cancel: {
    by: editors, from: aliveStatuses, to: 'cancelled',
    title: ['訂單取消', 'Cancelled'], isMailed: true,
  },
  'undo-cancel': {
    by: ['sales', 'manager', 'admin'], from: ['cancelled'], to: { waitlisted: 'waitlisted', held: 'held', confirmed: 'confirmed' },
    when: ({ isUndoable }) => isUndoable,
  },
  restore: {
    by: approvers, from: ['cancelled'], to: { waitlisted: 'waitlisted', held: 'held', confirmed: 'confirmed' },
    when: ({ isRestorable }) => isRestorable, title: ['訂單已恢復', 'The booking is restored'], isMailed: true,
  },
  call_off: {
    by: [], from: aliveStatuses, to: 'cancelled', isMailed: true,
  },
  expire: {
    by: [], from: ['held'], to: 'expired',
    title: ['保留逾期', 'The hold has expired'], isMailed: true,
  },
  reinstate: {
    by: editors, from: ['expired'], to: 'held', isMailed: true,
  },
  transfer: {
    by: editors, from: [...aliveStatuses, 'cancelled'],
    to: { waitlisted: 'held', held: 'held', confirmed: 'confirmed', cancelled: 'held' },
    when: ({ status, isCalledOff }) => status !== 'cancelled' || isCalledOff,
    title: ['訂單轉團', 'Moved to another trip'], isMailed: true,
  },
  complete: {
    by: [], from: ['confirmed'], to: 'completed',
  },
  reopen: {
    by: [], from: ['completed'], to: 'confirmed',
  },
} as const satisfies Record<string, BookingStep>
export type StepName = keyof typeof steps

export const bookingFlow = {
  statuses,
  starts: ['held', 'waitlisted'],
  ends: ['cancelled', 'completed', 'expired'],
  steps,
  words: { status: 'booking_status', step: 'booking_step' },
  acts: { change: { by: ['customer'], from: aliveStatuses } },
} as const satisfies Flow<BookingStatus, BookingState>

type Facts = {
  status: BookingStatus
  offered_at: string | null
  contact_proved_at: string | null
  cancel_cause: string | null
  paid: number
}

/** The facts that the flow depends on. Whether a cancellation can be taken back depends on the clock; who asks for that adds it. */
export function stateOf({ status, offered_at, contact_proved_at, cancel_cause, paid }: Facts): BookingState {
  return {
    status,
    isOffered: offered_at !== null,
    isUnpaid: paid === 0,
    isProved: contact_proved_at !== null,
    isCalledOff: cancel_cause !== null && cancel_cause !== 'traveler',
    isUndoable: false,
    isRestorable: false,
  }
}
