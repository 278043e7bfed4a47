import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { refuseHighSum } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { rateToday } from '../exchange-rates/queries.ts'
import { completeSettled } from './complete.ts'
import { chargedSoFar } from './price-lines.ts'

export type AddonLine = {
  booking_id: number
  addon_request_id: number
  description: string
  description_en: string | null
  quantity: number
  amount: number
  currency: string
}

/** Charges a completed add-on request to its booking. Repeated calls charge it only once. */
export async function postAddonLine(tx: Tx, { quantity, amount, ...line }: AddonLine) {
  const { currency: to, total } = await chargedSoFar(tx, line.booking_id)
  const rate = await rateToday(tx, { from: line.currency, to })
  refuseHighSum(total + amount * (rate ?? 0), 'final_price')
  await tx
    .insertInto('booking_price_lines')
    .values({ ...line, ...inPieces(quantity, amount), kind: 'addon', source: 'addon_request', rate })
    .onConflict((there) => there.column('addon_request_id').doNothing())
    .execute()
  await completeSettled(tx, line.booking_id)
}

/** Changes the amount that was charged for an add-on request. */
export async function changeAddonLine(
  tx: Tx,
  id: number,
  { quantity, amount }: Pick<AddonLine, 'quantity' | 'amount'>,
) {
  const booking_id = await openAccountOf(tx, id)
  await refuseHighCorrection(tx, id, amount)
  await tx
    .updateTable('booking_price_lines')
    .set(inPieces(quantity, amount))
    .where('addon_request_id', '=', id)
    .execute()
  await completeSettled(tx, booking_id)
}

/** Removes the charge of an add-on request. */
export async function removeAddonLine(tx: Tx, id: number) {
  const booking_id = await openAccountOf(tx, id)
  await tx.deleteFrom('booking_price_lines').where('addon_request_id', '=', id).execute()
  await completeSettled(tx, booking_id)
}

const refuseHighCorrection = async (tx: Tx, addon_request_id: number, amount: number) => {
  const line = await tx
    .selectFrom('booking_price_lines')
    .select(['booking_id', 'amount', 'rate'])
    .where('addon_request_id', '=', addon_request_id)
    .executeTakeFirst()
  if (!line) return
  const { total } = await chargedSoFar(tx, line.booking_id)
  refuseHighSum(total + (amount - line.amount) * (line.rate ?? 0), 'final_price')
}

// Pieces are listed only if the amount divides evenly; otherwise it is one piece at the agreed amount.
const inPieces = (quantity: number, amount: number) =>
  Number.isInteger((amount * 100) / quantity)
    ? { quantity, unit_price: amount / quantity, amount }
    : { quantity: 1, unit_price: amount, amount }

// The booking that a request is charged to. A cancelled booking is settled, so nothing is charged to it.
const openAccountOf = async (tx: Tx, addon_request_id: number) => {
  const booking = await tx
    .selectFrom('bookings as b')
    .innerJoin('addon_requests as r', 'r.booking_id', 'b.id')
    .select(['b.id', 'b.status'])
    .where('r.id', '=', addon_request_id)
    .executeTakeFirstOrThrow()
  if (booking.status === 'cancelled') refuse('step_not_possible', { detail: closedAccount, also: { possible: [] } })
  return booking.id
}

const closedAccount: Words = [
  '訂單已取消並結算，不能再更改這筆加購；差額請以退款或附加費用處理。',
  'The booking is cancelled and settled, so this charge stays; use a refund or a surcharge for the difference.',
]
