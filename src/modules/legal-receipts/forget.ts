import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Retention } from '../../kit/retention/rules.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { removeBuyers } from '../receipt-buyers/buyer.ts'

/**
 * Of an erased contact the titles that it asked for go, and mail address and address of its receipts. What was issued stays as it is: a receipt
 * is a tax paper, and is kept for the years that the agency has set.
 */
export async function forgetBuyers(tx: Tx, { booking_id }: Events['booking.erased']) {
  await removeBuyers(tx, booking_id)
  const isIts = sql<boolean>`id in (select legal_receipt_id from legal_receipt_bookings where booking_id = ${booking_id})`
  await tx.updateTable('legal_receipts').set({ buyer_email: null, buyer_address: null }).where(isIts).execute()
  await tx
    .updateTable('legal_receipts')
    .set({ buyer_name: ERASED_NAME, buyer_ubn: null, comment: null })
    .where(isIts)
    .where('status', '=', 'refused')
    .execute()
}

const AT_ONCE = 500

export const buyersOfReceipts: Retention = {
  what: 'to whom legal receipts were issued',
  table: 'legal_receipts',
  kept: 'the years that the agency has set after the day of the receipt, 10 at first',
  why: 'Tax papers are kept that long, beyond the erasure of a person. Number, day and amount stay.',
  deleteBatch: async (tx) => {
    const rows = await tx
      .updateTable('legal_receipts')
      .set({ buyer_name: ERASED_NAME, buyer_ubn: null, buyer_email: null, buyer_address: null, comment: null })
      .where(
        sql<boolean>`id in (select id from legal_receipts where buyer_name <> ${ERASED_NAME}
          and issued_on < today() - (select receipts_kept_years from house) * interval '1 year'
          order by issued_on limit ${AT_ONCE} for update skip locked)`,
      )
      .returning('id')
      .execute()
    return rows.length
  },
}
