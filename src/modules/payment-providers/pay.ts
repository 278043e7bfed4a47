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
import type { Environment, Provider } from './provider.ts'
import type { Trade } from './trades.ts'

/** What can be paid at a provider now: what is asked for, else the deposit or the balance, and of a large amount a first part. */
export type Offer = { provider: Provider; environment: Environment; amount: number; is_part: boolean }

/** SQL: what is to be paid next of a booking: what is asked for, else the deposit, else the balance; what is reported as paid is not paid twice. */
const next = sql<number>`least(coalesce(
    (select greatest(r.reaches - b.paid, 0) from payment_requests r where r.booking_id = b.id and r.status = 'open'),
    case when b.deposit > b.paid then b.deposit - b.paid else b.balance end), b.balance - ${reportedAmount('b')})`

/** The providers at which a booking can be paid now; none while it owes nothing, waits for seats, or owes in another currency. */
export const offersOf = statement(
  (_db: Db, { booking }: { booking: number }) => sql<Offer>`
  select p.provider, p.environment, least(owed.amount, p.card_most)::integer as amount, owed.amount > p.card_most as is_part
    from bookings b cross join lateral (select ${next} as amount) owed
    join payment_providers p on p.is_on
   where b.id = ${booking} and b.currency = 'TWD' and b.status in ('held', 'confirmed', 'completed')
     and (b.offered_at is null or b.status <> 'held') and owed.amount >= p.card_least and owed.amount = trunc(owed.amount)
   order by p.id`,
)

export type LastTry = { provider: Provider; status: Trade['status'] }

/** The last try of a booking to pay, while its customer may wait for what became of it. */
export const lastTry = oneRow(
  (_db: Db, { booking }: { booking: number }) => sql<LastTry>`
  select provider, status from provider_trades where booking_id = ${booking} and created_at > now() - interval '1 hour'
   order by id desc limit 1`,
)

type Paying = { booking_id: number; provider: Provider }

/** Begins a payment of what a booking owes now. Nothing changes until the provider tells of it. */
export async function beginPayment(tx: Tx, keys: Keys, { booking_id, provider }: Paying) {
  await throttle(tx, limits['tries to pay of booking'], booking_id)
  const offer = (await offersOf(tx, { booking: booking_id })).find((each) => each.provider === provider)
  if (!offer) return refuse('step_not_possible', { detail: nothingToPay, also: { possible: [] } })
  const { environment, amount } = offer
  const account = (await accountsOf(tx, keys, provider)).find((each) => each.environment === environment)?.account
  const { token, token_hash } = newToken()
  await tx
    .insertInto('provider_trades')
    .values({
      ...{ provider, environment, amount, booking_id, token_hash, trade_no: newNumber(), started_by: null },
      merchant_id: found(account).merchant_id,
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
export async function bookTrade(tx: Tx, { provider, trade_no, amount, at }: Trade, booking_id: number) {
  return addPayment(
    tx,
    booking_id,
    {
      ...{ kind: 'payment', method: 'creditCard', amount, received_at: at, reference: trade_no },
      ...{ confirmed_amount: amount, confirmed_reference: trade_no },
    },
    { id: undefined, roles: [] },
    provider,
  )
}
