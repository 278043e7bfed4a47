import { inCents, minus, share } from '../rules.ts'

/** The fee of a traveler who was cancelled earlier. It stays, whatever becomes of the booking. */
export type SettledFee = { traveler_id: number | null; name: string | null; amount: number }
type Account = { total: number; paid: number; settled: SettledFee[] }
/** What was already spent for the travelers: fees of authorities, and other costs for which there are papers. */
export type Costs = { official_fees: number; proven_costs: number }

/**
 * What a cancellation costs each side. `fee` is kept, and holds the settled fees of travelers who were cancelled earlier; `penalty` is
 * paid beside what is paid back.
 */
export type CancellationSums = Costs & {
  fee: number
  penalty: number
  refund: number
  owed: number
  settled: SettledFee[]
}

/** Extras that were delivered: those whose type is refundable are given back, the others are kept. No percentage applies to either. */
export type Extras = { kept: number; given_back: number }

/** The price alone, of which percentages are taken: without extras, and without the fees that are settled. */
const priceOf = ({ total, settled }: Account, { kept, given_back }: Extras) =>
  Math.max(minus(minus(minus(total, kept), given_back), sumOf(settled)), 0)

type ByCustomer = Costs & { percent: number; extras: Extras; agreed?: number | undefined }

/**
 * The customer cancels: delivered extras, official fees, and a percentage of the rest of the price, or the loss that is proven to be
 * higher; or the lower fee that was agreed on.
 */
export const leftByCustomer = (
  account: Account,
  { official_fees, proven_costs, percent, extras, agreed }: ByCustomer,
): CancellationSums => {
  const own =
    agreed ??
    plus(plus(official_fees, extras.kept), Math.max(byTerms(account, { official_fees, percent, extras }), proven_costs))
  return sumsOf(account, { official_fees, proven_costs, fee: plus(sumOf(account.settled), own), penalty: 0 })
}

/** The percentage of the terms, in money. */
export const byTerms = (account: Account, { official_fees, percent, extras }: Omit<ByCustomer, 'proven_costs'>) =>
  share(Math.max(minus(priceOf(account, extras), official_fees), 0), percent)

/** The agency calls it off: costs are kept from what was paid, and nothing more is asked for; the penalty is a percentage of the price. */
export const calledOff = (account: Account, costs: Costs, extras: Extras, penaltyPercent: number): CancellationSums => {
  const settled = sumOf(account.settled)
  const official_fees = Math.min(costs.official_fees, Math.max(minus(account.paid, settled), 0))
  const proven_costs = Math.min(costs.proven_costs, Math.max(minus(minus(account.paid, settled), official_fees), 0))
  return sumsOf(account, {
    official_fees,
    proven_costs,
    fee: plus(settled, plus(official_fees, proven_costs)),
    penalty: share(priceOf(account, extras), penaltyPercent),
  })
}

const sumsOf = ({ paid, settled }: Account, kept: Costs & { fee: number; penalty: number }): CancellationSums => {
  const back = minus(plus(paid, kept.penalty), kept.fee)
  return { ...kept, refund: Math.max(back, 0), owed: Math.max(-back, 0), settled }
}

const sumOf = (settled: SettledFee[]) => settled.reduce((sum, { amount }) => plus(sum, amount), 0)
export const plus = (one: number, other: number) => (inCents(one) + inCents(other)) / 100
