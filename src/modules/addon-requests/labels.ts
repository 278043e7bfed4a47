import type { Words } from '../../kit/words/words.ts'
import type { Department } from '../roles.ts'
import type { MessageType, PricingType, Response, SenderType } from './schema.ts'

export const pricingTypeWords: Record<PricingType, { label: Words; description: string }> = {
  free: { label: ['免費', 'Free'], description: '旅客無需支付任何費用。' },
  fixed_price: { label: ['固定價格', 'Fixed Price'], description: '依類型設定的基本費用計價。' },
  quotation_required: { label: ['需報價', 'Quotation Required'], description: '由負責部門依個案提供報價。' },
}

export const senderWords: Record<SenderType, Words> = {
  sales: ['業務', 'Sales'],
  department: ['部門', 'Department'],
  customer: ['客戶', 'Customer'],
  system: ['系統', 'System'],
}

/** The names under which departments write entries. */
export const departmentWords: Record<Department, Words> = {
  ticketing: ['票務', 'Ticketing'],
  line_control: ['線控', 'Line control'],
  op: ['OP', 'Operations'],
}

export const messageTypeWords: Record<MessageType, Words> = {
  inquiry: ['詢問', 'Inquiry'],
  quote: ['報價', 'Quote'],
  confirmation: ['確認', 'Confirmation'],
  rejection: ['拒絕', 'Rejection'],
  modification: ['修改', 'Modification'],
  approval: ['核准', 'Approval'],
  completion: ['完成', 'Completion'],
  cancellation: ['取消', 'Cancellation'],
  note: ['備註', 'Note'],
}

export const responseWords: Record<Response, Words> = {
  pending: ['等待回覆', 'Awaiting answer'],
  accepted: ['已接受', 'Accepted'],
  rejected: ['已拒絕', 'Rejected'],
  negotiating: ['協商中', 'Negotiating'],
}
