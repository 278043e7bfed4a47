import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { enqueue, type JobTools } from '../../../kit/jobs/jobs.ts'
import { terms } from '../../../terms.ts'
import { notify } from '../../notifications/notify.ts'
import { tripCalled } from '../../shown-names.ts'
import { concernedBy } from '../../travelers/notices.ts'
import { howToPay } from './how-to-pay.ts'
import { endRequest } from './make.ts'
import { payTokenOf } from './payment-request.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.payment-request': { payment_request_id: number; actor_id: number | undefined }
    'bookings.expired-numbers': object
  }
}

/** Tells the customer after a while, as of a payment: what was withdrawn or replaced by then is told to nobody. */
export function notifyOfPaymentRequest(
  tx: Tx,
  { payment_request_id, what, actor_id }: Events['payment-request.changed'],
) {
  if (what !== 'asked' && what !== 'cancelled' && what !== 'reopened') return
  enqueue(tx, 'bookings.payment-request', { payment_request_id, actor_id }, { at: terms.undo.interval })
}

/**
 * Tells of an open request once, and which one it replaces; and of one that was told and is not to be paid any more. Of a request that ended with
 * its booking, the mail about the booking tells; of one that is paid, that of the payment.
 */
export function tellPaymentRequest(
  { payment_request_id: id, actor_id }: { payment_request_id: number; actor_id: number | undefined },
  { database }: Pick<JobTools, 'database'>,
) {
  return database.transaction({}, async (tx) => {
    const request = await requestInWords(tx, { id })
    if (!request) return
    const { status, is_told, is_withdrawn, booking_id, ...said } = request
    const rest = { about: { type: 'booking', id: booking_id }, except: actor_id }
    const { customer: who } = await concernedBy(tx, booking_id)
    const { number, serial, trip, trip_en, currency } = said
    const amount = amountIn(currency, said.amount)
    if (status === 'open' && !is_told) {
      await tx.updateTable('payment_requests').set({ told_at: sql<string>`now()` }).where('id', '=', id).execute()
      const { due, purpose } = said
      const params = {
        ...{ number, serial, trip, trip_en, purpose, amount, due },
        ...howToPay(said, said.pay_token, number, amount),
        before: said.before === null ? null : amountIn(said.before.currency, said.before.amount),
      }
      await notify(tx, { who, event: 'payment-request.asked', params, ...rest })
    }
    if (is_told && is_withdrawn)
      await notify(tx, {
        who,
        event: 'payment-request.cancelled',
        params: { number, serial, trip, trip_en, amount },
        ...rest,
      })
  })
}

/** The last request that its customer was told of, and that this one takes the place of. */
const before = sql<{ amount: number; currency: string } | null>`(
  select json_build_object('amount', x.amount, 'currency', x.currency) from payment_requests x
   where x.booking_id = r.booking_id and x.id < r.id and x.told_at is not null
     and x.status = 'cancelled' and x.replaced_by_id is not null order by x.id desc limit 1)`

const requestInWords = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('payment_requests as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['r.booking_id', 'r.status', 'r.amount', 'r.currency', 'r.purpose', 'r.due_on as due', 'r.via'])
    .select(['r.bank_name', 'r.bank_name_en', 'r.bank_code', 'r.account_name', 'r.account_name_en', 'r.account_number'])
    .select(['b.booking_number as number', 't.serial', 't.name as trip'])
    .select(tripCalled('t').as('trip_en'))
    .select(sql<boolean>`r.told_at is not null`.as('is_told'))
    .select(
      sql<boolean>`r.status = 'cancelled' and r.replaced_by_id is null and r.end_cause in ('price', 'person', 'account')`.as(
        'is_withdrawn',
      ),
    )
    .select([before.as('before'), payTokenOf('r').as('pay_token')])
    .where('r.id', '=', id)
    .forNoKeyUpdate('r'),
)

const AT_ONCE = 100

/** Ends requests whose number was good until a day that is over: the bank takes no payment to it any more. */
export function endExpiredNumbers(_nothing: object, { database }: JobTools) {
  return database.transaction({}, async (tx) => {
    const ended = await tx
      .selectFrom('payment_requests')
      .select(['id', 'booking_id'])
      .where('status', '=', 'open')
      .where(sql<boolean>`expires_on < today()`)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const request of ended) await endRequest(tx, request, { status: 'expired', end_cause: 'day' }, undefined)
  })
}
