import { sql } from 'kysely'
import { localDay } from '../../../kit/clock.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/actions.ts'
import { tripCalled } from '../../shown-names.ts'
import { concernedBy } from '../../travelers/people.ts'

/** Notifies the customer and sales that money was received, paid back, or recorded by mistake. */
export const notifyOfPayment = async (
  tx: Tx,
  { booking_id, payment_id, what, actor_id }: Events['payment.changed'],
) => {
  const { sales, customer } = await concernedBy(tx, booking_id)
  const params = found(await told(tx, { payment_id }))
  const about = { type: 'booking', id: booking_id }
  await notify(tx, { who: customer, event: `payment.${what}`, params, about, except: actor_id })
  await notify(tx, { who: sales, event: `payment.${what}/sales`, params, about, except: actor_id })
}

const amountOf = (column: string) => sql<string>`b.currency || ' ' || amount_text(${sql.ref(column)})`

const told = oneRow((db, { payment_id }: { payment_id: number }) =>
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
