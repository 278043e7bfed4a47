export const bookingStatuses = ['waitlisted', 'held', 'confirmed', 'cancelled', 'completed', 'expired'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** The statuses in which a booking takes seats of its trip. */
export const seatedStatuses: readonly BookingStatus[] = ['held', 'confirmed', 'completed']

/** The statuses in which a booking takes seats of a trip that has not returned yet. */
export const travelingStatuses: readonly BookingStatus[] = ['held', 'confirmed']

/** The statuses in which the travelers of a booking may still travel. */
export const aliveStatuses: readonly BookingStatus[] = ['waitlisted', 'held', 'confirmed']
