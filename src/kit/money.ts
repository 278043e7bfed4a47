import { amountIn } from 'guidon-design/formats'
import { constraintRefusal } from './db/faults.ts'
import { Refusal, refuseField } from './errors.ts'
import type { Words } from './words/words.ts'

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
  return Number(rounded(amount, percent, 10_000n)) / 100
}

/** The same as an amount that people pay: in a currency without cents it is rounded to the whole. */
export function chargedShare(amount: number, percent: number, currency: string) {
  return hasCents(currency) ? share(amount, percent) : Number(rounded(amount, percent, 1_000_000n))
}

const rounded = (amount: number, percent: number, unit: bigint) =>
  (BigInt(inCents(amount)) * BigInt(inCents(percent)) + unit / 2n) / unit

/** Currencies whose smallest coin is the whole unit; the SQL function `decimals_of` has the same. */
export const wholeCurrencies: readonly string[] = ['TWD', 'JPY', 'KRW', 'VND']
function hasCents(currency: string) {
  return !wholeCurrencies.includes(currency)
}

/** Refuses an amount that nobody can pay, where the database does not (trigger `refuse_cents`). */
export function refuseCents(amount: number | undefined, currency: string, field: string) {
  if (amount === undefined || hasCents(currency) || Number.isInteger(amount)) return
  refuseField(field, onlyWhole(currency))
}
const onlyWhole = (currency: string): Words => [
  `${currency} 沒有角分，請填寫整數金額。`,
  `${currency} has no cents: give a whole amount.`,
]

/** How the columns that the database refuses are called in the API, where that differs. */
const fields: Record<string, string> = { final_cost: 'final_price' }
constraintRefusal('whole_amount', ({ column = '', detail = '' }) => {
  return new Refusal('invalid_input', { errors: { [fields[column] ?? column]: [onlyWhole(detail)] } })
})

export function plus(one: number, other: number) {
  return (inCents(one) + inCents(other)) / 100
}
