import { refuse, refuseField } from '../../kit/errors.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { departmentWords } from './labels.ts'
import type { LockedRequest } from './locked-request.ts'
import { isInCharge } from './rules.ts'

/** Refuses a department in requests of another department. */
export const refuseOthers = ({ department }: LockedRequest, actor: Actor) => {
  if (isInCharge(actor, department)) return
  const [zh, en] = departmentWords[department]
  refuse('forbidden', {
    detail: [`這筆申請由${zh}負責。`, `This request is in the hands of ${en}.`],
    also: { department },
  })
}

export const refuseAnswerless = () =>
  refuse('step_not_possible', {
    detail: ['這則訊息不需要客戶回覆。', 'This entry asks for no answer.'],
    also: { step: 'customer-response', possible: [] },
  })

export const refuseUnanswered = () =>
  refuseField('customer_response', [
    '客戶尚未回覆；請填寫客戶的回覆。',
    'The customer has not answered yet; say what the answer is.',
  ])

export const refuseUnpriced = () =>
  refuseField('quoted_price', [
    '尚無報價；請填寫 quoted_price，或先請部門報價。',
    'No price is known yet; give quoted_price, or ask the department first.',
  ])

/** The quantity is fixed once a price was mentioned. */
export const refuseRecount = ({ quoted_price, offer_id }: LockedRequest) => {
  if (quoted_price !== null || offer_id !== null)
    refuseField('quantity', [
      '已有報價，不能再改數量；請取消後重新申請。',
      'There is a price already; cancel and ask anew to change how many.',
    ])
}

const MOST = 9_999_999_999.99

/** Refuses an amount that does not fit the column. */
export const refuseCostly = (cost: number | null) =>
  cost !== null && cost > MOST
    ? refuseField('quantity', ['金額超過上限，請減少數量。', 'That many cost more than can be written; ask for fewer.'])
    : cost
