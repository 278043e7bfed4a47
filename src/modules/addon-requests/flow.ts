import { type TSchema, Type } from 'typebox'
import { moment, money, nullable, oneOf, refs, text } from '../../kit/fields.ts'
import type { Step } from '../../kit/flow.ts'
import { answers, type MessageType, type Status } from './schema.ts'

/** Who takes turns in the conversation. */
export type Party = 'sales' | 'department' | 'customer' | 'admin'

export type Turn = Step<Status> & {
  by: Party
  /** Others who may take it, and from which statuses. */
  also?: Partial<Record<Party, readonly Status[]>>
  /** The kind of entry it leaves (for each answer), whether the customer may not read it, and who is told. */
  says: MessageType | Readonly<Record<string, MessageType>>
  internal: boolean
  tells: readonly Exclude<Party, 'admin'>[]
  /** What is said where the one who takes the turn says nothing. */
  silently: string
  body: TSchema
}

const message = Type.Optional(text(5000, '請協助確認'))
const attachment_ids = Type.Optional(refs(10))
const customer_response = oneOf(answers)
const Words = Type.Object({ message, attachment_ids })
const Inquiry = Type.Object({ message: text(5000, '請協助報價'), attachment_ids })
const Quote = Type.Object({
  message,
  quoted_price: money(),
  customer_response_deadline: nullable(moment()),
  attachment_ids,
})
const Forward = Type.Object({ ...Quote.properties, quoted_price: Type.Optional(money()) })
const Answer = Type.Object({ customer_response, response_message: Type.Optional(text(5000, '好的，麻煩了')) })
const Confirm = Type.Object({ message, customer_response: Type.Optional(customer_response), attachment_ids })
const Final = Type.Object({ message, final_price: Type.Optional(money()), attachment_ids })
const Reason = Type.Object({ reason: text(2000, '行程變更') })

const unsettled = ['open', 'inquiring', 'quoted', 'offered', 'negotiating', 'accepted', 'rejected'] as const
const unoffered = ['open', 'inquiring', 'quoted', 'negotiating', 'rejected'] as const

/** The conversation about one request. A key is the last part of its address; its row is all there is to know of it. */
// biome-ignore format: a table is read in rows.
export const turns = {
  approve: {
    by: 'admin', from: ['pending_approval'], to: 'open',
    says: 'approval', internal: true, tells: ['sales', 'department'], silently: '已核准。', body: Words,
  },
  decline: {
    by: 'admin', from: ['pending_approval'], to: 'cancelled',
    says: 'rejection', internal: true, tells: ['sales', 'department'], silently: '未核准。', body: Reason,
  },
  cancel: {
    by: 'sales', also: { customer: ['pending_approval', ...unsettled] },
    from: ['pending_approval', ...unsettled, 'confirmed'], to: 'cancelled',
    says: 'cancellation', internal: false, tells: ['sales', 'department', 'customer'], silently: '已取消。', body: Reason,
  },
  'sales-inquiry': {
    by: 'sales', from: unoffered, to: 'inquiring',
    says: 'inquiry', internal: true, tells: ['department'], silently: '請協助報價。', body: Inquiry,
  },
  'department-quote': {
    by: 'department', from: unoffered, to: 'quoted',
    says: 'quote', internal: true, tells: ['sales'], silently: '報價如下。', body: Quote,
  },
  'sales-forward': {
    by: 'sales', from: [...unsettled, 'confirmed'], to: 'offered',
    says: 'quote', internal: false, tells: ['customer'], silently: '為您報價如下，請於期限前回覆。', body: Forward,
  },
  // What counts is the offer: the latest one, unanswered or still negotiated, also while sales asks the department again.
  'customer-response': {
    by: 'customer', also: { sales: ['inquiring', 'quoted', 'offered', 'negotiating'] },
    from: ['inquiring', 'quoted', 'offered', 'negotiating'],
    to: { accepted: 'accepted', rejected: 'rejected', negotiating: 'negotiating' },
    says: { accepted: 'confirmation', rejected: 'rejection', negotiating: 'modification' },
    internal: false, tells: ['sales', 'department'], silently: '客戶已回覆。', body: Answer,
  },
  'sales-confirm': {
    by: 'sales', from: ['offered', 'negotiating', 'accepted', 'rejected'],
    to: { accepted: 'confirmed', rejected: 'cancelled', negotiating: 'inquiring' },
    says: 'confirmation', internal: true, tells: ['department'], silently: '已與客戶確認。', body: Confirm,
  },
  'department-final': {
    by: 'department', from: ['confirmed', 'open'], to: 'completed',
    says: 'completion', internal: true, tells: ['sales', 'customer'], silently: '已完成。', body: Final,
  },
} as const satisfies Record<string, Turn>
export type TurnName = keyof typeof turns

/** Turns that stand at the request itself; the others stand in its conversation. */
export const decisions = ['approve', 'decline', 'cancel'] as const
export const conversation = [
  'sales-inquiry',
  'department-quote',
  'sales-forward',
  'sales-confirm',
  'department-final',
] as const

/** Whose turn it is next in each status, and which. A request without a price to be quoted goes straight to the department. */
export const nextTurns: Readonly<Record<Status, { who: Party; what: TurnName } | undefined>> = {
  pending_approval: { who: 'admin', what: 'approve' },
  open: { who: 'department', what: 'department-quote' },
  inquiring: { who: 'department', what: 'department-quote' },
  quoted: { who: 'sales', what: 'sales-forward' },
  offered: { who: 'customer', what: 'customer-response' },
  negotiating: { who: 'sales', what: 'sales-forward' },
  accepted: { who: 'sales', what: 'sales-confirm' },
  rejected: { who: 'sales', what: 'sales-confirm' },
  confirmed: { who: 'department', what: 'department-final' },
  completed: undefined,
  cancelled: undefined,
}

/** What a customer sees of a step into these statuses: nothing, it keeps seeing the status before. */
export const internalStatuses: readonly Status[] = ['inquiring', 'quoted']
