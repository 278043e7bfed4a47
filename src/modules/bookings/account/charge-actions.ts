import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../../kit/errors.ts'
import type { Role } from '../../../kit/http/server/access.ts'
import { refuseHighSum } from '../../../kit/sums.ts'
import type { Words } from '../../../kit/words/words.ts'
import { rateToday, refuseOwnRate } from '../../exchange-rates/queries.ts'
import { lineWords } from '../labels.ts'
import { depositOf, type Fare, faresOf, times } from '../rules.ts'
import { type FareKind, fareKinds, type LineRate, type NewLine } from '../schema.ts'
import { completeSettled } from './completing.ts'
import { mayApprove, refuseBelowZero, refuseDailyLine, refuseDiscount, refuseHigherShare } from './limit-actions.ts'

export type AddonLine = {
  booking_id: number
  addon_request_id: number
  description: string
  description_en: string | null
  quantity: number
  amount: number
  currency: string
}

/** Charges a completed add-on request to its booking, once, however often it is called. */
export const postAddonLine = async (tx: Tx, { quantity, amount, ...line }: AddonLine) => {
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

/** Corrects what an add-on request was charged. */
export const changeAddonLine = async (
  tx: Tx,
  id: number,
  { quantity, amount }: Pick<AddonLine, 'quantity' | 'amount'>,
) => {
  const booking_id = await openAccountOf(tx, id)
  await refuseHighCorrection(tx, id, amount)
  await tx
    .updateTable('booking_price_lines')
    .set(inPieces(quantity, amount))
    .where('addon_request_id', '=', id)
    .execute()
  await refuseBelowZero(tx, booking_id)
  await completeSettled(tx, booking_id)
}

/** Takes back what an add-on request was charged. */
export const removeAddonLine = async (tx: Tx, id: number) => {
  const booking_id = await openAccountOf(tx, id)
  await tx.deleteFrom('booking_price_lines').where('addon_request_id', '=', id).execute()
  await refuseBelowZero(tx, booking_id)
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

// The amount is what was agreed; a price per piece could not always be divided evenly.
const inPieces = (quantity: number, amount: number) =>
  Number.isInteger((amount * 100) / quantity)
    ? { quantity, unit_price: amount / quantity, amount }
    : { quantity: 1, unit_price: amount, amount }

// The booking that a request is charged to. A cancelled one is settled.
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

/**
 * Charges the active travelers of a party at the price of the booking; lines that are already right stay. The booking is locked before
 * its travelers are read, so that of two changes at once the second sees what the first has written.
 */
export const chargeParty = async (tx: Tx, booking_id: number) => {
  const booking = await tx
    .selectFrom('bookings')
    .select(['price', 'currency'])
    .where('id', '=', booking_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const party = await tx
    .selectFrom('travelers')
    .select(['passenger_type', 'bed', 'bed_type', 'roommate_group', 'ticket_handling'])
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'active')
    .execute()
  const fares = faresOf(booking.price, party)
  if (same(fares, await standingFares(tx, booking_id))) return
  await removeFares(tx, booking_id)
  await postFares(tx, { booking_id, currency: booking.currency, fares })
  await tx
    .updateTable('bookings')
    .set({ deposit: depositOf(booking.price, party) })
    .where('id', '=', booking_id)
    .execute()
}

const inWords = (kind: FareKind) => {
  const [description, description_en] = lineWords[kind]
  return { description, description_en }
}

type Charge = { booking_id: number; currency: string; fares: readonly Fare[] }

/** Writes the fares of parties as price lines. */
export const postFares = async (tx: Tx, ...charges: readonly Charge[]) => {
  const lines = charges.flatMap(({ booking_id, currency, fares }) =>
    fares.map((fare) => ({ ...fare, booking_id, currency, ...inWords(fare.kind) })),
  )
  if (lines.length) await tx.insertInto('booking_price_lines').values(lines).execute()
}

export const removeFares = (tx: Tx, booking_id: number) =>
  tx
    .deleteFrom('booking_price_lines')
    .where('booking_id', '=', booking_id)
    .where('kind', 'in', [...fareKinds])
    .execute()

/** Adds a price line by hand: a surcharge or a discount, in the currency of the booking or with a rate. */
export const addLine = async (
  tx: Tx,
  booking_id: number,
  role: Role,
  { quantity = 1, override, reason, ...line }: NewLine,
) => {
  const isDiscount = line.kind === 'discount'
  if (!isDiscount) refuseDailyLine(role)
  const { currency: booked, total } = await chargedSoFar(tx, booking_id)
  const sign = isDiscount ? -1 : 1
  const unit_price = line.unit_price * sign
  const currency = line.currency ?? booked
  refuseOwnRate({ from: currency, to: booked }, line.rate)
  const rate = line.rate ?? (await rateToday(tx, { from: currency, to: booked })) ?? refuseUnrated(currency, booked)
  const amount = times(unit_price, quantity)
  refuseHighSum(amount * Number(rate), 'unit_price')
  refuseHighSum(total + amount * Number(rate), 'unit_price')
  const { id } = await tx
    .insertInto('booking_price_lines')
    .values({
      ...line,
      booking_id,
      currency,
      quantity,
      unit_price,
      amount,
      rate,
      source: 'staff',
      override_reason: isDiscount && override && mayApprove(role) ? reason : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isDiscount) {
    await refuseDiscount(tx, booking_id, id, role, { override, reason })
    await refuseBelowZero(tx, booking_id, 'unit_price')
  }
  await completeSettled(tx, booking_id)
  return id
}

const chargedSoFar = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('bookings').select(['currency', 'total']).where('id', '=', id).executeTakeFirst())

const refuseUnrated = (from: string, to: string) =>
  refuseField('rate', [
    `沒有 ${from} 對 ${to} 的今日匯率，請填寫匯率，或先登錄當日匯率。`,
    `No rate from ${from} to ${to} is known today: give the rate, or enter an exchange rate first.`,
  ])

/** Gives a line in another currency its rate, once; from then on it is part of the total. */
export const rateLine = async (tx: Tx, booking_id: number, id: number, { rate }: LineRate) => {
  const line = found(
    await tx
      .selectFrom('booking_price_lines')
      .select(['rate', 'amount'])
      .where('id', '=', id)
      .where('booking_id', '=', booking_id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (line.rate !== null) refuseField('rate', rated)
  refuseHighSum((await chargedSoFar(tx, booking_id)).total + line.amount * rate, 'rate')
  await tx.updateTable('booking_price_lines').set({ rate }).where('id', '=', id).execute()
  await completeSettled(tx, booking_id)
}

const rated = [
  '此明細已有匯率，不可更改；請移除後重新新增。',
  'This line has its rate already and keeps it; remove the line and add another.',
] as const

/** Removes a line that was added by hand or for a cancelled traveler; the line of a cancellation cannot be removed. */
export const removeLine = async (tx: Tx, booking_id: number, id: number, role: Role) => {
  const { numDeletedRows } = await tx
    .deleteFrom('booking_price_lines')
    .where('id', '=', id)
    .where('booking_id', '=', booking_id)
    .where('source', 'in', ['staff', 'cancellation_policy'])
    .where('booking_id', 'in', (of) => of.selectFrom('bookings').select('id').where('status', '<>', 'cancelled'))
    .executeTakeFirst()
  if (!numDeletedRows) refuse('not_found')
  await refuseHigherShare(tx, booking_id, role)
  await refuseBelowZero(tx, booking_id)
  await completeSettled(tx, booking_id)
}

const standingFares = (tx: Tx, booking_id: number) =>
  tx
    .selectFrom('booking_price_lines')
    .select(['kind', 'quantity', 'unit_price', 'amount', 'source'])
    .where('booking_id', '=', booking_id)
    .where('kind', 'in', [...fareKinds])
    .orderBy('id')
    .execute()

const same = (fares: Fare[], lines: object[]) =>
  fares.length === lines.length && fares.every((fare, i) => isEqual(fare, { ...lines[i] }))
const isEqual = (fare: Fare, line: Partial<Fare>) =>
  fare.kind === line.kind &&
  fare.quantity === line.quantity &&
  fare.amount === line.amount &&
  fare.source === line.source
