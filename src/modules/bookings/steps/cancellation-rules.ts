import { inCents, minus, share } from '../rules.ts'

type Account = { total: number; paid: number }
/** What was already spent for the travelers: fees of authorities, and other costs for which there are papers. */
export type Costs = { official_fees: number; proven_costs: number }

/** What a cancellation costs each side. `fee` is kept, `penalty` is paid beside what is paid back. */
export type CancellationSums = Costs & { fee: number; penalty: number; refund: number; owed: number }

/** Extras that were delivered: those whose type is refundable are given back, the others are kept. No percentage applies to either. */
export type Extras = { kept: number; given_back: number }
const withoutExtras = (total: number, { kept, given_back }: Extras) =>
  Math.max(minus(minus(total, kept), given_back), 0)

type ByCustomer = { official_fees: number; percent: number; extras: Extras; agreed?: number | undefined }

/** The customer cancels: delivered extras, official fees, and a percentage of the rest of the price; or the fee that was agreed on. */
export const leftByCustomer = (
  account: Account,
  { official_fees, percent, extras, agreed }: ByCustomer,
): CancellationSums => {
  const rest = Math.max(minus(withoutExtras(account.total, extras), official_fees), 0)
  const fee = agreed ?? plus(plus(official_fees, extras.kept), share(rest, percent))
  return sumsOf(account, { official_fees, proven_costs: 0, fee, penalty: 0 })
}

/**
 * The agency calls it off: costs are kept from what was paid, and nothing more is asked for; the penalty is a percentage of the price
 * without extras.
 */
export const calledOff = (account: Account, costs: Costs, extras: Extras, penaltyPercent: number): CancellationSums => {
  const official_fees = Math.min(costs.official_fees, Math.max(account.paid, 0))
  const proven_costs = Math.min(costs.proven_costs, Math.max(minus(account.paid, official_fees), 0))
  return sumsOf(account, {
    official_fees,
    proven_costs,
    fee: plus(official_fees, proven_costs),
    penalty: share(withoutExtras(account.total, extras), penaltyPercent),
  })
}

const sumsOf = ({ paid }: Account, kept: Costs & { fee: number; penalty: number }): CancellationSums => {
  const back = minus(plus(paid, kept.penalty), kept.fee)
  return { ...kept, refund: Math.max(back, 0), owed: Math.max(-back, 0) }
}

const plus = (one: number, other: number) => (inCents(one) + inCents(other)) / 100
