import type { PlannedTripHandover, User } from 'guidon-sdk'
import type { Say, Words } from '../../../kit/words.ts'

export type Kind = PlannedTripHandover['kind']

export const statusHues: Record<PlannedTripHandover['status'], string> = {
  pending: 'turn-department',
  accepted: 'turn-done',
  returned: 'turn-late',
}

const givers: Record<Kind, User['role']> = { sales_to_op: 'sales', op_to_leader: 'department', leader_to_op: 'leader' }
const kinds: readonly Kind[] = ['sales_to_op', 'op_to_leader', 'leader_to_op']

/** The handovers that a role begins. */
export const givenBy = (role: User['role']) => kinds.filter((kind) => role === 'admin' || givers[kind] === role)

/** The usual items. The giver may name an item otherwise; that name stands in one language. */
const itemWords: Record<string, Words> = {
  name_list: ['旅客名單', 'Name list'],
  payments: ['收款狀況', 'Payments'],
  requests: ['旅客需求與加購', 'Wishes and add-ons'],
  contracts: ['旅遊契約', 'Contracts'],
  manifest: ['團體資料與名單', 'Manifest'],
  rooming_list: ['分房表', 'Rooming list'],
  tickets: ['機票與證件', 'Tickets and documents'],
  vouchers: ['住宿與餐廳憑證', 'Vouchers'],
  accounts: ['報帳單據', 'Receipts'],
  report: ['出團報告', 'Report'],
}

export const nameOfItem = (say: Say, { key, label }: PlannedTripHandover['items'][number]) =>
  say(label, itemWords[key]?.[0] === label ? itemWords[key][1] : label)
