import { amountIn } from 'guidon-design/formats'
import { currencyOfHouse } from './house.ts'

/** `NT$12,000`: always with the currency. */
export const price = (amount: number | null, currency = currencyOfHouse()) =>
  amount === null ? '' : amountIn(currency, amount)
