import type { AddonRequest } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

export const statusWords: Record<AddonRequest['status'], Words> = {
  pending_approval: ['待核准', 'Awaiting approval'],
  open: ['新申請', 'New'],
  inquiring: ['詢價中', 'Inquiring'],
  quoted: ['已報價', 'Quoted'],
  offered: ['已轉客戶', 'Offered'],
  negotiating: ['議價中', 'Negotiating'],
  accepted: ['客戶接受', 'Accepted'],
  rejected: ['客戶婉拒', 'Declined'],
  confirmed: ['已確認', 'Confirmed'],
  completed: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
}

/** What a customer reads instead. */
export const customerWords: Partial<Record<AddonRequest['status'], Words>> = {
  pending_approval: ['處理中', 'Being handled'],
  open: ['處理中', 'Being handled'],
  offered: ['等您回覆', 'Please answer'],
  negotiating: ['為您爭取中', 'Being negotiated'],
  accepted: ['您已接受', 'You accepted'],
  rejected: ['您已婉拒', 'You declined'],
}

export const departmentWords: Record<AddonRequest['department'], Words> = {
  ticketing: ['票務', 'Ticketing'],
  line_control: ['線控', 'Line control'],
  op: ['OP', 'Operations'],
}

export const priorityWords: Record<AddonRequest['priority'], Words> = {
  urgent: ['緊急', 'Urgent'],
  high: ['高', 'High'],
  normal: ['一般', 'Normal'],
  low: ['低', 'Low'],
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
