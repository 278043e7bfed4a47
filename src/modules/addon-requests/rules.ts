import type { Words } from '../../kit/words.ts'
import type { Department } from '../users/schema.ts'
import type { Party } from './flow.ts'
import type { PricingType, Response, SenderType } from './schema.ts'

type Priced = { pricing_type: PricingType; base_cost?: number | null | undefined }

/** What a request costs on the day it is made; empty until somebody has quoted. */
export const estimatedCost = ({ pricing_type, base_cost }: Priced, quantity: number): number | null => {
  if (pricing_type === 'free') return 0
  if (pricing_type === 'quotation_required' || base_cost == null) return null
  return Math.round(base_cost * 100 * quantity) / 100
}

/** A price has to be asked for: always by its type, or because a fixed price was never entered. */
export const needsQuote = ({ pricing_type, base_cost }: Priced) =>
  pricing_type === 'quotation_required' || (pricing_type === 'fixed_price' && base_cost == null)

export const typeWarnings = (type: Priced): Words[] =>
  type.pricing_type === 'fixed_price' && type.base_cost == null
    ? [
        [
          '固定價格尚未填 base_cost，申請將比照需報價處理。',
          'A fixed price without base_cost: its requests are treated as ones to be quoted.',
        ],
      ]
    : []

/** How a type from elsewhere gets its pricing type: tickets are quoted, what costs something is fixed, the rest is free. */
export const pricingTypeOf = ({
  isFlightTicket,
  base_cost,
}: {
  isFlightTicket: boolean
  base_cost: number | null
}): PricingType => (isFlightTicket ? 'quotation_required' : base_cost ? 'fixed_price' : 'free')

/** Who speaks is known from who is calling; an administrator speaks for sales where no turn says otherwise. */
export const senderOf = (role: string): SenderType => (role === 'department' || role === 'customer' ? role : 'sales')

type Caller = { role: string; department: Department | null }

/** A department takes turns in its own requests only; an administrator takes every turn. */
export const isInCharge = ({ role, department }: Caller, by: Party, of: Department) =>
  role === 'admin' || role !== 'department' || by !== 'department' || department === of

/** An offer can be answered while it is the latest one, and unanswered or still negotiated. */
export const isOpen = (response: Response | null) => response === 'pending' || response === 'negotiating'
