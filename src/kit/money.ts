import { amountIn } from 'guidon-design/formats'
import { refuseField } from './errors.ts'

/** The highest sum of money. Cents of much higher numbers would be lost in JSON, whose numbers have 53 bits. */
const MOST = 999_999_999_999.99

/** Refuses a sum that is too high, at the field that caused it. */
export function refuseHighSum(sum: number, field: string) {
  if (Math.abs(sum) <= MOST) return
  refuseField(field, [
    `合計將超過上限 ${amountIn('', MOST).trim()}，請減少金額。`,
    `The sum would be above ${amountIn('', MOST).trim()}, which is the most that can be kept: give less.`,
  ])
}

/** Amounts are computed in whole cents, which JavaScript keeps exactly. */
export function inCents(amount: number) {
  return Math.round(amount * 100)
}
export function times(amount: number, quantity: number) {
  return (inCents(amount) * quantity) / 100
}
export function minus(one: number, other: number) {
  return (inCents(one) - inCents(other)) / 100
}

/** A percentage of an amount of at least 0, rounded once to the cent, half a cent up. Integers only, so that it is exact. */
export function share(amount: number, percent: number) {
  return Number((BigInt(inCents(amount)) * BigInt(inCents(percent)) + 5_000n) / 10_000n) / 100
}

export function plus(one: number, other: number) {
  return (inCents(one) + inCents(other)) / 100
}
