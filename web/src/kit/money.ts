import { currencyOfHouse } from './house.ts'

/** `NT$ 12,000`: always with the currency. */
export const price = (amount: number | null, currency = currencyOfHouse()) =>
  amount === null
    ? ''
    : `${amount < 0 ? '−' : ''}${currency === 'TWD' ? 'NT$' : currency} ${Math.abs(amount).toLocaleString('en')}`
