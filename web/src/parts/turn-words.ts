import type { listPossibleTurns } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

export type Turn = Awaited<ReturnType<typeof listPossibleTurns>>[number]

/** What each turn is called by those who take it. */
export const wordsOfTurn: Record<Turn, Words> = {
  approve: ['核准', 'Approve'],
  decline: ['不核准', 'Decline'],
  cancel: ['取消申請', 'Cancel'],
  'sales-inquiry': ['詢問部門', 'Ask the department'],
  'department-quote': ['報價', 'Quote'],
  'department-decline': ['無法提供', 'Cannot provide it'],
  'sales-forward': ['轉報價給客戶', 'Offer to the customer'],
  'customer-response': ['回覆報價', 'Answer the offer'],
  'sales-confirm': ['確認客戶回覆', 'Confirm the answer'],
  'department-final': ['完成', 'Finish'],
  'department-correct': ['更正金額', 'Correct the price'],
  'department-undo': ['撤回完成', 'Take the completion back'],
}

/** `next_action.what` is an open text. */
export const turnWords = (name: string | null | undefined): Words | undefined =>
  Object.entries(wordsOfTurn).find(([key]) => key === name)?.[1]
