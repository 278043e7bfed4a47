import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { forgetFields, removedOf } from '../audit/actions.ts'
import { forgetAbout } from '../notifications/notify.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** Contact and travelers of the booking are all erased. */
    'booking.forgotten': { booking_id: number }
  }
}

/** Follows each erasure: what colleagues wrote about a booking may name any of its people, and goes with the last of them. */
export async function forgetWithLast(tx: Tx, { booking_id }: { booking_id: number }) {
  const known = await tx
    .selectFrom('bookings as b')
    .leftJoin('travelers as v', 'v.booking_id', 'b.id')
    .select('b.id')
    .where('b.id', '=', booking_id)
    .where(({ or, eb }) => or([eb('b.contact_name', '<>', ERASED_NAME), eb('v.name', '<>', ERASED_NAME)]))
    .executeTakeFirst()
  if (!known) await emit(tx, 'booking.forgotten', { booking_id })
}

/** Erases why something was given, confirmed, voided or lowered, and the internal note. Who, when and amounts stay. */
export async function forgetReasons(tx: Tx, { booking_id }: { booking_id: number }) {
  await tx.updateTable('bookings').set({ notes: null }).where('id', '=', booking_id).execute()
  const lines = await tx
    .updateTable('booking_price_lines')
    .set({ override_reason: erased('override_reason'), confirm_reason: erased('confirm_reason') })
    .where('booking_id', '=', booking_id)
    .returning('id')
    .execute()
  const payments = await tx
    .updateTable('booking_payments')
    .set({ void_reason: erased('void_reason'), confirm_reason: erased('confirm_reason') })
    .where('booking_id', '=', booking_id)
    .returning('id')
    .execute()
  const concessions = await tx
    .updateTable('booking_concessions')
    .set({ reason: erased('reason') })
    .where('booking_id', '=', booking_id)
    .returning('id')
    .execute()
  await forgetAbout(tx, 'booking', [booking_id])
  await forgetFields(tx, 'bookings', [booking_id], ['notes'])
  await forgetFields(tx, 'booking_payments', idsOf(payments), ['void_reason', 'confirm_reason'])
  const gone = await removedOf(tx, booking_id)
  await forgetFields(tx, 'booking_price_lines', [...idsOf(lines), ...gone.booking_price_lines], lineReasons)
  await forgetFields(tx, 'booking_concessions', [...idsOf(concessions), ...gone.booking_concessions], ['reason'])
}

const lineReasons = ['override_reason', 'confirm_reason']
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** A discount that was approved stays one: its reason is covered, and not null. */
const erased = (column: string) => sql<string | null>`case when ${sql.ref(column)} is not null then ${ERASED_NAME} end`
