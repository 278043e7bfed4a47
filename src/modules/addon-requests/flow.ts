import { type TSchema, Type } from 'typebox'
import { flag, labelled, moment, money, nullable, oneOf, refs, text, without } from '../../kit/fields.ts'
import type { Flow, Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import { answers, ends, type MessageType, type Status, statuses } from './request.ts'

/** The parties that take turns in the conversation. */
export const parties = ['admin', 'sales', 'department', 'customer'] as const
/** The roles that read requests; a customer reads only their own. */
export const readers = [...staff, 'customer'] as const
/** The roles that read types, requests and timelines. Finance only reads. */
export const timelineReaders = [...readers, 'finance'] as const
export type Party = (typeof parties)[number]

/** Conditions of a turn besides the status. */
export type RequestState = {
  status: Status
  /** The price was known when the request was created. */
  isPriced: boolean
  /** The latest offer is unanswered or under negotiation. */
  isOffered: boolean
  /** The department cannot provide it; the customer has not rejected anything. */
  isDeclined: boolean
  /** Its booking has seats. Requests of a waitlisted party are neither provided nor charged. */
  isSeated: boolean
}

export type Turn = Step<Status, RequestState> & {
  /** The message type of the entry, or one for each answer; whether the entry is internal; and who is notified. */
  says: MessageType | Readonly<Record<string, MessageType>>
  internal: boolean
  notifies: readonly Exclude<Party, 'admin'>[]
  /** The title of its notice. */
  title: Words
  body: TSchema
}

const message = Type.Optional(text(5000, '請協助確認'))
const attachment_ids = Type.Optional(refs(10))
const customer_response = oneOf(answers)
const customer_response_deadline = nullable(moment())
const Note = Type.Object({ message, attachment_ids })
const Inquiry = Type.Object({ message: text(5000, '請協助報價'), attachment_ids })
const Quote = Type.Object({
  message,
  quoted_price: money(),
  /** Says that a price of 0 is meant. A type that is free needs no such word. */
  without_charge: labelled(Type.Optional(flag()), ['不收費', 'Without charge']),
  customer_response_deadline,
  attachment_ids,
})
const Forward = Type.Object({ ...Quote.properties, quoted_price: Type.Optional(money()) })
// The time of the answer, if sales record it later, for example after a call.
const answered_at = Type.Optional(moment())
const Answer = Type.Object({
  customer_response,
  response_message: labelled(Type.Optional(text(5000, '好的，麻煩了')), ['回覆內容', 'Text of the answer']),
  answered_at,
})
const Confirm = Type.Object({
  message,
  customer_response: Type.Optional(customer_response),
  answered_at,
  attachment_ids,
})
/** The answer of a customer without an account. */
export const AnswerByLink = without(Answer, ['answered_at'])
const Final = Type.Object({ message, final_price: Type.Optional(money()), attachment_ids })
const reason = text(2000, '行程變更')
const Reason = Type.Object({ reason })
const Correction = Type.Object({ reason, final_price: money() })

/** The roles that decide on a request whose type requires approval. */
export const approvers = ['admin', 'manager'] as const
// An administrator may take every turn.
const sales = ['admin', 'sales'] as const
const department = ['admin', 'department'] as const

const unoffered = ['open', 'inquiring', 'quoted', 'negotiating', 'rejected'] as const
const unsettled = [...unoffered, 'offered', 'accepted'] as const
// In `rejected` the department has declined while an offer was under negotiation, so the customer can still answer.
const answerable = ['inquiring', 'quoted', 'offered', 'negotiating', 'rejected'] as const

/** The turns of the conversation. A key is the last segment of the turn's path; its row defines everything about it. */
// biome-ignore format: a table is read in rows.
export const turns = {
  approve: {
    by: approvers, from: ['pending_approval'], to: 'open',
    says: 'approval', internal: true, notifies: ['sales', 'department'],
    title: ['已核准', 'Approved'], body: Note,
  },
  decline: {
    by: approvers, from: ['pending_approval'], to: 'cancelled',
    says: 'rejection', internal: true, notifies: ['sales', 'department', 'customer'],
    title: ['未核准', 'Not approved'], body: Reason,
  },
  cancel: {
    by: ['admin', 'sales', 'customer'], from: ['pending_approval', ...unsettled, 'confirmed'],
    only: { customer: ['pending_approval', ...unsettled] }, to: 'cancelled',
    says: 'cancellation', internal: false, notifies: ['sales', 'department', 'customer'],
    title: ['已取消', 'Cancelled'], body: Reason,
  },
  'sales-inquiry': {
    by: sales, from: unoffered, to: 'inquiring',
    says: 'inquiry', internal: true, notifies: ['department'],
    title: ['業務詢問', 'Sales inquiry'], body: Inquiry,
  },
  'department-quote': {
    by: department, from: unoffered, to: 'quoted',
    says: 'quote', internal: true, notifies: ['sales'],
    title: ['部門已報價', 'Department quote'], body: Quote,
  },
  'department-decline': {
    by: department, from: ['open', 'inquiring', 'quoted', 'negotiating', 'accepted', 'confirmed'], to: 'rejected',
    says: 'rejection', internal: true, notifies: ['sales'],
    title: ['部門無法提供', 'The department cannot provide it'], body: Reason,
  },
  'sales-forward': {
    by: sales, from: [...unsettled, 'confirmed'], to: 'offered',
    says: 'quote', internal: false, notifies: ['customer'],
    title: ['您有新的報價', 'You have an offer'], body: Forward,
  },
  // It depends on the offer only, so an offer can be answered also while sales asks the department again.
  'customer-response': {
    by: ['admin', 'sales', 'customer'], from: answerable, when: ({ isOffered }) => isOffered,
    to: { accepted: 'accepted', rejected: 'rejected', negotiating: 'negotiating' },
    says: { accepted: 'confirmation', rejected: 'rejection', negotiating: 'modification' },
    internal: false, notifies: ['sales', 'department'],
    title: ['客戶已回覆', 'Customer answered'], body: Answer,
  },
  'sales-confirm': {
    by: sales, from: ['offered', 'negotiating', 'accepted', 'rejected'], when: ({ isDeclined }) => !isDeclined,
    to: { accepted: 'confirmed', rejected: 'cancelled', negotiating: 'inquiring' },
    says: 'confirmation', internal: true, notifies: ['department'],
    title: ['業務已確認客戶回覆', 'Sales confirmed the answer'], body: Confirm,
  },
  'department-final': {
    by: department, from: ['confirmed', 'open'], when: ({ status, isPriced, isSeated }) => isSeated && (status !== 'open' || isPriced),
    to: 'completed',
    says: 'completion', internal: true, notifies: ['sales', 'customer'],
    title: ['已完成', 'Completed'], body: Final,
  },
  'department-correct': {
    by: department, from: ['completed'], to: 'completed',
    says: 'modification', internal: false, notifies: ['sales', 'customer'],
    title: ['已更正金額', 'The price was corrected'], body: Correction,
  },
  'department-undo': {
    by: department, from: ['completed'], to: 'confirmed',
    says: 'modification', internal: false, notifies: ['sales', 'customer'],
    title: ['已撤回完成', 'The completion was taken back'], body: Reason,
  },
} as const satisfies Record<string, Turn>
export type TurnName = keyof typeof turns

export const addonRequestFlow = {
  statuses,
  starts: ['pending_approval', 'open'],
  ends,
  steps: turns,
  words: { status: 'addon_status', step: 'addon_step' },
  acts: {
    update: { by: ['admin', 'sales', 'department'], from: ['pending_approval', ...unsettled, 'confirmed'] },
    recount: { by: ['customer'], from: ['pending_approval', 'open', 'inquiring'] },
  },
} as const satisfies Flow<Status, RequestState>

/** The turns taken at the request itself; the customer's answer is taken at its offer. */
export type OwnTurn = Exclude<TurnName, 'customer-response'>

/** Turns whose path is that of the request; the others are below its `communications`. */
export const decisions = ['approve', 'decline', 'cancel'] as const
export const conversationTurns = [
  'sales-inquiry',
  'department-quote',
  'department-decline',
  'sales-forward',
  'sales-confirm',
  'department-final',
  'department-correct',
  'department-undo',
] as const

/** Who takes the next turn in each status, and which one; `priced` if the price is known. */
export const nextTurns: Readonly<Record<Status, { who: Party; what: TurnName; priced?: TurnName } | undefined>> = {
  pending_approval: { who: 'admin', what: 'approve' },
  open: { who: 'department', what: 'department-quote', priced: 'department-final' },
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
/** Sales cancel a request that the department cannot provide, unless they ask again. */
export const declinedTurn: TurnName = 'cancel'
/** After a deadline has passed, sales must make a new offer. */
export const overdueTurn = { who: 'sales', what: 'sales-forward' } as const satisfies { who: Party; what: TurnName }

/** Statuses of internal turns. A customer still sees the status before them. */
export const internalStatuses: readonly Status[] = ['inquiring', 'quoted', 'rejected']

/** The sentence about a turn: who takes it, and from which status to which it leads. */
export function sentenceOf(name: TurnName) {
  const { title, from, to }: Turn = turns[name]
  const ends = typeof to === 'string' ? [to] : Object.values(to)
  return `${title[0]} ${title[1]}: ${from.join(', ')} → ${ends.join(', ')}`
}
