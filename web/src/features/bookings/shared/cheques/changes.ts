/** What a step of a cheque changes. */
export const chequeChanges = ['cheques', 'bookings', 'money', 'bank-lines', 'payment-requests', 'notifications', 'work']
