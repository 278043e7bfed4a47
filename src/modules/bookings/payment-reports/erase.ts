import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { eraseFile } from '../../../kit/files/files.ts'
import type { Retention } from '../../../kit/retention/rules.ts'
import { ERASED_NAME } from '../../../kit/secrets/personal-data.ts'
import { forgetFields } from '../../audit/actions.ts'

/**
 * Takes the picture, the digits and what was written to the customer from the reports of an erased contact, and the digits from the
 * payments that they became. Days and amounts stay.
 */
export async function erasePaymentReports(tx: Tx, booking_id: number) {
  const reports = await tx
    .selectFrom('payment_reports')
    .select(['id', 'file_id', 'payment_id'])
    .where('booking_id', '=', booking_id)
    .execute()
  if (!reports.length) return
  await tx
    .updateTable('payment_reports')
    .set({
      last_five: null,
      file_id: null,
      refuse_reason: sql<string | null>`case when refuse_reason is not null then ${ERASED_NAME} end`,
    })
    .where('booking_id', '=', booking_id)
    .execute()
  for (const { file_id } of reports) if (file_id) await eraseFile(tx, file_id, undefined)
  const payments = await tx
    .updateTable('booking_payments')
    .set({ reference: null })
    .where('booking_id', '=', booking_id)
    .where(
      sql<boolean>`id in (select (a.changes -> 'payment_id' ->> 1)::integer from audit a
        where a.table_name = 'payment_reports' and a.record_id = any (${reports.map(({ id }) => id)}))`,
    )
    .returning('id')
    .execute()
  await forgetFields(
    tx,
    'payment_reports',
    reports.map(({ id }) => id),
    ['refuse_reason'],
  )
  await forgetFields(
    tx,
    'booking_payments',
    payments.map(({ id }) => id),
    ['reference'],
  )
}

const DAYS_KEPT = 180
const AT_ONCE = 100

// Deletes only the pictures; what was reported, and what became of it, stays with the booking.
const purgePictures = async (tx: Tx) => {
  const rows = await tx
    .selectFrom('payment_reports')
    .select(['id', 'file_id'])
    .where('file_id', 'is not', null)
    .where(sql<boolean>`created_at < now() - ${DAYS_KEPT} * interval '1 day'`)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute()
  for (const { id, file_id } of rows) {
    await tx.updateTable('payment_reports').set({ file_id: null }).where('id', '=', id).execute()
    if (file_id) await eraseFile(tx, file_id, undefined)
  }
  return rows.length
}

export const reportPictures: Retention = {
  what: 'pictures of reported payments',
  table: 'payment_reports',
  kept: `${DAYS_KEPT} days after the report`,
  why: 'By then the payment was found in the account or not. The report stays with its booking.',
  deleteBatch: purgePictures,
}
