import { refuseField } from './errors.ts'
import { amountIn } from './words/words.ts'

/** The most that a sum of money comes to. Cents of much higher numbers are lost in JSON, whose numbers have 53 bits. */
const MOST = 999_999_999_999.99

/** Refuses a sum that is too high at the field that makes it so. */
export const refuseHighSum = (sum: number, field: string) => {
  if (Math.abs(sum) <= MOST) return
  refuseField(field, [
    `合計將超過上限 ${amountIn('', MOST).trim()}，請減少金額。`,
    `The sum would be above ${amountIn('', MOST).trim()}, which is the most that can be kept: give less.`,
  ])
}
