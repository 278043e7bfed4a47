import type { PlannedTripHandover } from 'guidon-sdk'
import type { Say, Words } from '../../../kit/words.ts'

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
