import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import {
  type Account,
  type Asking,
  endOfNumber,
  type Fields,
  isSame,
  only,
  type Protocol,
  secondsOf,
} from './protocol.ts'

const VERSION = '2.0'

/** 藍新 NewebPay, multi payment gateway: what is told stands encrypted in one field, and another one signs it. */
export const newebpay: Protocol = {
  lengths: { hash_key: 32, hash_iv: 16 },
  path: '/MPG/mpg_gateway',
  order: ({ method, trade_no, amount, item, at, notify_url, number_url, back_url, days }, account) => {
    const { merchant_id: MerchantID } = account
    const TradeInfo = encrypted(
      {
        MerchantID,
        RespondType: 'JSON',
        TimeStamp: secondsOf(at),
        Version: VERSION,
        MerchantOrderNo: trade_no,
        Amt: String(amount),
        ItemDesc: item,
        NotifyURL: notify_url,
        ClientBackURL: back_url,
        LoginType: '0',
        [choices[method]]: '1',
        ...(method !== 'card' && { CustomerURL: number_url, ExpireDate: dayInTaipei(at, days) }),
      },
      account,
    )
    return { MerchantID, TradeInfo, TradeSha: tradeSha(TradeInfo, account), Version: VERSION }
  },
  heard: ({ TradeInfo = '', TradeSha }, account) => {
    if (!isSame(TradeSha, tradeSha(TradeInfo, account))) return undefined
    const told = decrypted(TradeInfo, account)
    return {
      merchant_id: told.MerchantID ?? '',
      trade_no: told.MerchantOrderNo ?? '',
      amount: Number(told.Amt),
      provider_no: told.TradeNo ?? '',
      is_paid: told.Status === 'SUCCESS' && Boolean(told.PayTime),
      is_simulated: false,
      given: givenIn(told),
      kept: only(KEPT, told),
    }
  },
  asking: { path: '/API/QueryTradeInfo', form: questionOf, answered: answeredTo },
  // The answer about a trade tells its number too.
  askingNumber: { path: '/API/QueryTradeInfo', form: questionOf, answered: answeredTo },
}

function questionOf(
  { trade_no, amount, at }: Parameters<Asking['form']>[0],
  { merchant_id: MerchantID, hash_key, hash_iv }: Account,
): Fields {
  const of = { Amt: String(amount), MerchantID, MerchantOrderNo: trade_no }
  const CheckValue = digest(`IV=${hash_iv}&${new URLSearchParams(of)}&Key=${hash_key}`)
  return { ...of, Version: '1.3', RespondType: 'JSON', TimeStamp: secondsOf(at), CheckValue }
}

function answeredTo(text: string, account: Account) {
  const told = answeredOf(text, account)
  if (!told) return undefined
  const { Amt, MerchantID = '', MerchantOrderNo = '', TradeNo = '', TradeStatus } = told
  return {
    ...{ merchant_id: MerchantID, trade_no: MerchantOrderNo, amount: Number(Amt), provider_no: TradeNo },
    ...{ is_paid: TradeStatus === '1', is_simulated: false, given: numberIn(told), kept: only(KEPT, told) },
  }
}

// `(017)9103522175887271` is an account and its bank; a code of a convenience store has no bank.
const numberIn = ({ TradeStatus, PayInfo = '', ExpireDate = '' }: Fields) => {
  const [, bank_code = null, number] = /^(?:\((\d{3})\))?([0-9A-Z]{6,30})$/.exec(PayInfo) ?? []
  const pays_until = endOfNumber(...ExpireDate.split(' '))
  return TradeStatus === '0' && number && pays_until ? { bank_code, number, pays_until } : undefined
}

const choices = { card: 'CREDIT', atm: 'VACC', cvs: 'CVS' } as const

/** `20270131`: the day so many days later, in Taiwan. */
const dayInTaipei = (at: Date, days: number) =>
  new Date(at.getTime() + days * 86_400_000)
    .toLocaleDateString('sv-SE', { timeZone: 'Asia/Taipei' })
    .replaceAll('-', '')

const givenIn = ({ Status, PayTime, BankCode, CodeNo, ExpireDate, ExpireTime }: Fields) => {
  const pays_until = endOfNumber(ExpireDate, ExpireTime)
  if (Status !== 'SUCCESS' || PayTime || !CodeNo || !pays_until) return undefined
  return { bank_code: BankCode || null, number: CodeNo, pays_until }
}

/** What an answer about a trade says; undefined if the account has not signed it. */
export function answeredOf(text: string, { hash_key, hash_iv }: Account): Fields | undefined {
  const told = answerIn(text)
  const { Amt = '', MerchantID = '', MerchantOrderNo = '', TradeNo = '', CheckCode } = told
  const of = new URLSearchParams({ Amt, MerchantID, MerchantOrderNo, TradeNo })
  return isSame(CheckCode, digest(`HashIV=${hash_iv}&${of}&HashKey=${hash_key}`)) ? told : undefined
}

const digest = (text: string) => hash('sha256', text).toUpperCase()

const answerIn = (text: string): Fields => {
  try {
    return saidIn(text)
  } catch {
    return {}
  }
}

const KEPT = ['Status', 'Message', 'MerchantID', 'MerchantOrderNo', 'TradeNo', 'Amt', 'PaymentType', 'PayTime'].concat([
  'BankCode',
  'CodeNo',
  'PayInfo',
  'ExpireDate',
  'ExpireTime',
])

/** What may be stored of a notice that is not signed: the encrypted part says nothing to anybody. */
export function keptOfNewebpay(fields: Fields) {
  return only(['Status', 'MerchantID', 'Version'], fields)
}

/** The signature of the encrypted part. */
export function tradeSha(trade_info: string, { hash_key, hash_iv }: Account) {
  return digest(`HashKey=${hash_key}&${trade_info}&HashIV=${hash_iv}`)
}

export function encrypted(fields: Fields, { hash_key, hash_iv }: Account) {
  const cipher = createCipheriv('aes-256-cbc', hash_key, hash_iv)
  return cipher.update(`${new URLSearchParams(fields)}`, 'utf8', 'hex') + cipher.final('hex')
}

/** What stands in the encrypted part: JSON whose `Result` holds most of it, or the text of a form. Empty if it is neither. */
export function decrypted(trade_info: string, { hash_key, hash_iv }: Account): Fields {
  const decipher = createDecipheriv('aes-256-cbc', hash_key, hash_iv).setAutoPadding(false)
  try {
    const padded = Buffer.concat([decipher.update(trade_info, 'hex'), decipher.final()])
    return saidIn(withoutPadding(padded).toString())
  } catch {
    return {}
  }
}

// The provider's own samples fill up blocks of 32 bytes where the cipher has 16, so its padding may be longer than Node allows.
const withoutPadding = (padded: Buffer) => padded.subarray(0, padded.length - (padded.at(-1) ?? 0))

const saidIn = (text: string): Fields => {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  const { Result = {}, ...rest } = JSON.parse(text) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries({ ...rest, ...(Result as object) }).map(([name, value]) => [name, `${value}`]),
  )
}
