import type { Flow, Step } from '../../kit/flow.ts'
import { editors, staffEditors } from '../travelers/rules.ts'
import { type DocumentStatus, documentStatuses as statuses } from './schema.ts'

/** The steps of a document. A verified one must be rejected before it can be replaced. A job sets documents to expired. */
export const steps = {
  receive: { by: editors, from: ['missing', 'received', 'rejected', 'expired'], to: 'received' },
  verify: { by: staffEditors, from: ['received', 'rejected', 'expired'], to: 'verified' },
  reject: { by: staffEditors, from: ['received', 'verified'], to: 'rejected' },
  expire: { by: [], from: ['received', 'verified'], to: 'expired' },
} as const satisfies Record<string, Step<DocumentStatus>>

export const documentFlow = {
  statuses,
  starts: ['missing', 'received'],
  ends: [],
  steps,
  words: { status: 'document_status', step: 'document_step' },
} as const satisfies Flow<DocumentStatus>
