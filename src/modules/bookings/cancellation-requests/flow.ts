import type { Flow, Step } from '../../../kit/flow.ts'
import { editors } from '../flow.ts'

export const cancellationRequestStatuses = ['open', 'done', 'declined', 'withdrawn'] as const
export type CancellationRequestStatus = (typeof cancellationRequestStatuses)[number]

/** The steps of a request to cancel. It is done by the cancellation itself, whoever cancels. */
export const cancellationRequestSteps = {
  withdraw: { by: ['customer'], from: ['open'], to: 'withdrawn' },
  decline: { by: editors, from: ['open'], to: 'declined' },
  complete: { by: [], from: ['open'], to: 'done' },
} as const satisfies Record<string, Step<CancellationRequestStatus>>

export const cancellationRequestFlow = {
  statuses: cancellationRequestStatuses,
  starts: ['open'],
  ends: ['done', 'declined', 'withdrawn'],
  steps: cancellationRequestSteps,
  words: { status: 'cancellation_request_status', step: 'cancellation_request_step' },
} as const satisfies Flow<CancellationRequestStatus>
