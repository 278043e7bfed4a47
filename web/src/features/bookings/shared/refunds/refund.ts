/** What an order of a refund changes. */
export const refundChanges = ['refund-orders', 'approvals', 'money', 'bookings', 'trips', 'work']

export type Owed = {
  obligation: { id: number; left: number }
  booking: { id: number; booking_number: string; contact_name: string; currency: string }
}
