import type { AddonRequest } from 'guidon-sdk'
import type { Words } from '../../../kit/words.ts'

/** What a customer reads instead. */
export const customerWords: Partial<Record<AddonRequest['status'], Words>> = {
  pending_approval: ['處理中', 'Being handled'],
  open: ['處理中', 'Being handled'],
  offered: ['等您回覆', 'Please answer'],
  negotiating: ['為您爭取中', 'Being negotiated'],
  accepted: ['您已接受', 'You accepted'],
  rejected: ['您已婉拒', 'You declined'],
}

/** Who takes turns, and who speaks in a conversation. */
const partyWords: Record<string, Words> = {
  admin: ['管理員', 'Administrator'],
  sales: ['業務', 'Sales'],
  customer: ['客戶', 'Customer'],
  department: ['部門', 'Department'],
  system: ['系統', 'System'],
}
export const partyOf = (who: string): Words => partyWords[who] ?? [who, who]
