import type { Flow, Step } from '../../kit/flow.ts'
import { refunders } from '../bookings/flow.ts'

export const receiptMedia = ['electronic', 'paper'] as const

export const receiptStatuses = ['queued', 'issued', 'refused', 'void_waiting', 'void'] as const
export type ReceiptStatus = (typeof receiptStatuses)[number]
/** What is told of a receipt. What is asked waits for the platform. */
export const receiptNews = [
  'queued',
  'issued',
  'refused',
  'void_asked',
  'void',
  'allowance_asked',
  'allowance_confirm_asked',
  'allowance_cancel_asked',
  'allowed',
  'allowance_cancelled',
] as const

/** The status of a receipt, and whether a part of it was given back, after which it is not voided any more. */
export type ReceiptState = { status: ReceiptStatus; hasAllowance: boolean }

/** The steps of a receipt. One on paper is issued and void at once; for an electronic one the answer of the platform decides. */
export const receiptSteps = {
  issue: { by: [], from: ['queued'], to: 'issued' },
  refuse: { by: [], from: ['queued'], to: 'refused' },
  void: {
    by: refunders,
    from: ['issued'],
    to: { electronic: 'void_waiting', paper: 'void' },
    when: ({ hasAllowance }) => !hasAllowance,
  },
  voided: { by: [], from: ['void_waiting'], to: 'void' },
} as const satisfies Record<string, Step<ReceiptStatus, ReceiptState>>

export const receiptFlow = {
  statuses: receiptStatuses,
  starts: ['queued', 'issued'],
  ends: ['issued', 'refused', 'void'],
  steps: receiptSteps,
  words: { status: 'legal_receipt_status', step: 'legal_receipt_step' },
} as const satisfies Flow<ReceiptStatus, ReceiptState>

export const allowanceStatuses = ['waiting', 'confirmed', 'cancelled', 'refused'] as const
export type AllowanceStatus = (typeof allowanceStatuses)[number]
export type AllowanceState = { status: AllowanceStatus; isPaper: boolean }

/** The steps of an allowance. It counts once the buyer has confirmed it; one on paper may have been typed by mistake, and is cancelled then. */
export const allowanceSteps = {
  confirm: { by: refunders, from: ['waiting'], to: 'confirmed' },
  cancel: {
    by: refunders,
    from: ['waiting', 'confirmed'],
    to: 'cancelled',
    when: ({ status, isPaper }) => status === 'waiting' || isPaper,
  },
  refuse: { by: [], from: ['waiting'], to: 'refused' },
} as const satisfies Record<string, Step<AllowanceStatus, AllowanceState>>

export const allowanceFlow = {
  statuses: allowanceStatuses,
  starts: ['waiting', 'confirmed'],
  ends: ['confirmed', 'cancelled', 'refused'],
  steps: allowanceSteps,
  words: { status: 'receipt_allowance_status', step: 'receipt_allowance_step' },
} as const satisfies Flow<AllowanceStatus, AllowanceState>
