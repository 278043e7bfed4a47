/** What a payment request changes. */
export const requestChanges = ['payment-requests', 'bookings']
