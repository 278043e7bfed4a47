/** What a step of a legal receipt changes. */
export const receiptChanges = ['legal-receipts', 'bookings', 'money', 'notifications', 'work']
