import { refuse, refuseField } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Department } from '../roles.ts'
import { departmentWords } from './labels.ts'
import type { PricingType, Response, SenderType } from './schema.ts'

type Priced = { pricing_type: PricingType; base_cost?: number | null | undefined }

/** The price of a request on the day it is created; null until somebody has quoted. */
export const estimatedCost = ({ pricing_type, base_cost }: Priced, quantity: number): number | null => {
  if (pricing_type === 'free') return 0
  if (pricing_type === 'quotation_required' || base_cost == null) return null
  return Math.round(base_cost * 100 * quantity) / 100
}

/** The price of another quantity, at the price per piece of the day the request was created. */
export const recounted = (cost: number | null, from: number, to: number) =>
  cost === null ? null : (Math.round((cost * 100) / from) * to) / 100

/** The quantity is fixed once a price was mentioned. */
export const refuseRecount = ({ quoted_price, offer_id }: { quoted_price: number | null; offer_id: number | null }) => {
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

/** Whether a quote is needed: by its type, or because the fixed price is missing. */
export const needsQuote = ({ pricing_type, base_cost }: Priced) =>
  pricing_type === 'quotation_required' || (pricing_type === 'fixed_price' && base_cost == null)

export const typeWarnings = (type: Priced): Words[] =>
  type.pricing_type === 'fixed_price' && type.base_cost == null
    ? [
        [
          '尚未填寫固定價格，申請將比照需報價處理。',
          'A fixed price without an amount: its requests are treated as ones to be quoted.',
        ],
      ]
    : []

/** The pricing type of an imported type: flight tickets are quoted, types with a cost are fixed, the rest is free. */
export const pricingTypeOf = ({
  isFlightTicket,
  base_cost,
}: {
  isFlightTicket: boolean
  base_cost: number | null
}): PricingType => (isFlightTicket ? 'quotation_required' : base_cost ? 'fixed_price' : 'free')

type Named = { type_code?: string | undefined; name?: string | undefined; name_en?: string | null | undefined }

/** Whether an imported type is a flight ticket: it belongs to ticketing, and it or its whole category is named so. */
export const isFlightTicket = (
  { type_code = '', name = '', name_en }: Named,
  category: Named & { department: Department },
) => {
  const called = [type_code, name, name_en ?? ''].some((words) => /機票|(flight|air)[ _-]?ticket|airfare/i.test(words))
  const isOne = [category.name, category.name_en].some((words) => /^(機票|(flight|air) tickets?)$/i.test(words ?? ''))
  return category.department === 'ticketing' && (called || isOne)
}

/** The sender follows from the caller's role; an administrator writes as sales unless the turn says otherwise. */
export const senderOf = (role: string): SenderType => (role === 'department' || role === 'customer' ? role : 'sales')

type Caller = { role: string; departments: readonly Department[] }

/** Refuses a department in requests of another department. */
export const refuseOthers = ({ department }: { department: Department }, actor: Caller) => {
  if (actor.role !== 'department' || actor.departments.includes(department)) return
  const [zh, en] = departmentWords[department]
  refuse('forbidden', {
    detail: [`這筆申請由${zh}負責。`, `This request is in the hands of ${en}.`],
    also: { department },
  })
}

/** An offer can be answered while it is unanswered or under negotiation. */
export const isOpen = (response: Response | null | undefined) => response === 'pending' || response === 'negotiating'

/** What the price of a request is called: it is for the whole quantity. */
export const priceLabel = (quantity: number): Words =>
  quantity > 1 ? [`${quantity} 份合計`, `Price for all ${quantity}`] : ['價格', 'Price']
