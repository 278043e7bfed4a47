import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { formed, labelled } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { onBehalfOf } from '../../kit/http/server/deadline.ts'
import { inCents } from '../../kit/money.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { tally } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { keptOfEcpay } from './ecpay.ts'
import { accountsOf, proveKeys } from './keys.ts'
import { keptOfNewebpay } from './newebpay.ts'
import { bookTrade } from './pay.ts'
import { type Fields, fieldsOf, type Heard, type PayNumber } from './protocol.ts'
import { type Environment, type Outcome, type Provider, protocols } from './provider.ts'
import { noticeReads } from './seen-notices.ts'
import { lockedTrade, type Trade } from './trades.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    payment_notices: {
      id: Generated<number>
      provider: Provider
      is_genuine: boolean
      outcome: Outcome
      trade_id: number | null
      /** Only the fields that are needed; nothing of a card, and no signature. */
      body: string
      /** Who has looked at it, when, and what became of it. */
      seen_by: ColumnType<number | null, never, number>
      seen_at: ColumnType<string | null, never, RawBuilder<string>>
      remark: ColumnType<string | null, never, string>
      created_at: Generated<string>
    }
  }
}

/** What is stored of a notice that nobody signed. */
const keptOfForged = { ecpay: keptOfEcpay, newebpay: keptOfNewebpay }

type Sent = { provider: Provider; body: string; caller: string }

/**
 * Takes what a provider tells, or what somebody tells in its name. A genuine notice is answered always the same way, whatever became of it, so
 * that it is not sent again; only what is not signed is refused. The answer is sent after the commit: a notice is lost with nobody.
 */
const takeNotice = async (tx: Tx, keys: Keys, { provider, body, caller }: Sent) => {
  const fields = fieldsOf(body)
  const read = fields && (await readBy(tx, keys, provider, fields))
  if (!read) {
    const { hits, most } = await tally(tx, limits['forged payment notices from'], caller)
    const kept = keptOfForged[provider](fields ?? {})
    if (hits <= most) await keep(tx, { provider, is_genuine: false, outcome: 'forged', trade_id: null, body: kept })
    return '0|CheckMacValue Error'
  }
  await hear(tx, provider, read)
  return '1|OK'
}

/** Follows what a provider has signed, be it a notice or the answer to a question, and keeps it. */
export async function hear(tx: Tx, provider: Provider, read: Read) {
  const trade = await lockedTrade(tx, provider, read.heard.trade_no)
  const outcome = await follow(tx, trade, read)
  await keep(tx, { provider, is_genuine: true, outcome, trade_id: trade?.id ?? null, body: read.heard.kept })
}

type Read = { heard: Heard; environment: Environment; merchant_id: string }

/** What the notice says to the account that has signed it. */
const readBy = async (tx: Tx, keys: Keys, provider: Provider, fields: Fields): Promise<Read | undefined> => {
  for (const { environment, account } of await accountsOf(tx, keys, provider)) {
    const heard = protocols[provider].heard(fields, account)
    if (heard) return { heard, environment, merchant_id: account.merchant_id }
  }
  return undefined
}

/** What becomes of it. A trade is paid once; what comes later than its payment changes nothing. */
const follow = async (
  tx: Tx,
  trade: Trade | undefined,
  { heard, environment, merchant_id }: Read,
): Promise<Outcome> => {
  if (!trade) return 'unknown'
  const { amount, is_paid, is_simulated, provider_no, given, fee = null } = heard
  const isOtherAmount = inCents(amount) !== inCents(trade.amount)
  const isOurs = [heard.merchant_id, trade.merchant_id].every((each) => each === merchant_id)
  if (!isOurs || trade.environment !== environment) return 'other_merchant'
  if (trade.status === 'paid') return 'repeated'
  if (is_simulated && environment === 'production') return 'simulated'
  if (given && !is_paid) return isOtherAmount ? 'other_amount' : keepNumber(tx, trade, given)
  if (!is_paid) return end(tx, trade, { status: 'failed' })
  if (isOtherAmount || !provider_no) return 'other_amount'
  const paid = { status: 'paid', provider_no: provider_no.slice(0, LONGEST_NUMBER), fee } as const
  if (trade.booking_id === null) {
    await proveKeys(tx, trade)
    return end(tx, trade, paid)
  }
  return end(tx, trade, { ...paid, payment_id: await bookTrade(tx, trade, trade.booking_id) })
}
const LONGEST_NUMBER = 40

/** The number that the provider gave for a trade, which gets one alone. From then on the payment to it is asked for. */
const keepNumber = async (tx: Tx, { id, number }: Trade, given: PayNumber): Promise<Outcome> => {
  if (number !== null) return 'repeated'
  await tx
    .updateTable('provider_trades')
    .set({ ...given, answers: sql<number>`0` })
    .where('id', '=', id)
    .execute()
  return 'number'
}

type Ended = { status: 'paid'; provider_no: string; fee: number | null; payment_id?: number } | { status: 'failed' }

const end = async (tx: Tx, { id }: Trade, ended: Ended) => {
  await tx.updateTable('provider_trades').set(ended).where('id', '=', id).execute()
  return ended.status
}

type Kept = { provider: Provider; is_genuine: boolean; outcome: Outcome; trade_id: number | null; body: Fields }
const keep = (tx: Tx, { body, ...notice }: Kept) =>
  tx
    .insertInto('payment_notices')
    .values({ ...notice, body: JSON.stringify(body) })
    .execute()

export const forgedNotices = retention({
  what: 'payment notices that nobody signed',
  table: 'payment_notices',
  from: sql`created_at`,
  since: 'they came',
  after: '90 days',
  where: sql`not is_genuine`,
  why: 'They show that somebody tries, or that a key is wrong. Genuine ones stay with their money.',
})

/** `/api/payment-notices`: what providers send is public, and known by its signature alone. */
export default routes((on, app) => {
  noticeReads(on)
  // The signature is over what was sent, so the body stays text until it is checked.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  noticeRoute(on, app, {
    ...{ provider: 'ecpay', name: 'takeEcpayNotice' },
    summary: 'A notice of ECPay about a payment: a form signed with its CheckMacValue',
  })
  noticeRoute(on, app, {
    ...{ provider: 'ecpay', name: 'takeEcpayNumber', path: '/ecpay-numbers' },
    summary: 'A notice of ECPay about the number that a customer pays to, signed like every other',
  })
  noticeRoute(on, app, {
    ...{ provider: 'newebpay', name: 'takeNewebpayNotice' },
    summary: 'A notice of NewebPay about a payment: a form signed with its TradeSha',
  })
  noticeRoute(on, app, {
    ...{ provider: 'newebpay', name: 'takeNewebpayNumber', path: '/newebpay-numbers', leads: true },
    summary:
      'The number that NewebPay gave, brought by the browser of the customer, who is led back to where it came from',
  })
})

/** The page of ours that a customer came from. */
const Back = Type.Object({
  back: labelled(Type.Optional(formed('^(/en)?/(my/[0-9A-Za-z-]+|l/payment/[\\w-]+)$', '/my/CNX270128A-001')), [
    '返回的頁面',
    'Page to go back to',
  ]),
})

type NoticeRoute = { provider: Provider; name: string; summary: string; path?: string; leads?: true }

const noticeRoute = (on: On, app: FastifyInstance, { provider, path = `/${provider}`, leads, ...told }: NoticeRoute) =>
  on.raw(
    'POST',
    path,
    {
      ...told,
      access: 'public',
      ...(leads && { query: Back, otherwise: { status: 303, returns: Type.Null() } }),
      returns: Type.String(),
      media: 'text/plain',
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const sent = { provider, body, caller: callerFingerprint(app.keys, request.ip) }
      const answer = await app.database.transaction(onBehalfOf(request), (tx) => takeNotice(tx, app.keys, sent))
      reply.header('cache-control', 'no-store')
      const { back } = request.query as Static<typeof Back>
      if (back !== undefined) return reply.redirect(back, 303)
      return reply.type('text/plain; charset=utf-8').send(answer)
    },
  )
