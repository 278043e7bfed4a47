/** `NT$ 12,000`: with its currency, always. */
export const price = (amount: number | null, currency = 'TWD') =>
  amount === null ? '' : `${currency === 'TWD' ? 'NT$' : currency} ${amount.toLocaleString('en')}`
