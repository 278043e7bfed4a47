import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { checkMacValue } from '../../src/modules/payment-providers/ecpay.ts'
import { decrypted } from '../../src/modules/payment-providers/newebpay.ts'
import { ecpayNotice, ecpayTest, newebpayNotice, newebpayTest } from '../../test/fixtures/payment-providers.ts'
import type { Context } from './context.ts'

export const providers = ['ecpay', 'newebpay'] as const
export type Provider = (typeof providers)[number]
export const accounts = { ecpay: ecpayTest, newebpay: newebpayTest }

/** A payment that a browser has begun at the provider. */
export type Trade = { provider: Provider; no: string; amount: number; provider_no: string; isPaid: boolean }

/**
 * ECPay and NewebPay: they take orders from browsers, and answer who asks for a trade. Their mood says how they answer: at once, late, with an
 * error, by hanging up, by saying nothing at all, or with something that they have not signed.
 */
export const openFakeProviders = async (context: Pick<Context, 'atEnd' | 'random'>) => {
  const trades = new Map<string, Trade>()
  let moods: readonly Mood[] = ['well']
  let [asked, all] = [0, 0]
  /** The number of the trade; empty if the order is not signed, or its number was used before. */
  const order = (provider: Provider, fields: Fields) => {
    const said = provider === 'ecpay' ? fields : decrypted(fields.TradeInfo ?? '', newebpayTest)
    const no = said.MerchantTradeNo ?? said.MerchantOrderNo ?? ''
    if (provider === 'ecpay' && fields.CheckMacValue !== checkMacValue(fields, ecpayTest)) return ''
    if (!no || trades.has(no)) return ''
    const amount = Number(said.TotalAmount ?? said.Amt)
    trades.set(no, { provider, no, amount, provider_no: `${provider === 'ecpay' ? 'E' : 'N'}${no}`, isPaid: false })
    return no
  }
  const answer = async (provider: Provider, fields: Fields, reply: ServerResponse) => {
    const trade = trades.get(fields.MerchantTradeNo ?? fields.MerchantOrderNo ?? '')
    const now = moods[asked % moods.length]
    asked += 1
    all += 1
    if (now === 'silent') return
    if (now === 'gone' || !trade) return reply.destroy()
    if (now === 'late') await pause(context.random.int(50, 400))
    const said = answers[provider](trade)
    reply.writeHead(now === 'broken' ? 500 : 200).end(now === 'forged' ? said.replace(/[0-9A-F]{10}"?}*$/, '') : said)
  }
  const server = createServer(async (request, reply) => {
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const provider = request.url?.startsWith('/Cashier') ? 'ecpay' : 'newebpay'
    if (/QueryTradeInfo/.test(request.url ?? '')) return answer(provider, fields, reply)
    const no = order(provider, fields)
    reply.writeHead(no ? 200 : 400).end(no)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    trades,
    asked: () => all,
    /** The moods in which they answer from now on, one after the other. */
    feels: (next: readonly Mood[]) => {
      moods = next
      asked = 0
    },
    /** The settings of a service that speaks with them. */
    settings: { WEBHOOK_ALLOW: place, ECPAY_URL: `http://${place}`, NEWEBPAY_URL: `http://${place}` },
  }
}
export type Mood = 'well' | 'late' | 'broken' | 'gone' | 'silent' | 'forged'
type Fields = Record<string, string>

/** A notice of a trade as the provider signs it, with what it says of it instead. */
export const noticeOf = (
  { provider, no, amount, provider_no }: Trade,
  says: Saying = {},
  account = accounts[provider],
) =>
  provider === 'ecpay'
    ? ecpayNotice(
        says.no ?? no,
        {
          ...{ TradeAmt: `${says.amount ?? amount}`, TradeNo: provider_no, RtnCode: says.isFailed ? '10100058' : '1' },
          ...(says.merchant && { MerchantID: says.merchant }),
        },
        account,
      )
    : newebpayNotice(
        says.no ?? no,
        {
          ...{ Amt: `${says.amount ?? amount}`, TradeNo: provider_no },
          ...(says.isFailed && { Status: 'TRA20001', PayTime: '' }),
          ...(says.merchant && { MerchantID: says.merchant }),
        },
        account,
      )
export type Saying = { no?: string; amount?: number; merchant?: string; isFailed?: boolean }

const answers: Record<Provider, (trade: Trade) => string> = {
  ecpay: ({ no, amount, provider_no, isPaid }) => {
    const fields = {
      ...{ MerchantID: ecpayTest.merchant_id, MerchantTradeNo: no, TradeNo: provider_no, TradeAmt: `${amount}` },
      ...{ TradeStatus: isPaid ? '1' : '0', HandlingCharge: '0' },
    }
    return `${new URLSearchParams({ ...fields, CheckMacValue: checkMacValue(fields, ecpayTest) })}`
  },
  newebpay: ({ no, amount, provider_no, isPaid }) => {
    const of = { Amt: `${amount}`, MerchantID: newebpayTest.merchant_id, MerchantOrderNo: no, TradeNo: provider_no }
    const signed = `HashIV=${newebpayTest.hash_iv}&${new URLSearchParams(of)}&HashKey=${newebpayTest.hash_key}`
    const CheckCode = hash('sha256', signed).toUpperCase()
    return JSON.stringify({ Status: 'SUCCESS', Result: { ...of, TradeStatus: isPaid ? '1' : '0', CheckCode } })
  },
}
