import { inCents } from '../../kit/money.ts'

/** A payment with what the provider has told of its fee. */
export type Paid = { amount: number; told: number | null }

/**
 * The share of each payment in the fee that the provider has kept of all: what it has told, and the rest by the amounts of those of which it
 * has told nothing, or of all. Shares are whole amounts that come to the fee; what was given back has none.
 */
export function sharesOf(fee: number, payments: readonly Paid[]): number[] {
  const told = payments.map((payment) => (payment.amount > 0 ? inCents(payment.told ?? 0) : 0))
  const rest = inCents(fee) - told.reduce((sum, each) => sum + each, 0)
  if (rest === 0) return told.map((each) => each / 100)
  if (rest < 0) return spread(inCents(fee), told)
  const untold = payments.map(({ amount, told }) => (amount > 0 && told === null ? inCents(amount) : 0))
  const received = payments.map(({ amount }) => Math.max(inCents(amount), 0))
  const more = spread(rest, untold.some((each) => each > 0) ? untold : received)
  return told.map((each, n) => (each + inCents(more[n] ?? 0)) / 100)
}

const WHOLE = 100

/** Divides cents by weights into whole amounts; the last one that has a weight gets what is left. */
const spread = (cents: number, weights: readonly number[]) => {
  const all = weights.reduce((sum, each) => sum + each, 0)
  const last = weights.findLastIndex((each) => each > 0)
  const shares = weights.map((each) => (all > 0 ? Math.floor((cents * each) / all / WHOLE) * WHOLE : 0))
  const given = shares.reduce((sum, each) => sum + each, 0)
  return shares.map((each, n) => (n === Math.max(last, 0) ? each + cents - given : each) / 100)
}
