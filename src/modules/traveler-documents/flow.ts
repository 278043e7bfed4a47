import type { Step } from '../../kit/flow.ts'
import type { DocumentStatus } from './schema.ts'

/** What becomes of a paper. What was found good is not overwritten: it is sent back first. */
export const steps = {
  receive: { from: ['missing', 'received', 'rejected', 'expired'], to: 'received' },
  verify: { from: ['received', 'rejected', 'expired'], to: 'verified' },
  reject: { from: ['received', 'verified'], to: 'rejected' },
  expire: { from: ['received', 'verified'], to: 'expired' },
} as const satisfies Record<string, Step<DocumentStatus>>
