import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import { terms } from '../../terms.ts'
import { notify } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'
import { concernedBy } from '../travelers/notices.ts'
import { thoseIn } from '../users/has-role.ts'
import { TIME_TO_UNDO } from './payments.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.payment': Recorded
  }
}

type What = Events['payment.changed']['what']
type Recorded = { payment_id: number; what: What; actor_id: number | undefined }

/**
 * Notifies the customer and sales of a payment after a while, so that a slip of the keyboard can be undone before it is mailed. One
 * that is voided by then is told to nobody. What is voided later is told at once: to finance and sales, and to a customer who had
 * heard of it.
 */
export async function notifyOfPayment(tx: Tx, { booking_id, payment_id, what, actor_id }: Events['payment.changed']) {
  if (what !== 'voided')
    return enqueue(tx, 'bookings.payment', { payment_id, what, actor_id }, { at: terms.undo.interval })
  const { is_told, is_new } = await deliveredOf(tx, { payment_id })
  if (is_told) await notifyOfMoney(tx, booking_id, { payment_id, what, actor_id })
  else if (!is_new) await notifyStaff(tx, booking_id, { payment_id, what, actor_id })
}

export function notifyOfRecordedPayment(payment: Recorded, { database }: Pick<JobTools, 'database'>) {
  return database.transaction({}, async (tx) => {
    const { payment_id } = payment
    const there = await tx
      .selectFrom('booking_payments')
      .select(['booking_id', 'voided_at'])
      .where('id', '=', payment_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!there || there.voided_at || (await isToldAlready(tx, payment_id))) return
    await notifyOfMoney(tx, there.booking_id, payment)
  })
}

const notifyOfMoney = async (tx: Tx, booking_id: number, { payment_id, what, actor_id }: Recorded) => {
  const { customer } = await concernedBy(tx, booking_id)
  const params = found(await paymentInWords(tx, { payment_id }))
  const about = { type: 'booking', id: booking_id }
  await notify(tx, { who: customer, event: `payment.${what}`, params, about, except: actor_id })
  await notifyStaff(tx, booking_id, { payment_id, what, actor_id })
}

// Finance records most payments itself; what is voided concerns its books.
const notifyStaff = async (tx: Tx, booking_id: number, { payment_id, what, actor_id }: Recorded) => {
  const { sales } = await concernedBy(tx, booking_id)
  const finance = what === 'voided' ? await thoseIn(tx, 'finance') : []
  const who = [...new Set([...sales, ...finance])]
  const params = found(await paymentInWords(tx, { payment_id }))
  const about = { type: 'booking', id: booking_id }
  await notify(tx, { who, event: `payment.${what}/sales`, params, about, except: actor_id })
}

// What was delivered about a payment is kept for a year; of one from before yesterday everybody has heard.
const isToldAlready = async (tx: Tx, payment_id: number) => (await deliveredOf(tx, { payment_id })).is_told
const deliveredOf = theRow((db, { payment_id }: { payment_id: number }) =>
  db
    .selectFrom('booking_payments as p')
    .select(
      sql<boolean>`p.created_at < now() - interval '1 day' or exists (
        select from deliveries d where d.subject_type = 'booking' and d.subject_id = p.booking_id
           and d.params -> 'payment_id' = to_jsonb(p.id))`.as('is_told'),
    )
    .select(sql<boolean>`p.created_at > clock_timestamp() - ${sql.lit(TIME_TO_UNDO)}::interval`.as('is_new'))
    .where('p.id', '=', payment_id),
)

const amountOf = (column: string) => sql<string>`amount_in(b.currency, ${sql.ref(column)})`

const paymentInWords = oneRow((db, { payment_id }: { payment_id: number }) =>
  db
    .selectFrom('booking_payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select([
      'p.id as payment_id',
      'b.booking_number as number',
      't.serial',
      't.name as trip',
      'p.method',
      'p.void_reason as reason',
    ])
    .select(tripCalled('t').as('trip_en'))
    .select(sql<string>`${localDay(sql`p.received_at`)}::text`.as('day'))
    .select(amountOf('p.amount').as('amount'))
    .select(sql<string | null>`case when b.balance > 0 then ${amountOf('b.balance')} end`.as('balance'))
    .select(sql<string | null>`case when b.balance > 0 then b.balance_due_on::text end`.as('balance_due'))
    .where('p.id', '=', payment_id),
)
