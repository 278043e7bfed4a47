import type { Flow } from '../../../kit/flow.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { Role } from '../../roles.ts'

export const handoverKinds = ['sales_to_op', 'op_to_leader', 'leader_to_op'] as const
export type HandoverKind = (typeof handoverKinds)[number]

type HandoverStatus = 'none' | 'pending' | 'accepted' | 'returned'
type HandoverState = {
  status: HandoverStatus
  /** All required items of its list are done. */
  isDone: boolean
}

type Kind = {
  flow: Flow<HandoverStatus, HandoverState>
  takes: Role
  title: Words
  /** The default list, with the required items marked. */
  items: readonly (readonly [key: string, label: string, required: boolean])[]
}

/** One side hands over, and the other accepts or returns it. Afterwards it can be handed over again. */
const between = (returns: readonly Role[], takes: Role) =>
  ({
    statuses: ['none', 'pending', 'accepted', 'returned'],
    starts: ['none'],
    ends: ['accepted', 'returned'],
    steps: {
      pending: { by: returns, from: ['none'], to: 'pending' },
      accepted: { by: [takes, 'admin'], from: ['pending'], to: 'accepted', when: ({ isDone }) => isDone },
      returned: { by: [takes, 'admin'], from: ['pending'], to: 'returned' },
    },
    words: { status: 'handover_status', step: 'handover_step' },
  }) as const satisfies Flow<HandoverStatus, HandoverState>

/** The handovers of a trip. */
// biome-ignore format: a table is read in rows.
export const handovers = {
  sales_to_op: {
    flow: between(['sales', 'admin'], 'department'), takes: 'department', title: ['業務交接 OP', 'From sales to operations'],
    items: [['name_list', '旅客名單', true], ['payments', '收款狀況', true], ['requests', '旅客需求與加購', true], ['contracts', '旅遊契約', false]],
  },
  op_to_leader: {
    flow: between(['department', 'admin'], 'leader'), takes: 'leader', title: ['OP 交接領隊', 'From operations to the leader'],
    items: [
      ['manifest', '團體資料與名單', true], ['rooming_list', '分房表', true], ['tickets', '機票與證件', true],
      ['vouchers', '住宿與餐廳憑證', true], ['cash', '團費與備用金', false],
    ],
  },
  leader_to_op: {
    flow: between(['leader', 'admin'], 'department'), takes: 'department', title: ['領隊交回 OP', 'From the leader back to operations'],
    items: [['accounts', '報帳單據', true], ['report', '出團報告', true], ['cash', '剩餘團費', false]],
  },
} as const satisfies Record<HandoverKind, Kind>

export function checklist(kind: HandoverKind) {
  return handovers[kind].items.map(([key, label, required]) => ({ key, label, required, done: false }))
}
