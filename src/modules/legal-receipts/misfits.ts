import { sql } from 'kysely'
import { Type } from 'typebox'
import { found, refuseField } from '../../kit/errors.ts'
import { labelled, line, money, ref } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { knownBooking } from '../bookings/visible.ts'
import { MOST_BUYERS, NewReceiptBuyer } from '../receipt-buyers/buyer.ts'
import { misfitsAfter, receiptMisfits, wholeLeft } from '../receipt-misfits/misfits.ts'
import { readerOf } from '../users/reader.ts'
import { receiptReaders } from './read.ts'

/** What somebody is about to do: pay so much back, void a payment, name another contact, or other titles. */
const Intended = Type.Object({
  refund: labelled(Type.Optional(money()), ['退款金額', 'To be paid back']),
  payment_id: Type.Optional(ref()),
  contact_name: Type.Optional(line(100, '王小美')),
  buyers: Type.Optional(Type.Array(NewReceiptBuyer, { maxItems: MOST_BUYERS })),
})

/** `POST /api/bookings/{id}/receipt-misfits`: the dry run of changes that have none of their own. */
export function misfitRoute(on: On) {
  on.post(
    '/:id/receipt-misfits',
    {
      name: 'previewReceiptMisfits',
      access: receiptReaders,
      summary:
        'Dry run: which legal receipts no longer fit once a payment is voided or paid back, or contact or titles are changed; nothing is stored',
      body: Intended,
      returns: receiptMisfits(),
      etag: 'none',
      refuses: ['not_found'],
    },
    async ({ tx, actor, params, body }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      const { refund = 0, payment_id = null, contact_name, buyers } = body
      const { rows } = await sql<{ paid: number; voided: number | null }>`
        select b.paid::float8 as paid, (select case kind when 'refund' then 0 else amount end::float8 from booking_payments
                 where booking_id = b.id and id = ${payment_id} and voided_at is null) as voided
          from bookings b where b.id = ${params.id}`.execute(tx)
      const { paid, voided } = found(rows[0])
      if (payment_id !== null && voided === null) refuseField('payment_id', noPayment)
      const left = wholeLeft(paid, Number(refund) + (voided ?? 0))
      return misfitsAfter(tx, {
        ...{ booking_id: params.id, paid: left },
        ...(contact_name !== undefined && { contact_name }),
        ...(buyers && { buyers }),
      })
    },
  )
}

const noPayment = [
  '這筆訂單沒有這筆款項，或已作廢；請重新整理頁面。',
  'The booking has no such payment, or it is void: load the page again.',
] as const
