import type { Words } from '../../../kit/words.ts'

/** The parties of a conversation. */
const partyWords: Record<string, Words> = {
  admin: ['管理員', 'Administrator'],
  sales: ['業務', 'Sales'],
  customer: ['客戶', 'Customer'],
  department: ['部門', 'Department'],
  system: ['系統', 'System'],
}
export const partyOf = (who: string): Words => partyWords[who] ?? [who, who]
