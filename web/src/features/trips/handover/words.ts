import type { PlannedTripHandover } from 'guidon-sdk'
import type { Me } from '../../../kit/me.ts'
import { handsOver, isAdmin } from '../../../kit/roles.ts'
import type { Say, Words } from '../../../kit/words.ts'
import type { Trip } from '../queries.ts'

export type Kind = PlannedTripHandover['kind']

export const statusHues: Record<PlannedTripHandover['status'], string> = {
  pending: 'turn-department',
  accepted: 'turn-done',
  returned: 'turn-late',
}

const kinds: readonly Kind[] = ['sales_to_op', 'op_to_leader', 'leader_to_op']

const isLedBy = ({ tour_leader_id }: Me, { assigned_leader, briefing_leader }: Trip) =>
  [assigned_leader, briefing_leader].some((leader) => leader?.id === tour_leader_id)

/** The handovers that the reader may start; a leader only those of the own trips. */
export const givenBy = (me: Me, trip: Trip) =>
  kinds.filter((kind) => handsOver(kind)(me) && (kind !== 'leader_to_op' || isAdmin(me) || isLedBy(me, trip)))

/** The usual items. An item with a custom name has it in one language only. */
const itemWords: Record<string, Words> = {
  name_list: ['旅客名單', 'Name list'],
  payments: ['收款狀況', 'Payments'],
  requests: ['旅客需求與加購', 'Special requests and add-ons'],
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
