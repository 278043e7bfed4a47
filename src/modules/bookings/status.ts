import type { UpdateObject } from 'kysely'
import type { Tables, Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import type { StepName } from './flow.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'booking.entered': { booking_id: number; step: StepName; actor_id: number | undefined; left?: LeftTrip }
  }
}

/** The trip that a booking was moved away from, and what its fares were there and are now; without amounts if one has no price. */
export type LeftTrip = {
  serial: string
  trip: string
  trip_en: string
  departure: string
  return: string
  fares: { before: string; after: string; difference: string } | null
}

/** Sets the status of a booking and emits the event. */
export async function setStatus(tx: Tx, booking_id: number, step: StepName, { actor_id, left, ...change }: Entering) {
  await tx.updateTable('bookings').set(change).where('id', '=', booking_id).execute()
  await emit(tx, 'booking.entered', { booking_id, step, actor_id, ...(left && { left }) })
}

type Entering = UpdateObject<Tables, 'bookings'> & {
  status: BookingStatus
  actor_id?: number | undefined
  left?: LeftTrip
}
