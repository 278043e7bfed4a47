import {
  approveAddonRequest,
  cancelAddonRequest,
  createAddonRequestCommunication,
  declineAddonRequest,
  type Guidon,
  takeCustomerResponse,
  takeDepartmentCorrect,
  takeDepartmentDecline,
  takeDepartmentFinal,
  takeDepartmentQuote,
  takeDepartmentUndo,
  takeSalesConfirm,
  takeSalesForward,
  takeSalesInquiry,
} from 'guidon-sdk'
import type { Words } from '../../kit/words.ts'
import type { Request } from './queries.ts'
import type { Turn } from './shared/turn-words.ts'

/** A turn, or a message that is no turn. */
export type FormName = Turn | 'note' | 'message'

/** The fields of the form besides the message, by their names in the API. */
export type FieldName = 'quoted_price' | 'final_price' | 'customer_response_deadline' | 'customer_response'

export type Said = {
  message?: string
  attachment_ids?: number[]
  /** An amount as it was typed: the service refuses at its field what is none. */
  quoted_price?: string
  without_charge?: boolean
  final_price?: string
  customer_response_deadline?: string
  customer_response?: 'accepted' | 'rejected' | 'negotiating'
}

export type TurnForm = {
  /** The label of the button: it names who will read the message. */
  send: Words
  hint: Words
  /** The customer reads it. */
  isPublic: boolean
  fields: readonly FieldName[]
  needsMessage?: true
  /** Files may be attached. */
  takesFiles?: true
  take: (guidon: Guidon, request: Request, said: Said) => Promise<unknown>
}

const inside = { isPublic: false, fields: [] } as const
const toCustomer = { isPublic: true, fields: [] } as const

/** The form of each turn; the service decides whether the turn is possible. */
export const turnForms: Record<FormName, TurnForm> = {
  approve: {
    ...inside,
    send: ['核准', 'Approve'],
    hint: ['核准後交給部門處理。', 'The department takes it on.'],
    take: (guidon, { id }, said) => approveAddonRequest(guidon, id, said),
  },
  decline: {
    ...inside,
    send: ['不核准', 'Decline'],
    hint: ['請說明原因。', 'Please give a reason.'],
    needsMessage: true,
    take: (guidon, { id }, { message = '' }) => declineAddonRequest(guidon, id, { reason: message }),
  },
  'sales-inquiry': {
    takesFiles: true,
    ...inside,
    send: ['送給部門', 'Send to the department'],
    hint: ['請部門報價或說明需求。', 'Ask for a quote, or say what is needed.'],
    needsMessage: true,
    take: (guidon, { id }, { message = '', ...said }) => takeSalesInquiry(guidon, id, { message, ...said }),
  },
  'department-quote': {
    takesFiles: true,
    ...inside,
    send: ['報價給業務', 'Quote to sales'],
    hint: ['成本與條件，只有同仁看得到。', 'Cost and terms; only visible to staff.'],
    fields: ['quoted_price', 'customer_response_deadline'],
    // An empty price is sent as such: the service refuses it at its field.
    take: (guidon, { id }, { quoted_price = '', ...said }) =>
      takeDepartmentQuote(guidon, id, { quoted_price, ...said }),
  },
  'department-decline': {
    ...inside,
    send: ['回報業務', 'Notify sales'],
    hint: ['請說明原因；由業務告知客戶。', 'Please give a reason; sales informs the customer.'],
    needsMessage: true,
    take: (guidon, { id }, { message = '' }) => takeDepartmentDecline(guidon, id, { reason: message }),
  },
  'sales-forward': {
    takesFiles: true,
    ...toCustomer,
    send: ['送出給客戶', 'Send to the customer'],
    hint: ['客戶會收到通知與可直接回覆的連結。', 'The customer gets a message with a link to answer.'],
    fields: ['quoted_price', 'customer_response_deadline'],
    take: (guidon, { id }, said) => takeSalesForward(guidon, id, said),
  },
  'customer-response': {
    ...toCustomer,
    send: ['送出回覆', 'Send the answer'],
    hint: ['接受、婉拒，或說說您的想法。', 'Accept, decline, or say what you would like.'],
    fields: ['customer_response'],
    take: (guidon, { offer_id }, { customer_response = 'accepted', message }) =>
      takeCustomerResponse(guidon, offer_id ?? 0, {
        customer_response,
        ...(message && { response_message: message }),
      }),
  },
  'sales-confirm': {
    takesFiles: true,
    ...inside,
    send: ['通知部門', 'Notify the department'],
    hint: [
      '電話中得到的回覆也在這裡記下；客戶改變心意時，請寫明原因。',
      'An answer given by phone is recorded here too. If the customer has changed its mind, write why.',
    ],
    fields: ['customer_response'],
    take: (guidon, { id }, said) => takeSalesConfirm(guidon, id, said),
  },
  'department-final': {
    takesFiles: true,
    ...inside,
    send: ['完成並入帳', 'Finish and charge'],
    hint: ['金額計入訂單；客戶會收到完成通知。', 'The price is added to the booking; the customer is notified.'],
    fields: ['final_price'],
    take: (guidon, { id }, said) => takeDepartmentFinal(guidon, id, said),
  },
  'department-correct': {
    ...toCustomer,
    send: ['更正', 'Correct'],
    hint: [
      '請說明原因；訂單金額隨之更正，客戶看得到。',
      'Please give a reason; the booking is corrected too, and the customer sees it.',
    ],
    fields: ['final_price'],
    needsMessage: true,
    take: (guidon, { id }, { final_price = '', message = '' }) =>
      takeDepartmentCorrect(guidon, id, { final_price, reason: message }),
  },
  'department-undo': {
    ...toCustomer,
    send: ['撤回', 'Take back'],
    hint: [
      '請說明原因；訂單上的費用會移除，客戶看得到。',
      'Please give a reason; the charge is removed from the booking, and the customer sees it.',
    ],
    needsMessage: true,
    take: (guidon, { id }, { message = '' }) => takeDepartmentUndo(guidon, id, { reason: message }),
  },
  note: {
    takesFiles: true,
    ...inside,
    send: ['留下備註', 'Add the note'],
    hint: ['不改變狀態，客戶看不到。', 'Does not change the status; the customer does not see it.'],
    needsMessage: true,
    take: (guidon, { id }, { message = '', ...said }) =>
      createAddonRequestCommunication(guidon, id, { message, is_internal: true, ...said }),
  },
  message: {
    takesFiles: true,
    ...toCustomer,
    send: ['送出給客戶', 'Send to the customer'],
    hint: ['不改變狀態，客戶看得到。', 'Does not change the status; the customer sees it.'],
    needsMessage: true,
    take: (guidon, { id }, { message = '', ...said }) =>
      createAddonRequestCommunication(guidon, id, { message, is_internal: false, ...said }),
  },
  cancel: {
    ...toCustomer,
    send: ['取消申請', 'Cancel the request'],
    hint: ['請說明原因；所有相關的人都會收到通知。', 'Please give a reason; everybody concerned is notified.'],
    needsMessage: true,
    take: (guidon, { id }, { message = '' }) => cancelAddonRequest(guidon, id, { reason: message }),
  },
}
