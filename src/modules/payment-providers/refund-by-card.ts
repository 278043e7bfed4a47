import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import { Refusal } from '../../kit/errors.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import { inCents } from '../../kit/money.ts'
import { cardAddress } from './addresses.ts'
import { failRefund, keyOf, leaveUnclear, recordRefund } from './card-refunds.ts'
import { actsFor, type Card, cards, hindranceIn, type Sending } from './cards.ts'
import { accountsOf } from './keys.ts'
import type { Account } from './protocol.ts'
import type { Environment, Provider } from './provider.ts'

/** A provider that says nothing is asked again after these minutes, so many times. */
const MINUTES = 2
const MOST_TRIES = 8

type Refund = {
  id: number
  status: 'asked' | 'sent'
  amount: number
  left_before: number | null
  mark_before: string | null
  tries: number
  trade: Trade
}
type Trade = {
  provider: Provider
  environment: Environment
  merchant_id: string
  trade_no: string
  provider_no: string
  amount: number
  at: string
}

/**
 * Gives back to a card what was approved. The provider is asked how the payment stands before anything is sent, and after an answer that was lost
 * it is asked again instead: what stands as before was not refunded, what is less by the amount was, and of anything else a person decides.
 */
export async function refundCard({ id }: { id: number }, tools: JobTools) {
  const { database, keys } = tools
  const refund = await database.transaction({}, (tx) => openRefund(tx, { id }))
  if (!refund) return
  const { trade } = refund
  if (isClosing(trade)) return later(tools, refund, CLOSING_MINUTES)
  const accounts = await accountsOf(database.db, keys, trade.provider)
  const account = accounts.find(({ environment }) => environment === trade.environment)?.account
  if (account?.merchant_id !== trade.merchant_id) return giveUp(tools, refund)
  const card = await askForCard(tools, trade, account)
  if (!card) return refund.tries >= MOST_TRIES ? giveUp(tools, refund) : later(tools, refund, MINUTES)
  if (refund.status === 'sent') return settleLost(tools, refund, card)
  return send(tools, refund, card, account)
}

const openRefund = oneRow(
  (_db, { id }: { id: number }) => sql<Refund>`
  update card_refunds c set tries = tries + 1 from provider_trades x
   where c.id = ${id} and c.status in ('asked', 'sent') and x.id = c.trade_id
  returning c.id, c.status, c.amount, c.left_before, c.mark_before, c.tries, json_build_object('provider', x.provider, 'environment', x.environment,
    'merchant_id', x.merchant_id, 'trade_no', x.trade_no, 'provider_no', x.provider_no, 'amount', x.amount, 'at', now()) as trade`,
)

/** Every evening ECPay captures by itself, and asks to be left alone meanwhile. */
const isClosing = ({ provider, at }: Trade) => {
  const clock = new Date(at).toLocaleTimeString('sv-SE', { timeZone: 'Asia/Taipei', timeStyle: 'short' })
  return provider === 'ecpay' && clock >= '20:10' && clock < '20:35'
}
const CLOSING_MINUTES = 25

const post = async ({ outbound, providerUrls }: JobTools, trade: Trade, { path, type, body, host }: Sending) => {
  const headers = { 'content-type': type, 'user-agent': 'Guidon' }
  const { status, words } = await outbound.post(cardAddress(providerUrls, trade, host) + path, headers, body)
  return status === 200 ? words : undefined
}

const spoken = (trade: Trade) => ({ ...trade, at: new Date(trade.at) })

const askForCard = async (tools: JobTools, trade: Trade, account: Account) => {
  const protocol = cards[trade.provider]
  const text = await post(tools, trade, protocol.asking(spoken(trade), account))
  return text === undefined ? undefined : protocol.card(text, account)
}

const send = async (tools: JobTools, refund: Refund, card: Card, account: Account) => {
  const { id, amount, trade } = refund
  const protocol = cards[trade.provider]
  const acts = actsFor(protocol, card, amount)
  if (typeof acts === 'string') return fail(tools, id, { hindrance: acts })
  // Written before anything is sent: whoever finds it so asks first.
  await tools.database.transaction({}, (tx) =>
    tx
      .updateTable('card_refunds')
      .set({ status: 'sent', left_before: card.left, mark_before: card.mark })
      .where('id', '=', id)
      .execute(),
  )
  for (const act of acts) {
    const text = await post(tools, trade, protocol.act(act, amount, spoken(trade), account))
    const answer = text === undefined ? undefined : protocol.answered(text, spoken(trade))
    if (!answer) return later(tools, refund, MINUTES)
    if (!answer.is_done) return fail(tools, id, { hindrance: hindranceIn(answer), ...answer })
  }
  return record(tools, refund)
}

const settleLost = async (tools: JobTools, refund: Refund, card: Card) => {
  const { id, amount, left_before, mark_before } = refund
  if (inCents(card.left) === inCents(left_before ?? 0) - inCents(amount)) return record(tools, refund)
  if (card.mark !== mark_before) return tools.database.transaction({}, (tx) => leaveUnclear(tx, id, 'no_answer'))
  // Nothing has come of it, so that it can be sent again.
  return tools.database.transaction({}, async (tx) => {
    await tx.updateTable('card_refunds').set({ status: 'asked' }).where('id', '=', id).execute()
    enqueue(tx, 'payment-providers.card-refund', { id }, { key: keyOf(id) })
  })
}

/** Records it; the money is back on the card, so what refuses to be recorded is looked at by a person. */
const record = async ({ database }: JobTools, { id, trade }: Refund) => {
  try {
    await database.transaction({}, (tx) => recordRefund(tx, id, trade.provider, trade.trade_no))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await database.transaction({}, (tx) => leaveUnclear(tx, id, 'not_recorded'))
  }
}

const fail = ({ database }: JobTools, id: number, ended: Parameters<typeof failRefund>[2]) =>
  database.transaction({}, (tx) => failRefund(tx, id, ended))

const giveUp = ({ database }: JobTools, { id, status }: Refund) =>
  database.transaction({}, (tx) =>
    status === 'asked' ? failRefund(tx, id, { hindrance: 'no_answer' }) : leaveUnclear(tx, id, 'no_answer'),
  )

const later = ({ database }: JobTools, { id, trade }: Refund, minutes: number) =>
  database.transaction({}, async (tx) => {
    const at = new Date(Date.parse(trade.at) + minutes * 60_000).toISOString()
    enqueue(tx, 'payment-providers.card-refund', { id }, { key: keyOf(id), at })
  })
