import { type Static, Type } from 'typebox'
import type { Table, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { email, labelled, line, nullable, oneOf, ref, taxId, without } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'

export const buyerKinds = ['person', 'company'] as const

/** 統一編號 of a buyer, whose check digit fits. */
export function ubn() {
  return labelled(nullable(taxId()), ['買受人統一編號', 'Tax ID of the buyer'])
}

/** Who wants which title for the receipts of a booking. @public */
export const ReceiptBuyer = Type.Object({
  booking_id: ref(),
  kind: labelled(oneOf(buyerKinds), ['買受人類別', 'Kind of buyer']),
  name: labelled(line(50, '大發股份有限公司'), ['抬頭', 'Title']),
  ubn: ubn(),
  email: nullable(email()),
  address: nullable(line(200)),
})
export const NewReceiptBuyer = without(ReceiptBuyer, ['booking_id'])
export type NewReceiptBuyer = Static<typeof NewReceiptBuyer>

/** The most titles of a booking. */
export const MOST_BUYERS = 10

/** The titles that are asked for with a booking, where somebody wants others than that of the contact. */
export function receiptBuyers() {
  return labelled(Type.Array(NewReceiptBuyer, { maxItems: MOST_BUYERS }), called)
}
/** The same of a registration that is not sent yet: of a title little may be known. */
export function draftedBuyers() {
  return labelled(Type.Array(DraftedBuyer, { maxItems: MOST_BUYERS }), called)
}
const DraftedBuyer = Type.Partial(NewReceiptBuyer)
export type DraftedBuyer = Static<typeof DraftedBuyer>
const called: Words = ['收據抬頭', 'Titles of the receipts']

declare module '../../kit/db/tables.ts' {
  interface Tables {
    receipt_buyers: Table<typeof ReceiptBuyer>
  }
}

/** A company has a tax ID, a person has none. */
export function refuseUbn(kind: 'person' | 'company', number: string | null | undefined, field: string) {
  if (kind === 'person' && number) refuseField(field, notOfPerson)
  if (kind === 'company' && !number) refuseField(field, missing)
}

const notOfPerson = [
  '買受人是個人時不填統一編號；若要開給公司，請改選公司。',
  'A person has no tax ID: leave it empty, or choose a company.',
] as const
const missing = [
  '買受人是公司時，請填寫 8 碼統一編號；國外公司沒有統一編號，請以個人開立。',
  'A company has a tax ID of eight digits: enter it. A foreign company without one is entered as a person.',
] as const

/** Whether two titles are one. The platform takes some signs in full width alone. */
export function isSameTitle(one: Title, other: Title) {
  return plainName(one) === plainName(other) && (one.ubn ?? null) === (other.ubn ?? null)
}
type Title = { name: string; ubn?: string | null | undefined }
const plainName = ({ name }: Title) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** Refuses titles of which a company has no tax ID, or a person has one. `field` is the name of the list. */
export function refuseBuyers(buyers: readonly NewReceiptBuyer[], field: string) {
  for (const [nth, { kind, ubn }] of buyers.entries()) refuseUbn(kind, ubn, `${field}.${nth}.ubn`)
}

/** Writes the titles that are asked for with a new booking. */
export async function enterBuyers(tx: Tx, booking_id: number, buyers: readonly NewReceiptBuyer[]) {
  if (buyers.length === 0) return
  await tx
    .insertInto('receipt_buyers')
    .values(buyers.map((buyer) => ({ ...buyer, booking_id })))
    .execute()
}

/** Writes the titles of a booking anew, in their order. */
export async function replaceBuyers(tx: Tx, booking_id: number, buyers: readonly NewReceiptBuyer[]) {
  await removeBuyers(tx, booking_id)
  await enterBuyers(tx, booking_id, buyers)
}

export function removeBuyers(tx: Tx, booking_id: number) {
  return tx.deleteFrom('receipt_buyers').where('booking_id', '=', booking_id).execute()
}
