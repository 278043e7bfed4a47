import type { Flow, Step } from '../../kit/flow.ts'
import { editors } from '../travelers/rules.ts'
import { type RequestStatus, requestStatuses as statuses } from './schema.ts'

const staff = ['sales', 'department', 'admin'] as const

/** The steps of a special request, each named after the status it leads to. An answer can be undone. */
export const steps = {
  open: { by: staff, from: ['acknowledged', 'declined'], to: 'open' },
  acknowledged: { by: staff, from: ['open', 'declined'], to: 'acknowledged' },
  passed_on: { by: staff, from: ['open', 'acknowledged', 'confirmed'], to: 'passed_on' },
  confirmed: { by: staff, from: ['open', 'acknowledged', 'passed_on'], to: 'confirmed' },
  declined: { by: staff, from: ['open', 'acknowledged', 'passed_on', 'confirmed'], to: 'declined' },
} as const satisfies Record<RequestStatus, Step<RequestStatus>>

// The customer can change it only until staff work on it.
const own = { by: editors, from: statuses, only: { customer: ['open'] } } as const

export const travelerRequestFlow = {
  statuses,
  starts: ['open'],
  ends: [],
  steps,
  words: { status: 'traveler_request_status', step: 'traveler_request_step' },
  acts: { change: own, remove: own },
} as const satisfies Flow<RequestStatus>
