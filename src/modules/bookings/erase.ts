import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { forgetFields, forgetValues } from '../audit/actions.ts'
import { endAddonLinks, endLinks } from '../links/links.ts'
import { forgetAbout, forgetAllTo } from '../notifications/notify.ts'
import { forgetInViews } from '../views/erase.ts'
import { eraseRequests } from './cancellation-requests/decide.ts'
import { forgetContactChanges } from './contact-changes.ts'
import { forgetHistory } from './history.ts'
import { forgetMessages } from './messages.ts'
import { erasePaymentReports } from './payment-reports/erase.ts'
import { eraseRefundOrders } from './refund-orders/erase.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'booking.erased': { booking_id: number; names: readonly string[] }
  }
}

/** Erases the contact of a booking that is over, with its notes and reasons; its links end. Travelers, prices and payments stay. */
export async function eraseContact(tx: Tx, id: number) {
  const booking = found(await lockedWithTrip(tx, id))
  const isOver = [booking.status, booking.trip_status].some((status) => ended.includes(status))
  if (!isOver) refuse('step_not_possible', { detail: notOver(booking.booking_number), also: { possible: [] } })
  await forgetInViews(tx, 'contact', id)
  await tx.updateTable('bookings').set(erasedContact).where('id', '=', id).execute()
  await endLinks(tx, 'booking', id)
  await forgetContactChanges(tx, id)
  await endAddonLinks(tx, id)
  await forgetHistory(tx, id)
  await forgetMessages(tx, id)
  await forgetFields(tx, 'cancellation_requests', await eraseRequests(tx, id), ['reason', 'decline_reason'])
  await erasePaymentReports(tx, id)
  await forgetReferences(tx, id)
  await eraseRefundOrders(tx, id)
  await forgetAbout(tx, 'booking', [id])
  await forgetAllTo(tx, 'booking_id', id)
  const names = [booking.contact_name].filter((name) => name !== ERASED_NAME)
  await emit(tx, 'booking.erased', { booking_id: id, names })
  // This is the last step, so that the audit rows of the erasure itself are cleared too.
  await forgetValues(tx, 'bookings', [id])
}

const lockedWithTrip = (tx: Tx, id: number) =>
  tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.booking_number', 'b.contact_name', 'b.status', 't.status as trip_status'])
    .where('b.id', '=', id)
    .forUpdate('b')
    .executeTakeFirst()

const ended = ['cancelled', 'expired', 'completed', 'returned', 'settled']
const erasedContact = {
  contact_name: ERASED_NAME,
  contact_phone: null,
  contact_email: null,
  contact_line_id: null,
  customer_note: null,
  cancel_reason: null,
  cancel_reason_en: null,
  restore_reason: null,
  twin_mark: null,
}
const notOver = (booking_number: string) =>
  [
    `訂單 ${booking_number} 尚未結束，仍需要聯絡人；請於回團後，或取消後再刪除。`,
    `Booking ${booking_number} is not over and needs its contact; erase it after the return, or once it is cancelled.`,
  ] as const

/** The reference of a payment by a bank holds digits of the account that it came from. */
const forgetReferences = async (tx: Tx, booking_id: number) => {
  const rows = await tx
    .updateTable('booking_payments')
    .set({ reference: null })
    .where('booking_id', '=', booking_id)
    .where('source', '=', 'bank')
    .returning('id')
    .execute()
  await forgetFields(
    tx,
    'booking_payments',
    rows.map(({ id }) => id),
    ['reference'],
  )
}
