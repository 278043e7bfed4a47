/** What a decision about a line of a bank changes. */
export const bankChanges = [
  'bank-lines',
  'bank-statements',
  'bookings',
  'money',
  'payment-reports',
  'payment-requests',
  'work',
]
