import { createCipheriv, hash } from 'node:crypto'
import type { Words } from '../../kit/words/words.ts'
import { isSame, secondsOf } from '../payment-providers/protocol.ts'

/** What the platform and the agency both know: the tax ID of the agency, and the two keys that encrypt what it is told. */
export type Account = { merchant_ubn: string; hash_key: string; hash_iv: string }

export type Item = { name: string; count: number; unit: string; price: number; amount: number }

/** What a receipt is to say. */
export type Order = {
  order_no: string
  buyer: { name: string; ubn: string | null; email: string; address: string | null }
  seller_name: string
  amount: number
  items: readonly Item[]
  tour: { name: string; number: string; date: string } | null
  comment: string | null
}

/** What the platform has told of a receipt when it issued it. */
export type Issued = {
  number: string
  order_no: string
  amount: number
  trans_no: string
  random_code: string
  display_url: string | null
  created_at: string
  /** How many numbers of receipts the agency has left; null if it was not told. */
  surplus: number | null
}

/** What is posted, and where. */
export type Call = { path: string; body: string }

/** The values of a call in the order in which they are sent. */
type Values = Readonly<Record<string, string | number | null>>

/** Asks for a receipt at once. The platform takes an order number only once. */
export function issueCall(order: Order, account: Account, at: Date): Call {
  const { order_no, buyer, seller_name, amount, tour, comment } = order
  return call('/invoice_issue', account, {
    ...started('1.1', at),
    MerchantOrderNo: order_no,
    Status: 1,
    Category: buyer.ubn ? 'B2B' : 'B2C',
    BuyerName: cut(buyer.name, most.buyer),
    BuyerUBN: buyer.ubn,
    BuyerAddress: buyer.address && cut(buyer.address, most.address),
    BuyerEmail: encodedSigns(buyer.email),
    SellerName: cut(seller_name, most.seller),
    TotalAmt: amount,
    ...itemValues(order.items),
    TourName: tour && cut(tour.name, most.tour),
    TourNo: tour && cut(tour.number, most.tourNumber),
    TourDate: tour?.date ?? null,
    Comment: comment && cut(comment, most.comment),
  })
}

type Voided = { number: string; reason: string; seller_name: string }

/** Voids a receipt at once, without waiting for the consent of its buyer. */
export function voidCall({ number, reason, seller_name }: Voided, account: Account, at: Date): Call {
  return call('/invoice_invalid', account, {
    ...started('1.0', at),
    InvoiceNumber: number,
    InvalidReason: cut(reason, most.reason),
    Status: 1,
    SellerName: cut(seller_name, most.seller),
  })
}

type Allowance = {
  number: string
  order_no: string
  amount: number
  items: readonly Item[]
  seller_name: string
  /** Whether the buyer has agreed already. */
  is_agreed: boolean
}

/** Gives back a part of a receipt, at once or once the buyer agrees. */
export function allowanceCall(allowance: Allowance, account: Account, at: Date): Call {
  const { number, order_no, amount, items, seller_name, is_agreed } = allowance
  return call('/allowance_issue', account, {
    ...started('1.0', at),
    InvoiceNo: number,
    MerchantOrderNo: order_no,
    ...itemValues(items),
    TotalAmt: amount,
    SellerName: cut(seller_name, most.seller),
    Status: is_agreed ? 1 : 0,
  })
}

const decisions = { confirm: 1, cancel: 2 } as const
type Decided = { platform_no: string; decision: keyof typeof decisions }

/** Tells what became of an allowance that waited for its buyer. */
export function decideCall({ platform_no, decision }: Decided, account: Account, at: Date): Call {
  return call('/allowance_touch_issue', account, {
    ...started('1.0', at),
    AllowanceStatus: decisions[decision],
    AllowanceNo: platform_no,
  })
}

/** Asks for a receipt by its number. */
export function searchCall(
  { number, random_code }: Pick<Issued, 'number' | 'random_code'>,
  account: Account,
  at: Date,
) {
  return call('/invoice_search', account, { ...started('1.1', at), InvoiceNumber: number, RandomNum: random_code })
}

/** Asks for the receipt of an order number: the only question that can be asked before its number is known. */
export function orderSearchCall(order_no: string, account: Account, at: Date) {
  const values = { ...started('2.0', at), MerchantOrderNo: order_no }
  return call('/invoice_searchall', account, values, { SearchType_: '4' })
}

/** Asks for the allowances that were begun in these days. */
export function allowancesCall({ from, until }: { from: string; until: string }, account: Account, at: Date) {
  const values = { ...started('2.0', at), StartDate: from, EndDate: until }
  return call('/invoice_searchall', account, values, { SearchType_: '2' })
}

/** Has the platform mail a receipt once more. */
export function resendCall({ number, email }: { number: string; email: string }, account: Account, at: Date) {
  const values = { ...started('1.0', at), MailType: 1, InvoiceNumber: number, BuyerEmail: encodedSigns(email) }
  return call('/notification_resend', account, values)
}

const started = (Version: string, at: Date): Values => ({ Version, TimeStamp: secondsOf(at) })

const itemValues = (items: readonly Item[]): Values => {
  const joined = (of: (item: Item) => string | number) => items.map(of).join('|')
  return {
    ItemName: joined(({ name }) => plain(name)),
    ItemCount: joined(({ count }) => count),
    ItemUnit: joined(({ unit }) => plain(unit)),
    ItemPrice: joined(({ price }) => price),
    ItemAmt: joined(({ amount }) => amount),
  }
}

const call = (path: string, account: Account, values: Values, beside: Record<string, string> = {}): Call => {
  const sealed = encrypted(textOf(values), account)
  const fields = Object.entries({ MerchantID_: account.merchant_ubn, ...beside, PostData_: sealed })
  return { path, body: fields.map(([name, text]) => `${name}=${text}`).join('&') }
}

/** The values as the platform joins them: as they are, and only those that are given. */
const textOf = (values: Values) => {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** AES-256-CBC in hex. The platform fills up blocks of 32 bytes, twice those of the cipher, so that Node's own padding cannot be used. */
export function encrypted(text: string, { hash_key, hash_iv }: Account) {
  const bytes = Buffer.from(text)
  const missing = PADDED_TO - (bytes.length % PADDED_TO)
  const cipher = createCipheriv('aes-256-cbc', hash_key, hash_iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.update(Buffer.alloc(missing, missing)), cipher.final()]).toString(
    'hex',
  )
}
const PADDED_TO = 32

/** The most signs that the platform takes. A text that is longer is cut where nothing is lost by it; items are refused. */
const most = {
  ...{ order_no: 30, buyer: 50, address: 100, seller: 50, tour: 50, tourNumber: 20, comment: 50, reason: 10 },
  ...{ items: 7, line: 40, name: 160, names: 280, unit: 2, count: 99_999, amount: 99_999_999 },
} as const

/** A text as it stands on a receipt: the signs that the platform refuses, or that part its fields, in full width. */
export function plain(text: string) {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[&"'<>|+%]/g, (sign) => replacements[sign] ?? '')
}
const replacements: Readonly<Record<string, string>> = {
  ...{ '&': '＆', '"': '＂', "'": '＇', '<': '＜', '>': '＞', '|': '｜' },
  // A form that is decoded makes a blank of the first and another sign of the second.
  ...{ '+': '＋', '%': '％' },
}

const cut = (text: string, length: number) => [...plain(text)].slice(0, length).join('')

// An address has to stay the same, so its signs are written as a form writes them.
const encodedSigns = (email: string) => email.replaceAll('%', '%25').replaceAll('+', '%2B').replaceAll('&', '%26')

/** Why the platform would not take these items; undefined if it would. A name of more than 40 signs takes the place of several items. */
export function itemsFault(items: readonly Item[]): Words | undefined {
  const lengths = items.map(({ name }) => [...plain(name)].length)
  const lines = lengths.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / most.line)), 0)
  if (items.length === 0) return ['至少要有一個品項。', 'There must be at least one item.']
  if (lines > most.items)
    return [
      `品項最多 ${most.items} 個，品名每超過 ${most.line} 個字就少一個；請合併品項或縮短品名。`,
      `There can be ${most.items} items, and one less for each ${most.line} letters that a name has more. Join items, or shorten their names.`,
    ]
  if (lengths.some((length) => length === 0 || length > most.name))
    return [`品名必須有 1 至 ${most.name} 個字。`, `The name of an item must have 1 to ${most.name} letters.`]
  if (items.some(({ unit }) => unit.length === 0 || [...plain(unit)].length > most.unit))
    return [`單位必須有 1 至 ${most.unit} 個字。`, `A unit must have 1 to ${most.unit} letters.`]
  if (items.some(({ count, price, amount }) => count > most.count || price > most.amount || amount > most.amount))
    return [
      '數量最多五位數，單價與小計最多八位數。',
      'A count has at most five digits, a price and an amount at most eight.',
    ]
  return undefined
}

/** What the platform has answered: `SUCCESS`, or the code of a refusal with its text. */
export type Answer = { status: string; message: string; fields: Fields; rows: readonly Fields[] }
type Fields = Readonly<Record<string, string>>

/** Reads an answer, which is a form that ends with `##`, or JSON with rows. Undefined if it was cut, or is none: then nobody knows what was done. */
export function answerOf(text: string): Answer | undefined {
  try {
    return text.trimStart().startsWith('{') ? inJson(text) : inForm(text)
  } catch {
    return undefined
  }
}

const inForm = (text: string): Answer | undefined => {
  const fields = Object.fromEntries(new URLSearchParams(text.trim()))
  const { Status, Message = '', EndStr } = fields
  return Status && EndStr === '##' ? { status: Status, message: Message, fields, rows: [] } : undefined
}

const inJson = (text: string): Answer | undefined => {
  const { ReturnInvoice = [], ...rest } = JSON.parse(text)
  const rows = typeof ReturnInvoice === 'string' ? JSON.parse(ReturnInvoice || '[]') : ReturnInvoice
  const fields = textsOf(rest)
  const { Status, Message = '' } = fields
  return Status ? { status: Status, message: Message, fields, rows: [rows].flat().map(textsOf) } : undefined
}

const textsOf = (told: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(told).map(([name, value]) => [name, `${value ?? ''}`]))

export function isSuccess(answer: Answer | undefined): answer is Answer & { status: 'SUCCESS' } {
  return answer?.status === 'SUCCESS'
}

/** The receipt of an answer to `invoice_issue` or `invoice_search`; undefined if the keys of the agency have not signed it. */
export function signedIssue({ fields }: Answer, account: Account): Issued | undefined {
  return isSame(fields.CheckCode, checkCode(fields, account)) ? issuedIn(fields) : undefined
}

/** The signature of an answer, which is also made with what the platform does not repeat. */
export function checkCode(fields: Fields, { hash_key, hash_iv }: Account) {
  const signed = ['InvoiceTransNo', 'MerchantID', 'MerchantOrderNo', 'RandomNum', 'TotalAmt']
  const values = signed.map((name) => `${name}=${fields[name] ?? ''}`).join('&')
  return hash('sha256', `HashIV=${hash_iv}&${values}&HashKey=${hash_key}`).toUpperCase()
}

/** The receipt in a row or an answer; undefined as long as it has no number. */
export function issuedIn(fields: Fields): Issued | undefined {
  const { InvoiceNumber = '', MerchantOrderNo = '', InvoiceTransNo = '', RandomNum = '', DisplayURL, Surplus } = fields
  if (!/^[A-Z]\d{8}$/.test(InvoiceNumber)) return undefined
  return {
    ...{ number: InvoiceNumber, order_no: MerchantOrderNo, amount: Number(fields.TotalAmt) },
    ...{ trans_no: InvoiceTransNo, random_code: RandomNum, display_url: displayed(DisplayURL) },
    created_at: inTaipei(fields.CreateTime),
    surplus: Surplus && /^\d{1,8}$/.test(Surplus) ? Number(Surplus) : null,
  }
}

const displayed = (url = '') => (/^https:\/\/[\w.-]*travelinvoice\.com\.tw\//.test(url) ? url : null)

// The platform keeps the time of Taiwan, wherever the agency is.
const inTaipei = (time = '') => `${time.trim().replace(' ', 'T')}+08:00`

/** What the platform says that a receipt is: issued, taken back before it was issued, or void. */
export function stateIn({ InvoiceStatus }: Fields) {
  return InvoiceStatus === '3' ? 'void' : InvoiceStatus === '2' ? 'cancelled' : 'issued'
}
