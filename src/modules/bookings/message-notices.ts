import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { concernedBy } from '../travelers/notices.ts'

/** Notifies the other side of a message: the salesperson, or the contact of the booking. */
export async function notifyOfBookingMessage(
  tx: Tx,
  { message_id, booking_id, from, actor_id }: Events['booking-message.written'],
) {
  const { serial, number, sales, customer } = await concernedBy(tx, booking_id)
  const { text, contact_name: contact } = await tx
    .selectFrom('booking_messages as m')
    .innerJoin('bookings as b', 'b.id', 'm.booking_id')
    .select(['m.text', 'b.contact_name'])
    .where('m.id', '=', message_id)
    .executeTakeFirstOrThrow()
  const rest = {
    params: { serial, number, contact, text },
    about: { type: 'booking', id: booking_id },
    except: actor_id,
  }
  await (from === 'customer'
    ? notify(tx, { who: sales, event: 'booking-message.asked', ...rest })
    : notify(tx, { who: customer, event: 'booking-message.answered', ...rest }))
}
