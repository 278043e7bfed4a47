import type { Words } from '../../kit/words/words.ts'
import type { steps } from './flow.ts'
import type { ApprovalStatus, sources } from './schema.ts'

export const sourceWords: Record<(typeof sources)[number], Words> = {
  refund_order: ['退款單', 'Order of a refund'],
  approval: ['訂單的核准申請', 'Approval of a booking'],
  addon_request: ['加購', 'Add-on request'],
  leader_unavailability: ['領隊請假', 'Days off of a leader'],
}

export const statusWords: Record<ApprovalStatus, Words> = {
  waiting: ['待核准', 'Waiting'],
  approved: ['已核准', 'Approved'],
  declined: ['未核准', 'Declined'],
  withdrawn: ['已撤回', 'Withdrawn'],
}

export const stepWords: Record<keyof typeof steps, Words> = {
  approve: ['核准', 'Approve'],
  decline: ['不核准', 'Decline'],
  withdraw: ['撤回', 'Withdraw'],
}
