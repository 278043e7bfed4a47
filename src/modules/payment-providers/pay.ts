import { sql } from 'kysely'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { newNumber, newToken } from '../../kit/secrets/tokens.ts'
import { throttle } from '../../kit/throttle.ts'
import type { Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { terms } from '../../terms.ts'
import { reportedAmount } from '../bookings/payment-reports/payment-report.ts'
import { addPayment } from '../bookings/payments.ts'
import { accountsOf } from './keys.ts'
import type { Method } from './protocol.ts'
import type { Environment, Provider } from './provider.ts'
import type { Trade } from './trades.ts'

/** What can be paid at a provider now and how: what is asked for, else the deposit or the balance, and of a large amount a first part. */
export type Offer = { provider: Provider; environment: Environment; method: Method; amount: number; is_part: boolean }

/** SQL: what is to be paid next of a booking: what is asked for, else the deposit, else the balance; what is reported as paid is not paid twice. */
const next = sql<number>`least(coalesce(
    (select greatest(r.reaches - b.paid, 0) from payment_requests r where r.booking_id = b.id and r.status = 'open'),
    case when b.deposit > b.paid then b.deposit - b.paid else b.balance end), b.balance - ${reportedAmount('b')})`

/** SQL: whether a booking is paid online at all: not while it waits for seats, and not in another currency. */
const isPaidOnline = sql`(b.currency = 'TWD' and b.status in ('held', 'confirmed', 'completed') and (b.offered_at is null or b.status <> 'held'))`

/**
 * How a booking can be paid at providers now; none while it owes nothing. A part leaves enough for another one. Nobody goes to a convenience
 * store ten times, so its code is for an amount that fits.
 */
export const offersOf = statement(
  (_db: Db, { booking }: { booking: number }) => sql<Offer>`
  select p.provider, p.environment, m.method, owed.amount > m.most as is_part,
         (case when owed.amount > m.most then least(m.most, owed.amount - m.least) else owed.amount end)::integer as amount
    from bookings b cross join lateral (select ${next} as amount) owed
    join payment_providers p on p.is_on
   cross join lateral (values (1, 'card', true, p.card_least, p.card_most), (2, 'atm', p.takes_atm, p.atm_least, p.atm_most),
     (3, 'cvs', p.takes_cvs, p.cvs_least, p.cvs_most)) m (place, method, is_taken, least, most)
   where b.id = ${booking} and ${isPaidOnline} and m.is_taken and owed.amount >= m.least and owed.amount = trunc(owed.amount)
     and (m.method <> 'cvs' or owed.amount <= m.most)
   order by p.id, m.place`,
)

/** The last number that a booking got to pay to. It is open until its end, while no less than its amount is to be paid. */
export type GivenNumber = {
  provider: Provider
  method: Method
  amount: number
  bank_code: string | null
  number: string
  pays_until: string
  state: 'open' | 'over' | 'changed'
}
export const givenNumber = oneRow(
  (_db: Db, { booking }: { booking: number }) => sql<GivenNumber>`
  select x.provider, x.method, x.amount, x.bank_code, x.number, x.pays_until,
         case when x.pays_until <= now() then 'over' when x.amount > ${next} then 'changed' else 'open' end as state
    from provider_trades x join bookings b on b.id = x.booking_id
   where x.id = (select max(y.id) from provider_trades y where y.booking_id = ${booking} and y.number is not null)
     and x.status = 'started' and x.pays_until > now() - interval '14 days' and ${isPaidOnline} and ${next} > 0`,
)

export type LastTry = { provider: Provider; status: Trade['status'] }

/** The last try of a booking to pay, while its customer may wait for what became of it. */
export const lastTry = oneRow(
  (_db: Db, { booking }: { booking: number }) => sql<LastTry>`
  select provider, status from provider_trades where booking_id = ${booking} and created_at > now() - interval '1 hour' and number is null
   order by id desc limit 1`,
)

type Paying = { booking_id: number; provider: Provider; method: Method }

/**
 * Begins a payment of what a booking owes now. Nothing changes until the provider tells of it. While a number is open nothing is begun that gives
 * another one.
 */
export async function beginPayment(tx: Tx, keys: Keys, { booking_id, provider, method }: Paying) {
  await throttle(tx, limits['tries to pay of booking'], booking_id)
  const open = method === 'card' ? undefined : await givenNumber(tx, { booking: booking_id })
  if (open?.state === 'open' && open.method === method) return undefined
  const offers = await offersOf(tx, { booking: booking_id })
  const offer = offers.find((each) => each.provider === provider && each.method === method)
  if (!offer) return refuse('step_not_possible', { detail: nothingToPay, also: { possible: [] } })
  const { environment, amount } = offer
  const account = (await accountsOf(tx, keys, provider)).find((each) => each.environment === environment)?.account
  const { token, token_hash } = newToken()
  await tx
    .insertInto('provider_trades')
    .values({
      ...{ provider, environment, method, amount, booking_id, token_hash, trade_no: newNumber(), started_by: null },
      merchant_id: found(account).merchant_id,
      payment_request_id: sql<
        number | null
      >`(select id from payment_requests where booking_id = ${booking_id} and status = 'open')`,
      expires_at: sql<string>`now() + ${sql.lit(terms.onlinePayment.interval)}::interval`,
    })
    .execute()
  return `/l/payment/${token}`
}

const nothingToPay: Words = [
  '現在沒有可以線上付款的金額；請重新整理這一頁，或與我們聯絡。',
  'There is nothing to pay online at the moment. Load the page again, or contact us.',
]

/**
 * Records the payment of a trade, whatever became of its booking meanwhile: the money is there. What is more than is owed is an amount to give back.
 * The reference is our number and not that of the provider, which may look like the number of a card.
 */
export async function bookTrade(tx: Tx, { provider, method, trade_no, amount, at }: Trade, booking_id: number) {
  return addPayment(
    tx,
    booking_id,
    {
      ...{
        kind: 'payment',
        method: method === 'card' ? 'creditCard' : 'bankTransfer',
        amount,
        received_at: at,
        reference: trade_no,
      },
      ...{ confirmed_amount: amount, confirmed_reference: trade_no },
    },
    { id: undefined, roles: [] },
    provider,
  )
}
