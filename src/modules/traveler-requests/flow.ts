import type { Step } from '../../kit/flow.ts'
import type { RequestStatus } from './schema.ts'

/** What becomes of a wish: each step bears the name of the status it leads to. An answer can be taken back. */
export const steps = {
  open: { from: ['acknowledged', 'declined'], to: 'open' },
  acknowledged: { from: ['open', 'declined'], to: 'acknowledged' },
  passed_on: { from: ['open', 'acknowledged', 'confirmed'], to: 'passed_on' },
  confirmed: { from: ['open', 'acknowledged', 'passed_on'], to: 'confirmed' },
  declined: { from: ['open', 'acknowledged', 'passed_on', 'confirmed'], to: 'declined' },
} as const satisfies Record<RequestStatus, Step<RequestStatus>>
