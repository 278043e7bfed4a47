import { type Static, Type } from 'typebox'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { shown, without } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { cashiers } from '../bookings/flow.ts'
import { lockedBooking } from '../bookings/locks.ts'
import { seenBooking } from '../bookings/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { receiptReaders } from './read.ts'
import { ReceiptBuyer } from './receipt.ts'
import { refuseUbn } from './ubn.ts'

export const NewReceiptBuyer = without(ReceiptBuyer, ['booking_id'])
export type NewReceiptBuyer = Static<typeof NewReceiptBuyer>

const MOST_BUYERS = 10
const Buyers = Type.Object({ buyers: Type.Array(NewReceiptBuyer, { maxItems: MOST_BUYERS }) })

/** Sets who wants which title for the receipts of a booking: one or several, in their order. What was issued stays as it is. */
const setBuyers = async (tx: Tx, reader: Reader, booking_id: number, buyers: readonly NewReceiptBuyer[]) => {
  await lockedBooking(tx, reader, booking_id)
  for (const [nth, { kind, ubn }] of buyers.entries())
    refuseUbn(kind, ubn, buyers.length > 1 ? `buyers.${nth}.ubn` : 'ubn')
  await tx.deleteFrom('receipt_buyers').where('booking_id', '=', booking_id).execute()
  await enterBuyers(tx, booking_id, buyers)
}

/** Writes the titles that are asked for with a new booking. */
const enterBuyers = async (tx: Tx, booking_id: number, buyers: readonly NewReceiptBuyer[]) => {
  if (buyers.length === 0) return
  await tx
    .insertInto('receipt_buyers')
    .values(buyers.map((buyer) => ({ ...buyer, booking_id })))
    .execute()
}

const buyersOfBooking = jsonArrayOf(seenBooking, (db, { id }: Reader & { id: number }) =>
  db
    .selectFrom('receipt_buyers')
    .select(['kind', 'name', 'ubn', 'email', 'address'])
    .where('booking_id', '=', id)
    .orderBy('id'),
)

const returns = Type.Array(shown(NewReceiptBuyer))

/** `/api/bookings/{id}/receipt-buyers` */
export function buyerRoutes(on: On) {
  on.get(
    '/:id/receipt-buyers',
    {
      name: 'listReceiptBuyers',
      access: receiptReaders,
      summary: 'Who wants which title for the legal receipts of a booking',
      returns,
      people: true,
      etag: 'content',
    },
    ({ db, actor, params }) => buyersOfBooking(db, { ...readerOf(actor), ...params }),
  )
  on.put(
    '/:id/receipt-buyers',
    {
      name: 'setReceiptBuyers',
      access: cashiers,
      summary: 'Set who wants which title for the legal receipts of a booking',
      body: Buyers,
      returns,
    },
    async ({ tx, actor, params, body }) => {
      await setBuyers(tx, readerOf(actor), params.id, body.buyers)
      return buyersOfBooking(tx, { ...readerOf(actor), ...params })
    },
  )
}
