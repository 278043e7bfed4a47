import type { AddonRequest } from 'guidon-sdk'
import type { Words } from '../../../kit/words.ts'

/** Labels of statuses for customers. */
export const customerWords: Partial<Record<AddonRequest['status'], Words>> = {
  pending_approval: ['處理中', 'In progress'],
  open: ['處理中', 'In progress'],
  offered: ['等您回覆', 'Waiting for your answer'],
  negotiating: ['討論中', 'Being discussed'],
  accepted: ['您已接受', 'You accepted'],
  rejected: ['您已婉拒', 'You declined'],
}

/** The parties of a conversation. */
const partyWords: Record<string, Words> = {
  admin: ['管理員', 'Administrator'],
  sales: ['業務', 'Sales'],
  customer: ['客戶', 'Customer'],
  department: ['部門', 'Department'],
  system: ['系統', 'System'],
}
export const partyOf = (who: string): Words => partyWords[who] ?? [who, who]
