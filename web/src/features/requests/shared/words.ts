import type { Me } from 'guidon-sdk'
import type { Words } from '../../../kit/words.ts'

/** The parties of a conversation. */
const partyWords: Record<string, Words> = {
  admin: ['主管或管理員', 'Manager or administrator'],
  sales: ['業務', 'Sales'],
  customer: ['客戶', 'Customer'],
  department: ['部門', 'Department'],
  system: ['系統', 'System'],
}
export const partyOf = (who: string): Words => partyWords[who] ?? [who, who]

/** Whether the reader takes the turn of this party; whoever approves is named `admin`, and managers approve too. */
export const isTurnOf = ({ roles }: Me, who: string | undefined) =>
  roles.some((role) => role === who || (role === 'manager' && who === 'admin'))
