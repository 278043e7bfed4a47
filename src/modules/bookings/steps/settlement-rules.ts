import { inCents, minus, share } from '../rules.ts'

type Account = { total: number; paid: number }
/** What was already spent for the travelers: fees of authorities, and other costs for which there are papers. */
export type Costs = { official_fees: number; proven_costs: number }

/** What a cancellation costs each side. `fee` is kept, `penalty` is paid beside what is paid back. */
export type Settlement = Costs & { fee: number; penalty: number; refund: number; owed: number }

/** The customer cancels: official fees, and a percentage of the rest of the price; or the fee that was agreed on. */
export const leftByCustomer = (
  account: Account,
  { official_fees, percent, agreed }: { official_fees: number; percent: number; agreed?: number | undefined },
): Settlement =>
  settled(account, {
    official_fees,
    proven_costs: 0,
    fee: agreed ?? plus(official_fees, share(Math.max(minus(account.total, official_fees), 0), percent)),
    penalty: 0,
  })

/** The agency calls it off: costs are kept from what was paid, and nothing more is asked for; the penalty is a percentage of the price. */
export const calledOff = (account: Account, costs: Costs, penaltyPercent: number): Settlement => {
  const official_fees = Math.min(costs.official_fees, Math.max(account.paid, 0))
  const proven_costs = Math.min(costs.proven_costs, Math.max(minus(account.paid, official_fees), 0))
  return settled(account, {
    official_fees,
    proven_costs,
    fee: plus(official_fees, proven_costs),
    penalty: share(Math.max(account.total, 0), penaltyPercent),
  })
}

const settled = ({ paid }: Account, kept: Costs & { fee: number; penalty: number }): Settlement => {
  const back = minus(plus(paid, kept.penalty), kept.fee)
  return { ...kept, refund: Math.max(back, 0), owed: Math.max(-back, 0) }
}

const plus = (one: number, other: number) => (inCents(one) + inCents(other)) / 100
