import { currencyOfHouse } from './house.ts'

/** `NT$ 12,000`: with its currency, always. */
export const price = (amount: number | null, currency = currencyOfHouse()) =>
  amount === null ? '' : `${currency === 'TWD' ? 'NT$' : currency} ${amount.toLocaleString('en')}`
