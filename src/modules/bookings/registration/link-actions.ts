import type { Tx } from '../../../kit/db/tables.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import { endLinks } from '../../links/actions.ts'

/** Mails the receipt again; all earlier links become invalid. */
export const resend = async (tx: Tx, booking_id: number) => {
  await endLinks(tx, 'booking', booking_id)
  enqueue(tx, 'bookings.mail', { booking_id, turn: 'register' })
}
