import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { forgetFields } from '../audit/actions.ts'
import { notify } from '../notifications/notify.ts'

/** Tells the salesperson of the booking and the OP of its trip of a low score, and of what the customer has written. */
export async function notifyOfFeedback(tx: Tx, { booking_id, isForOffice }: Events['trip-feedback.answered']) {
  if (!isForOffice) return
  const { sales, op, ...params } = await tx
    .selectFrom('trip_feedback as f')
    .innerJoin('bookings as b', 'b.id', 'f.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['t.serial', 'b.booking_number as number', 'b.contact_name as contact', 'f.remarks', 't.op_user_id as op'])
    .select((is) => is.fn.coalesce('b.sales_user_id', 't.sales_user_id').as('sales'))
    .select(['f.trip_score', 'f.leader_score', 'f.hotels_score', 'f.meals_score', 'f.again_score'])
    .where('f.booking_id', '=', booking_id)
    .executeTakeFirstOrThrow()
  const who = [...new Set([sales, op])]
  await notify(tx, { who, event: 'trip-feedback.answered', params, about: { type: 'booking', id: booking_id } })
}

/** What an erased person wrote is deleted. The scores stay: they name nobody. */
export async function forgetRemarks(tx: Tx, { booking_id }: Events['booking.erased']) {
  const rows = await tx
    .updateTable('trip_feedback')
    .set({ remarks: sql<null>`null` })
    .where('booking_id', '=', booking_id)
    .returning('id')
    .execute()
  await forgetFields(
    tx,
    'trip_feedback',
    rows.map(({ id }) => id),
    ['remarks'],
  )
}
