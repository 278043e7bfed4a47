import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { anyText, flag, list, orNull, ref, shown } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { cashiers, refunders } from '../bookings/flow.ts'
import { lockedBooking } from '../bookings/locks.ts'
import { nextNumber, refuseNumberOutside } from '../receipt-books.ts'
import { NewReceiptBuyer as BuyerFields, refuseUbn } from '../receipt-buyers/buyer.ts'
import { itemsFault, plain } from '../receipt-platform/protocol.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import type { receiptNews } from './flow.ts'
import { type ReceiptAccount, receiptAccount } from './gate.ts'
import { isPlatformOn, refuseMedium } from './medium.ts'
import { replacedIn } from './platform-text.ts'
import { type Buyer, proposeReceipt } from './proposal.ts'
import { oneLegalReceipt, ShownLegalReceipt } from './read.ts'
import { LETTERS_OF_ITEMS, LegalReceipt, type ReceiptItem, receiptItems, wholeAmount, writtenItems } from './receipt.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /**
     * A receipt waits for the platform, was issued or refused, is asked to be voided, or is void; or the same of an allowance of it. Whoever speaks with
     * the platform follows what is asked.
     */
    'legal-receipt.changed': {
      legal_receipt_id: number
      what: (typeof receiptNews)[number]
      allowance_id?: number
      /** The buyer has confirmed the allowance that is asked for. */
      is_confirmed?: boolean
      actor_id: number | undefined
    }
  }
}

const { medium, number, issued_on, comment } = LegalReceipt.properties

/** Everything but the medium follows from the booking, if it is left out. One on paper has its number, and its day, else it is of today. */
const Issuing = Type.Object({
  ...{ medium, number, issued_on, comment },
  buyer: Type.Optional(BuyerFields),
  amount: Type.Optional(wholeAmount()),
  items: Type.Optional(receiptItems()),
  /** How much of it is of which booking, where it joins several. */
  bookings: Type.Optional(list(Type.Object({ booking_id: ref(), amount: wholeAmount() }), 50)),
  dry_run: Type.Optional(flag()),
})
type Issuing = Static<typeof Issuing>

const sum = () => Type.Integer({ examples: [60000], written: 'money' })
const ShownBuyer = shown(BuyerFields)
const Preview = Type.Object({
  /** What receipts of this booking may come to, what they come to, and what of it is asked to be given back. */
  ...{ most: sum(), standing: sum(), going_back: sum() },
  /** What a new receipt may be issued for. */
  open: sum(),
  media: Type.Array(medium),
  /** The number of the next printed receipt; null if no book is entered. */
  next_number: orNull(anyText('T13671013')),
  buyer: ShownBuyer,
  buyers: Type.Array(ShownBuyer),
  items: Type.Array(shown(receiptItems().items)),
  comment: orNull(anyText('2027-01-28 札幌小樽')),
  /** What the platform takes in another way than it was given. */
  replaced: Type.Array(Type.Object({ field: anyText('buyer.name'), given: anyText('A&B'), taken: anyText('A＆B') })),
  /** The receipt is electronic and the buyer has no mail address: the platform mails it to the agency. */
  lacks_email: Type.Boolean(),
})
const Issued = Type.Object({ dry_run: Type.Boolean(), preview: Preview, receipt: orNull(ShownLegalReceipt) })

type Draft = Awaited<ReturnType<typeof draftOf>>

/** Issues a receipt for what was paid, or only shows what it will say. One on paper is issued at once, an electronic one by a job after the commit. */
export async function issueReceipt(tx: Tx, booking_id: number, asked: Issuing, actor: Actor) {
  await refuseSales(tx, actor)
  await refuseMedium(tx, asked.medium)
  const among = asked.bookings ?? [{ booking_id, amount: 0 }]
  if (!among.some((part) => part.booking_id === booking_id)) refuseField('bookings', withoutItself)
  if (new Set(among.map((part) => part.booking_id)).size < among.length) refuseField('bookings', twice)
  for (const part of among.toSorted((one, other) => one.booking_id - other.booking_id))
    await lockedBooking(tx, readerOf(actor), part.booking_id)
  const account = await receiptAccount(tx, booking_id)
  const draft = await draftOf(tx, booking_id, asked, account)
  const preview = {
    ...account,
    ...previewOf(draft, asked),
    media: await mediaNow(tx),
    next_number: await nextNumber(tx, actor.id),
  }
  if (asked.dry_run) return { preview, id: undefined }
  refuseDraft(draft, asked)
  if (asked.number) await refuseNumberOutside(tx, asked.number)
  const parts = asked.bookings ?? [{ booking_id, amount: draft.amount }]
  for (const part of parts) await refuseAbove(tx, part)
  return { preview, id: await writeReceipt(tx, draft, asked, parts, actor) }
}

const refuseSales = async (tx: Tx, { roles }: Actor) => {
  if (hasOneOf(roles, refunders)) return
  const { sales_issue_receipts } = await tx.selectFrom('house').select('sales_issue_receipts').executeTakeFirstOrThrow()
  if (!sales_issue_receipts) refuse('forbidden', { detail: notBySales, also: { roles: refunders } })
}

const mediaNow = async (tx: Tx): Promise<('electronic' | 'paper')[]> =>
  (await isPlatformOn(tx)) ? ['electronic', 'paper'] : ['paper']

const draftOf = async (tx: Tx, booking_id: number, asked: Issuing, account: ReceiptAccount) => {
  const given = asked.amount ?? asked.items?.reduce((all, { amount }) => all + amount, 0)
  const joined = asked.bookings?.reduce((all, { amount }) => all + amount, 0)
  const amount = given ?? joined ?? Math.max(account.open, 0)
  const proposal = await proposeReceipt(tx, booking_id, amount)
  const buyer: Buyer = asked.buyer ? wholeBuyer(asked.buyer) : proposal.buyer
  const items = asked.items ?? (amount > 0 ? proposal.items : [])
  return { ...proposal, amount, buyer, items, comment: asked.comment === undefined ? proposal.comment : asked.comment }
}

const wholeBuyer = ({ kind, name, ubn = null, email = null, address = null }: Static<typeof BuyerFields>): Buyer => ({
  ...{ kind, name, ubn, email, address },
})

const previewOf = ({ buyer, buyers, items, comment }: Draft, asked: Issuing) => ({
  ...{ buyer, buyers, items, comment },
  replaced: asked.medium === 'electronic' ? replacedIn(textsOf({ buyer, items, comment })) : [],
  lacks_email: asked.medium === 'electronic' && buyer.email === null,
})

type Part = { booking_id: number; amount: number }
type Texts = { buyer: Buyer; items: readonly ReceiptItem[]; comment: string | null }
const textsOf = ({ buyer, items, comment }: Texts) => ({
  'buyer.name': buyer.name,
  'buyer.address': buyer.address,
  comment,
  ...Object.fromEntries(items.map(({ name }, nth) => [`items.${nth}.name`, name])),
})

const refuseDraft = ({ amount, items, buyer }: Draft, { medium, number, bookings }: Issuing) => {
  refuseUbn(buyer.kind, buyer.ubn, 'buyer.ubn')
  if (medium === 'paper' && !number) refuseField('number', noNumber)
  if (medium === 'electronic' && number) refuseField('number', numberOfPlatform)
  if (amount <= 0) refuseField('amount', nothingOpen)
  refuseItems(items, amount)
  const fault = medium === 'electronic' ? itemsFault(items) : undefined
  if (fault) refuseField('items', fault)
  const joined = bookings?.reduce((all, part) => all + part.amount, 0)
  if (joined !== undefined && joined !== amount) refuseField('bookings', otherSum)
}

/** Refuses items that do not come to the amount, or whose names are longer than a receipt takes. */
export function refuseItems(items: readonly ReceiptItem[], amount: number) {
  if (items.some(({ count, price, amount: of }) => count * price !== of)) refuseField('items', otherProduct)
  if (items.reduce((all, { amount: of }) => all + of, 0) !== amount) refuseField('items', otherTotal(amount))
  const letters = items.reduce((all, { name }) => all + [...name].length, 0)
  if (letters > LETTERS_OF_ITEMS) refuseField('items', tooLong(letters))
}

/** Refuses more than what is paid for a booking without a receipt. */
export async function refuseAbove(tx: Tx, { booking_id, amount }: Part) {
  const { open, most, standing } = await receiptAccount(tx, booking_id)
  if (amount <= open) return
  const { booking_number, currency } = await tx
    .selectFrom('bookings')
    .select(['booking_number', 'currency'])
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  if (currency !== 'TWD') refuseField('amount', otherCurrency(booking_number, currency))
  refuseField('amount', above(booking_number, { most, standing, open: Math.max(open, 0) }))
}

const writeReceipt = async (tx: Tx, draft: Draft, asked: Issuing, parts: readonly Part[], { id: issued_by }: Actor) => {
  const { amount, buyer, seller_name } = draft
  const isPaper = asked.medium === 'paper'
  const taken = (text: string) => (isPaper ? text : plain(text))
  const { id } = await tx
    .insertInto('legal_receipts')
    .values({
      ...{ medium: asked.medium, amount, issued_by },
      buyer_kind: buyer.kind,
      buyer_name: taken(buyer.name),
      buyer_ubn: buyer.ubn,
      buyer_email: buyer.email,
      buyer_address: buyer.address && taken(buyer.address),
      items: writtenItems(draft.items.map((item) => ({ ...item, name: taken(item.name) }))),
      comment: draft.comment && taken(draft.comment),
      seller_name: taken(seller_name),
      status: isPaper ? 'issued' : 'queued',
      number: isPaper ? (asked.number ?? null) : null,
      issued_on: isPaper ? await dayOf(tx, asked.issued_on) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeParts(tx, id, parts)
  await emit(tx, 'legal-receipt.changed', {
    ...{ legal_receipt_id: id, what: isPaper ? 'issued' : 'queued', actor_id: issued_by },
  })
  return id
}

/** Writes how much of a receipt is of which booking, with the trip that each of them is on now. */
export async function writeParts(tx: Tx, legal_receipt_id: number, parts: readonly Part[]) {
  for (const { booking_id, amount } of parts.toSorted((one, other) => one.booking_id - other.booking_id))
    await tx
      .insertInto('legal_receipt_bookings')
      .values({
        ...{ legal_receipt_id, booking_id, amount },
        planned_trip_id: sql<number>`(select planned_trip_id from bookings where id = ${booking_id})`,
      })
      .execute()
}

/** The day of a receipt: today, or one that is neither ahead nor very long ago. */
export async function dayOf(tx: Tx, given: string | null | undefined) {
  const { rows } = await sql<{ day: string; is_ahead: boolean; is_ancient: boolean }>`
    select coalesce(${given ?? null}::date, today())::text as day, coalesce(${given ?? null}::date > today(), false) as is_ahead,
           coalesce(${given ?? null}::date < today() - ${YEARS_BACK} * interval '1 year', false) as is_ancient`.execute(
    tx,
  )
  const [is] = rows
  if (!is || is.is_ahead) return refuseField('issued_on', inFuture)
  return is.is_ancient ? refuseField('issued_on', longAgo) : is.day
}
/** A receipt that is older was mistyped, as a payment is. */
const YEARS_BACK = 5

const notBySales: Words = [
  '代收轉付收據由會計或管理員開立，請洽他們處理；管理員也可在旅行社設定中允許業務開立。',
  'Legal receipts are issued by finance or an administrator: ask one of them. An administrator may also let sales issue them, in the settings of the agency.',
]
const withoutItself: Words = [
  '合併的訂單須包含這一筆訂單。',
  'The bookings that the receipt joins must include this one.',
]
const twice: Words = ['同一筆訂單只要列一次。', 'Name each booking once.']
const noNumber: Words = [
  '紙本收據請填寫印好的號碼：1 個英文字母加 8 個數字。',
  'A receipt on paper has a printed number: enter it, a letter and eight digits.',
]
const numberOfPlatform: Words = [
  '電子收據的號碼由平台給，請留空。',
  'The platform gives the number of an electronic receipt: leave it empty.',
]
const nothingOpen: Words = [
  '已收的款項都已開立收據；收到款項後再開立，或先作廢、折讓既有的收據。',
  'Everything that was paid has its receipt. Issue one once more is paid, or void a receipt or give an allowance first.',
]
const otherProduct: Words = [
  '每項的數量乘以單價，必須等於該項金額。',
  'The count times the price of an item must be its amount.',
]
const otherTotal = (amount: number): Words => [
  `各項金額合計必須等於 ${amountIn('TWD', amount)}。`,
  `The items must come to ${amountIn('TWD', amount)}.`,
]
const tooLong = (letters: number): Words => [
  `品名合計 ${letters} 字，最多 ${LETTERS_OF_ITEMS} 字；請縮短品名或減少品項。`,
  `The names of the items have ${letters} letters, and ${LETTERS_OF_ITEMS} at most: shorten them, or give fewer items.`,
]
const otherSum: Words = [
  '各訂單的金額加起來，必須等於收據金額。',
  'The amounts of the bookings must come to the amount of the receipt.',
]
const otherCurrency = (booking: string, currency: string): Words => [
  `訂單 ${booking} 是 ${currency}；代收轉付收據只能開立新台幣，請以新台幣訂單收款。`,
  `The booking ${booking} is in ${currency}. Legal receipts are in TWD: take the money on a booking in TWD.`,
]
const above = (
  booking: string,
  { most, standing, open }: Pick<ReceiptAccount, 'most' | 'standing' | 'open'>,
): Words => {
  const [paid, given, left] = [most, standing, open].map((each) => amountIn('TWD', each))
  return [
    `訂單 ${booking} 已收 ${paid}，已開立收據 ${given}，最多可再開立 ${left}；請減少金額，或先作廢、折讓既有的收據。`,
    `${paid} is paid for the booking ${booking}, and receipts of ${given} are issued: ${left} can be issued at most. Issue less, or void a receipt or give an allowance first.`,
  ]
}
const inFuture: Words = ['開立日不可在未來。', 'The day of the receipt cannot be in the future.']
const longAgo: Words = [
  `開立日早於 ${YEARS_BACK} 年前，請確認年份。`,
  `This is more than ${YEARS_BACK} years ago: check the year.`,
]

/** `POST /api/bookings/{id}/legal-receipts` */
export function issueRoute(on: On) {
  on.post(
    '/:id/legal-receipts',
    {
      name: 'issueLegalReceipt',
      access: cashiers,
      summary:
        'Issue a legal receipt (代收轉付收據) for what was paid, or record one on paper; without issuing it, see what is open and what it will say',
      body: Issuing,
      returns: Issued,
      refuses: ['duplicate', 'forbidden'],
    },
    async ({ tx, actor, params, body }) => {
      const { preview, id } = await issueReceipt(tx, params.id, body, actor)
      const receipt = id === undefined ? null : await oneLegalReceipt(tx, { ...actingOf(actor), id })
      return {
        json: JSON.stringify({ dry_run: id === undefined, preview, receipt: receipt && JSON.parse(receipt.json) }),
      }
    },
  )
}
