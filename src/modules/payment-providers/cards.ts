import { createCipheriv, createDecipheriv } from 'node:crypto'
import { checkMacValue } from './ecpay.ts'
import { answeredOf, encrypted, newebpay } from './newebpay.ts'
import { type Account, type Fields, fieldsOf, type Order, secondsOf } from './protocol.ts'
import type { Provider } from './provider.ts'

/** How far a card payment is, and what of it can still be given back. Until it is captured it is only reserved on the card. */
export type Card = {
  stage: 'authorised' | 'to_capture' | 'processing' | 'captured' | 'ended'
  left: number
  /** Paid by instalments or with bonus points: given back as a whole or not at all. */
  is_whole: boolean
  /** All that was told of it: what is told the same again has not changed. */
  mark: string
}

/** One call that gives money back: the authorisation is given up, the capture is cancelled, or what was captured is refunded. */
export type Act = 'abandon' | 'cancel_capture' | 'refund'

/** Why an order could not go back to the card. It is then paid by another way, or later. */
export const hindrances = [
  'too_early',
  'too_much',
  'whole_only',
  'balance_too_small',
  'too_old',
  'refused',
  'no_answer',
  'not_recorded',
] as const
export type Hindrance = (typeof hindrances)[number]

type Trade = Pick<Order, 'trade_no' | 'amount' | 'at'> & { provider_no: string }
export type Sending = { path: string; type: string; body: string; host?: 'cards' }
/** What the provider says of an act; undefined if it says nothing that we understand, so that nobody knows. */
type Answer = { is_done: boolean; code: string; message: string }

/** How a provider is asked for a card payment, and told to give it back. Pure, as all of a protocol. */
export type Cards = {
  asking: (trade: Trade, account: Account) => Sending
  card: (text: string, account: Account) => Card | undefined
  act: (act: Act, amount: number, trade: Trade, account: Account) => Sending
  answered: (text: string, trade: Trade) => Answer | undefined
  /** Whether a part of what is not captured yet can be given back. */
  takesPartEarly: boolean
}

/** The acts that give this amount back, in their order, or why there are none. */
export function actsFor({ takesPartEarly }: Cards, card: Card, amount: number): readonly Act[] | Hindrance {
  const isAll = amount === card.left
  if (amount > card.left) return 'too_much'
  if (card.is_whole && !isAll) return 'whole_only'
  if (card.stage === 'captured') return ['refund']
  if (card.stage === 'authorised') return isAll ? ['abandon'] : 'too_early'
  if (card.stage !== 'to_capture') return 'too_early'
  if (isAll) return ['cancel_capture', 'abandon']
  return takesPartEarly ? ['refund'] : 'too_early'
}

/** Why a provider has refused, as far as its words tell. */
export function hindranceIn({ code, message }: Pick<Answer, 'code' | 'message'>): Hindrance {
  if (/餘額/.test(message)) return 'balance_too_small'
  if (/overD|逾期|期限/.test(code + message)) return 'too_old'
  if (code === 'TRA10035' || code === 'TRA10047') return 'too_early'
  return 'refused'
}

const FORM = 'application/x-www-form-urlencoded'
const form = (path: string, fields: Fields): Sending => ({ path, type: FORM, body: `${new URLSearchParams(fields)}` })

const said = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

/** ECPay encrypts JSON that is encoded as an address. https://developers.ecpay.com.tw/?p=9263 */
export function sealedData(data: object, { hash_key, hash_iv }: Account) {
  const cipher = createCipheriv('aes-128-cbc', hash_key, hash_iv)
  return cipher.update(encodeURIComponent(JSON.stringify(data)), 'utf8', 'base64') + cipher.final('base64')
}

const openedData = (data: unknown, { hash_key, hash_iv }: Account) => {
  try {
    const decipher = createDecipheriv('aes-128-cbc', hash_key, hash_iv)
    const text = decipher.update(`${data}`, 'base64', 'utf8') + decipher.final('utf8')
    return said(decodeURIComponent(text.replaceAll('+', '%20')))
  } catch {
    return {}
  }
}

type Close = { status: string; amount: number }
const closesIn = (list: unknown): Close[] =>
  Array.isArray(list)
    ? list.map((each) => ({ status: `${each.Status ?? each.status}`, amount: Number(each.Amount ?? each.amount) }))
    : []

const LONGEST_MARK = 1_000
const CANCELLED = ['已取消', '操作取消', 'Canceled', 'Operation canceled']
const TO_CAPTURE = ['要關帳', 'To be captured']
const AUTHORISED = ['已授權', 'Authorized', '操作取消', 'Operation canceled']

const ACTIONS = { abandon: 'N', cancel_capture: 'E', refund: 'R' } as const satisfies Record<Act, string>

const ecpayCards: Cards = {
  takesPartEarly: true,
  asking: ({ trade_no, at }, account) => {
    const { merchant_id: MerchantID } = account
    const Data = sealedData({ MerchantID, MerchantTradeNo: trade_no }, account)
    const body = JSON.stringify({ MerchantID, RqHeader: { Timestamp: Number(secondsOf(at)) }, Data })
    return { path: '/1.0.0/CreditDetail/QueryTrade', type: 'application/json', body, host: 'cards' }
  },
  card: (text, account) => {
    const { RtnMsg, RtnValue, CloseData } = openedData(said(text).Data, account)
    if (RtnMsg !== '' || RtnValue === null || typeof RtnValue !== 'object') return undefined
    const value: Record<string, unknown> = { ...RtnValue }
    const amount = Number(value.Amount ?? value.amount)
    const status = `${value.Status ?? value.status}`
    const told = closesIn(CloseData ?? value.CloseData ?? value.close_data)
    const mark = JSON.stringify([status, told]).slice(0, LONGEST_MARK)
    const closes = told.filter((close) => !CANCELLED.includes(close.status))
    const left = closes.length ? closes.reduce((sum, close) => sum + close.amount, 0) : amount
    if (!(amount > 0 && left >= 0 && left <= amount)) return undefined
    if (closes.length === 0 && !AUTHORISED.includes(status))
      return CANCELLED.includes(status) ? { stage: 'ended', left: 0, is_whole: false, mark } : undefined
    const isToCapture = closes.some((close) => close.amount > 0 && TO_CAPTURE.includes(close.status))
    const stage = closes.length === 0 ? 'authorised' : isToCapture ? 'to_capture' : 'captured'
    return { stage, left, is_whole: false, mark }
  },
  act: (act, amount, { trade_no, provider_no, amount: all }, account) => {
    const fields = {
      ...{ MerchantID: account.merchant_id, MerchantTradeNo: trade_no, TradeNo: provider_no },
      ...{ Action: ACTIONS[act], TotalAmount: String(act === 'refund' ? amount : all) },
    }
    return form('/CreditDetail/DoAction', { ...fields, CheckMacValue: checkMacValue(fields, account) })
  },
  answered: (text, { trade_no }) => {
    const { RtnCode, RtnMsg = '', MerchantTradeNo } = fieldsOf(text) ?? {}
    if (!RtnCode || MerchantTradeNo !== trade_no) return undefined
    return { is_done: RtnCode === '1', code: RtnCode, message: RtnMsg }
  },
}

const CLOSES = {
  cancel_capture: { CloseType: '1', Cancel: '1' },
  refund: { CloseType: '2' },
} as const

const newebpayCards: Cards = {
  takesPartEarly: false,
  asking: (trade, account) => form(newebpay.asking.path, newebpay.asking.form(trade, account)),
  card: (text, account) => {
    const told = answeredOf(text, account)
    if (!told) return undefined
    const { TradeStatus, CloseStatus = '0', Amt, BackBalance, BackStatus, Inst = '0', RedAmt = '0' } = told
    const mark = JSON.stringify([TradeStatus, CloseStatus, BackStatus, BackBalance])
    const is_whole = Number(Inst) > 0 || Number(RedAmt) > 0
    if (TradeStatus === '3' || TradeStatus === '6') return { stage: 'ended', left: 0, is_whole, mark }
    if (TradeStatus !== '1') return undefined
    const stage = stages[Number(CloseStatus)]
    const left = Number(stage === 'captured' ? BackBalance : Amt)
    return stage && left >= 0 ? { stage, left, is_whole, mark } : undefined
  },
  act: (act, amount, { trade_no, amount: all, at }, account) => {
    const of = { RespondType: 'JSON', MerchantOrderNo: trade_no, IndexType: '1', TimeStamp: secondsOf(at) }
    const [path, fields] =
      act === 'abandon'
        ? (['/API/CreditCard/Cancel', { ...of, Version: '1.0', Amt: String(all) }] as const)
        : ([
            '/API/CreditCard/Close',
            { ...of, Version: '1.1', Amt: String(act === 'refund' ? amount : all), ...CLOSES[act] },
          ] as const)
    return form(path, { MerchantID_: account.merchant_id, PostData_: encrypted(fields, account) })
  },
  answered: (text) => {
    const { Status, Message } = said(text)
    return typeof Status === 'string'
      ? { is_done: Status === 'SUCCESS', code: Status, message: `${Message ?? ''}` }
      : undefined
  },
}
const stages = ['authorised', 'to_capture', 'processing', 'captured'] as const

export const cards = { ecpay: ecpayCards, newebpay: newebpayCards } as const satisfies Record<Provider, Cards>
