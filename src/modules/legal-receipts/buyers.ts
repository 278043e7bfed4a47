import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { shown } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { cashiers } from '../bookings/flow.ts'
import { lockedBooking } from '../bookings/locks.ts'
import { seenBooking } from '../bookings/visible.ts'
import {
  isSameTitle,
  MOST_BUYERS,
  NewReceiptBuyer,
  refuseBuyers,
  refuseUbn,
  replaceBuyers,
} from '../receipt-buyers/buyer.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { receiptReaders } from './read.ts'

const Buyers = Type.Object({ buyers: Type.Array(NewReceiptBuyer, { maxItems: MOST_BUYERS }) })

/** Sets who wants which title for the receipts of a booking: one or several, in their order. What was issued stays as it is. */
const setBuyers = async (tx: Tx, reader: Reader, booking_id: number, buyers: readonly NewReceiptBuyer[]) => {
  await lockedBooking(tx, reader, booking_id)
  const [only] = buyers
  if (only && buyers.length === 1) refuseUbn(only.kind, only.ubn, 'ubn')
  refuseBuyers(buyers, 'buyers')
  await replaceBuyers(tx, booking_id, buyers)
}

export type Title = Required<NewReceiptBuyer> & {
  /** The receipt that was issued for it, or is about to be: the number, if it has one already. */
  receipt: { number: string | null } | null
}

/** The titles of a booking as its customer sees them, with the receipts that were issued for them. */
export async function titlesOf(db: Db, booking_id: number): Promise<Title[]> {
  const buyers = await db
    .selectFrom('receipt_buyers')
    .select(['kind', 'name', 'ubn', 'email', 'address'])
    .where('booking_id', '=', booking_id)
    .orderBy('id')
    .execute()
  const { rows: receipts } = await sql<{ number: string | null; name: string; ubn: string | null }>`
    select r.number, r.buyer_name as name, r.buyer_ubn as ubn from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id
     where p.booking_id = ${booking_id} and r.status in ('queued', 'issued', 'void_waiting') order by r.id`.execute(db)
  return buyers.map((buyer) => {
    const receipt = receipts.find((title) => isSameTitle(title, buyer))
    return { ...buyer, receipt: receipt ? { number: receipt.number } : null }
  })
}

/** The customer sets the titles for which no receipt was issued. The others stay as they are. */
export async function setOpenTitles(tx: Tx, booking_id: number, asked: readonly NewReceiptBuyer[]) {
  await tx.selectFrom('bookings').select('id').where('id', '=', booking_id).forNoKeyUpdate().execute()
  const issued = (await titlesOf(tx, booking_id)).filter(({ receipt }) => receipt !== null)
  const all = [...issued.map(({ receipt: _receipt, ...buyer }) => buyer), ...asked]
  if (all.length > MOST_BUYERS) refuseField(`title_${asked.length}`, tooMany)
  await replaceBuyers(tx, booking_id, all)
}

const tooMany = [
  `一筆訂單最多 ${MOST_BUYERS} 個抬頭，含已開立收據的；請減少，或請業務協助。`,
  `A booking has ${MOST_BUYERS} titles at most, with those for which a receipt was issued: enter fewer, or ask sales for help.`,
] as const

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
