import { timingSafeEqual } from 'node:crypto'

/** What a provider and the agency both know: the merchant, and the two keys that sign what they tell each other. */
export type Account = { merchant_id: string; hash_key: string; hash_iv: string }

/** How a customer pays at a provider: by card, or to a number that the provider gives, at an ATM (a transfer) or in a convenience store. */
export const methods = ['card', 'atm', 'cvs'] as const
export type Method = (typeof methods)[number]

/** What is to be paid and how, and where the provider tells of it and leads back to. */
export type Order = {
  method: Method
  trade_no: string
  amount: number
  item: string
  at: Date
  notify_url: string
  /** Where the provider tells which number it has given. */
  number_url: string
  back_url: string
  /** A number is good for so many days after today. */
  days: number
}

/** What a customer pays to, until the end of the moment. A code of a convenience store has no bank. */
export type PayNumber = { bank_code: string | null; number: string; pays_until: string }

/** The texts of a form, by the names of their fields. */
export type Fields = Readonly<Record<string, string>>

/** What a provider tells of a trade. `kept` are the fields that may be stored: nothing of a card is among them. */
export type Heard = {
  merchant_id: string
  trade_no: string
  amount: number
  provider_no: string
  is_paid: boolean
  is_simulated: boolean
  /** What it keeps of the payment, if it tells. */
  fee?: number | undefined
  /** The number that it gives to pay to. */
  given?: PayNumber | undefined
  kept: Fields
}

/** How a provider is spoken to. No function of it knows the database, the clock or the network. */
export type Protocol = {
  /** The length of its keys, which differs between providers. */
  lengths: { hash_key: number; hash_iv: number }
  /** Where a browser posts the form of an order. */
  path: string
  /** The hidden fields of that form. */
  order: (order: Order, account: Account) => Fields
  /** What a notice says; undefined if the account has not signed it. */
  heard: (fields: Fields, account: Account) => Heard | undefined
  /** How the provider is asked for a trade of which no notice came. */
  asking: Asking
  /** How it is asked for the number that it has given for a trade. */
  askingNumber: Asking
}

/** A question about a trade; the answer to it is undefined if it is of no use. */
export type Asking = {
  path: string
  form: (trade: Pick<Order, 'trade_no' | 'amount' | 'at'>, account: Account) => Fields
  answered: (text: string, account: Account) => Heard | undefined
}

/** The fields of a form as they were sent; undefined if a name comes twice, which no provider sends. */
export function fieldsOf(body: string): Fields | undefined {
  const given = [...new URLSearchParams(body)]
  return new Set(given.map(([name]) => name)).size === given.length ? Object.fromEntries(given) : undefined
}

/** The time as providers count it. */
export function secondsOf(at: Date) {
  return String(Math.floor(at.getTime() / 1_000))
}

/** The end of a number, which providers tell in the time of Taiwan; without an hour it is the end of the day. Undefined if it is no day. */
export function endOfNumber(day = '', time = '23:59:59') {
  const [, date, hour = time] = /^(\d{4}[/-]\d\d[/-]\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(day) ?? []
  const end = date && new Date(`${date.replaceAll('/', '-')}T${hour}+08:00`)
  return end && !Number.isNaN(end.getTime()) ? end.toISOString() : undefined
}

/** A fee that a provider tells as the text of an amount; undefined if it is none. */
export function feeIn(text: string | undefined) {
  return text !== undefined && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}

/** Compares signatures in a time that tells nothing of them. */
export function isSame(given: string | undefined, right: string) {
  return given?.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
}

/** Those of the fields that are kept, cut where somebody sends more than a provider does. */
export function only(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, storable(fields[name])]])),
  )
}

// PostgreSQL refuses these characters in JSON.
const storable = (text: string) => text.slice(0, MOST_KEPT).replaceAll('\0', '').toWellFormed()
const MOST_KEPT = 200
