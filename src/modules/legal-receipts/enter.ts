import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { day, formed, labelled, ref } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'
import { isSameTitle } from '../receipt-buyers/buyer.ts'
import { dayOf, refuseAbove, writeParts } from './issue.ts'
import { proposeReceipt } from './proposal.ts'
import { LegalReceipt, wholeAmount, writtenItems } from './receipt.ts'

const { medium, buyer_name, buyer_ubn } = LegalReceipt.properties

/** A receipt that the agency has issued before it moved in: of a booking, or of the booking of a trip that it fits. */
export const EnteredReceipt = Type.Object({
  number: labelled(formed('^[A-Z][0-9]{8}$', 'T13671008'), ['收據號碼', 'Number of the receipt']),
  issued_on: labelled(day(), ['開立日', 'Issued on']),
  booking_id: Type.Optional(ref()),
  planned_trip_id: Type.Optional(ref()),
  buyer_name,
  buyer_ubn,
  amount: wholeAmount(),
  medium: Type.Optional(medium),
})
type EnteredReceipt = Static<typeof EnteredReceipt>

/** Writes a receipt as it was issued. It stands within what is paid, like any other; its items were on the receipt and are not asked for. */
export async function enterReceipt(tx: Tx, body: EnteredReceipt, issued_by: number | undefined) {
  const { number, amount, buyer_name, buyer_ubn = null, medium = 'paper' } = body
  const booking_id = await bookingOf(tx, body)
  await tx.selectFrom('bookings').select('id').where('id', '=', booking_id).forNoKeyUpdate().execute()
  await refuseAbove(tx, { booking_id, amount })
  const { seller_name, comment, items } = await proposeReceipt(tx, booking_id, amount)
  const { id } = await tx
    .insertInto('legal_receipts')
    .values({
      ...{ medium, number, amount, buyer_name, buyer_ubn, seller_name, comment, status: 'issued' },
      buyer_kind: buyer_ubn === null ? 'person' : 'company',
      items: writtenItems(items),
      issued_on: await dayOf(tx, body.issued_on),
      issued_by: issued_by ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeParts(tx, id, [{ booking_id, amount }])
  return id
}

const bookingOf = async (tx: Tx, { booking_id, planned_trip_id, buyer_name, buyer_ubn, amount }: EnteredReceipt) => {
  if (booking_id !== undefined) {
    const { planned_trip_id: its } = await tx
      .selectFrom('bookings')
      .select('planned_trip_id')
      .where('id', '=', booking_id)
      .executeTakeFirstOrThrow()
    return planned_trip_id === undefined || planned_trip_id === its
      ? booking_id
      : refuseField('planned_trip_id', ofAnotherTrip)
  }
  if (planned_trip_id === undefined) return refuseField('booking_id', ofWhich)
  const { rows } = await sql<{ id: number; contact_name: string; titles: { name: string; ubn: string | null }[] }>`
    select b.id, b.contact_name, (select coalesce(json_agg(json_build_object('name', w.name, 'ubn', w.ubn)), '[]')
             from receipt_buyers w where w.booking_id = b.id) as titles
      from bookings b, receipts_of(b.id) r
     where b.planned_trip_id = ${planned_trip_id} and floor(receiptable(b.id)) - r.standing >= ${amount}
     order by b.id`.execute(tx)
  const buyer = { name: buyer_name, ubn: buyer_ubn ?? null }
  const ofBuyer = rows.filter(({ contact_name, titles }) =>
    [...titles, { name: contact_name }].some((title) => isSameTitle(title, buyer)),
  )
  const [only, ...others] = ofBuyer.length > 0 ? ofBuyer : rows
  if (!only) return refuseField('amount', fitsNone)
  return others.length === 0 ? only.id : refuseField('booking_id', fitsSeveral)
}

const ofWhich: Words = [
  '請填寫訂單編號；只有一筆訂單時，填團號即可。',
  'Enter the booking number; the serial of the trip is enough where only one of its bookings fits.',
]
const ofAnotherTrip: Words = [
  '這筆訂單不在這個團；請更正團號，或留空。',
  'The booking is not on this trip: correct the serial, or leave it empty.',
]
const fitsNone: Words = [
  '這個團沒有訂單已收這麼多且尚未開立收據；請先匯入收款，或填寫訂單編號。',
  'No booking of this trip has so much paid without a receipt: import its payments first, or enter the booking number.',
]
const fitsSeveral: Words = [
  '這個團有多筆訂單相符；請填寫訂單編號。',
  'Several bookings of this trip fit: enter the booking number.',
]

/** Removes a receipt that an import has written. */
export async function removeEnteredReceipt(tx: Tx, id: number) {
  await tx.deleteFrom('legal_receipt_bookings').where('legal_receipt_id', '=', id).execute()
  await tx.deleteFrom('legal_receipts').where('id', '=', id).execute()
}
