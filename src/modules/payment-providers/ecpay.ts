import { hash } from 'node:crypto'
import {
  type Account,
  type Asking,
  endOfNumber,
  type Fields,
  feeIn,
  fieldsOf,
  isSame,
  only,
  type Protocol,
  secondsOf,
} from './protocol.ts'

/** 綠界 ECPay, all in one: https://developers.ecpay.com.tw/?p=2862 */
export const ecpay: Protocol = {
  lengths: { hash_key: 16, hash_iv: 16 },
  path: '/Cashier/AioCheckOut/V5',
  order: ({ method, trade_no, amount, item, at, notify_url, number_url, back_url, days }, account) =>
    signed(
      {
        MerchantID: account.merchant_id,
        MerchantTradeNo: trade_no,
        MerchantTradeDate: inTaipei(at),
        PaymentType: 'aio',
        TotalAmount: String(amount),
        TradeDesc: item,
        ItemName: item,
        ReturnURL: notify_url,
        ClientBackURL: back_url,
        ChoosePayment: choices[method],
        ...(method !== 'card' && { PaymentInfoURL: number_url }),
        ...(method === 'atm' && { ExpireDate: String(days) }),
        ...(method === 'cvs' && { StoreExpireDate: String(days * MINUTES_OF_DAY) }),
        EncryptType: '1',
      },
      account,
    ),
  heard: (fields, account) => {
    if (!isSame(fields.CheckMacValue, checkMacValue(fields, account))) return undefined
    const { MerchantID = '', MerchantTradeNo = '', TradeAmt, TradeNo = '', RtnCode, SimulatePaid } = fields
    return {
      merchant_id: MerchantID,
      trade_no: MerchantTradeNo,
      amount: Number(TradeAmt),
      provider_no: TradeNo,
      is_paid: RtnCode === '1',
      is_simulated: SimulatePaid === '1',
      fee: feeOf(fields),
      given: givenIn(fields),
      kept: keptOfEcpay(fields),
    }
  },
  asking: {
    path: '/Cashier/QueryTradeInfo/V5',
    form: questionOf,
    answered: (text, account) => {
      const fields = fieldsOf(text) ?? {}
      const heard = ecpay.heard(fields, account)
      return heard && { ...heard, is_paid: fields.TradeStatus === '1' }
    },
  },
  askingNumber: {
    path: '/Cashier/QueryPaymentInfo',
    form: questionOf,
    answered: (text, account) => ecpay.heard(fieldsOf(text) ?? {}, account),
  },
}

function questionOf({ trade_no, at }: Parameters<Asking['form']>[0], account: Account) {
  return signed({ MerchantID: account.merchant_id, MerchantTradeNo: trade_no, TimeStamp: secondsOf(at) }, account)
}

// The answer about a trade tells all fees together too, 0 until they are known.
const feeOf = ({ HandlingCharge, PaymentTypeChargeFee }: Fields) =>
  feeIn(HandlingCharge) || feeIn(PaymentTypeChargeFee) || undefined

const choices = { card: 'Credit', atm: 'ATM', cvs: 'CVS' } as const
const MINUTES_OF_DAY = 1_440

const ATM_GIVEN = '2'
const CODE_GIVEN = '10100073'
const givenIn = ({ RtnCode, BankCode = '', vAccount = '', PaymentNo = '', ExpireDate }: Fields) => {
  const pays_until = endOfNumber(ExpireDate)
  if (!pays_until) return undefined
  if (RtnCode === ATM_GIVEN && vAccount) return { bank_code: BankCode, number: vAccount, pays_until }
  return RtnCode === CODE_GIVEN && PaymentNo ? { bank_code: null, number: PaymentNo, pays_until } : undefined
}

/** What may be stored of a notice, whoever has sent it. */
export function keptOfEcpay(fields: Fields) {
  return only(KEPT, fields)
}
const KEPT = ['MerchantID', 'MerchantTradeNo', 'RtnCode', 'RtnMsg', 'TradeNo', 'TradeAmt', 'PaymentDate'].concat([
  'PaymentType',
  'PaymentTypeChargeFee',
  'HandlingCharge',
  'SimulatePaid',
  'TradeStatus',
  'BankCode',
  'vAccount',
  'PaymentNo',
  'ExpireDate',
])

const signed = (fields: Fields, account: Account): Fields => ({
  ...fields,
  CheckMacValue: checkMacValue(fields, account),
})

/** The signature over all other fields, in the order of their names without regard to case. */
export function checkMacValue(fields: Fields, { hash_key, hash_iv }: Account) {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .map(([name, text]) => ({ key: name.toLowerCase(), pair: `${name}=${text}` }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ pair }) => pair)
  return hash('sha256', encoded(`HashKey=${hash_key}&${pairs.join('&')}&HashIV=${hash_iv}`)).toUpperCase()
}

/** As .NET encodes an address, in lower case: a blank is a plus, and of the signs that JavaScript leaves alone two are encoded. */
const encoded = (text: string) =>
  encodeURIComponent(text).toLowerCase().replaceAll('%20', '+').replaceAll('~', '%7e').replaceAll("'", '%27')

/** `2027/01/28 19:30:00`: the provider keeps the time of Taiwan, wherever the agency is. */
const inTaipei = (at: Date) => at.toLocaleString('sv-SE', { timeZone: 'Asia/Taipei' }).replaceAll('-', '/')
