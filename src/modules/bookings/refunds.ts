import { type Generated, type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Database } from '../../kit/db/connect.ts'
import { membersOf, selected } from '../../kit/db/fragments.ts'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Columns, Tx } from '../../kit/db/tables.ts'
import { defaulted, moment, money, nullable, oneOf, ref, shown, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { ParamsOf } from '../languages/samples.ts'
import { notify } from '../notifications/notify.ts'
import { moneyReaders } from '../roles.ts'
import { tripCalled } from '../shown-names.ts'
import { thoseIn } from '../users/has-role.ts'
import { readerOf } from '../users/reader.ts'
import { orderedOf } from './refund-orders/refund-order.ts'
import { seenBooking } from './visible.ts'

const obligationCauses = ['cancellation', 'price', 'overpayment', 'agreed'] as const

/** What lowers a price so that it is owed back. */
export const priceActs = [
  'discount',
  'fee_waived',
  'infant_price',
  'booking_transferred',
  'traveler_cancelled',
  'traveler_changed',
] as const

/** SQL: what lowered the price, and why it is owed back, of the obligation of this alias. Both read what its transaction has written. */
export function priceActOf(of: string) {
  return sql<string | null>`(case when ${sql.ref(`${of}.cause`)} = 'price' then case
    when ${existsWith(of, sql`booking_price_lines x where x.kind = 'discount'`)} then 'discount'
    when ${existsWith(of, sql`booking_concessions x where x.act = 'fee_waived'`)} then 'fee_waived'
    when ${existsWith(of, sql`booking_concessions x where x.act = 'infant_price'`)} then 'infant_price'
    when exists (${changeOf(of, 'bookings', sql`select ${its(of, 'booking_id')}`)} and a.changes ? 'planned_trip_id') then 'booking_transferred'
    when exists (${changeOf(of, 'travelers', travelersOf(of))} and a.changes ? 'status') then 'traveler_cancelled'
    when exists (${changeOf(of, 'travelers', travelersOf(of))})
      or ${existsWith(of, sql`booking_concessions x where x.act is not null`)} then 'traveler_changed' end end)`
}
export function reasonOf(of: string) {
  return sql<string | null>`(case ${its(of, 'cause')}
    when 'cancellation' then (select b.cancel_reason from bookings b where b.id = ${its(of, 'booking_id')})
    when 'overpayment' then (select p.reference from booking_payments p where p.id = ${its(of, 'payment_id')})
    else coalesce((select x.reason ${ofItsTransaction(of, sql`booking_concessions x where x.reason is not null`)} order by x.id limit 1),
      (select coalesce(x.override_reason, x.description) ${ofItsTransaction(of, sql`booking_price_lines x where x.kind = 'discount'`)}
        order by x.id limit 1)) end)`
}

const its = (of: string, column: string) => sql.ref(`${of}.${column}`)
const ofItsTransaction = (of: string, rows: RawBuilder<unknown>) =>
  sql`from ${rows} and x.booking_id = ${its(of, 'booking_id')} and x.created_at = ${its(of, 'created_at')}`
const existsWith = (of: string, rows: RawBuilder<unknown>) => sql`exists (select ${ofItsTransaction(of, rows)})`
const changeOf = (of: string, table: string, ids: RawBuilder<unknown>) =>
  sql`select from audit a where a.table_name = ${sql.lit(table)} and a.record_id in (${ids}) and a.created_at = ${its(of, 'created_at')}`
const travelersOf = (of: string) => sql`select v.id from travelers v where v.booking_id = ${its(of, 'booking_id')}`

/** An amount that is owed back to the customer, and the event that caused it. Triggers of the database write these rows. */
export const Obligation = Type.Object({
  booking_id: ref(),
  amount: money(),
  open_amount: money(),
  cause: oneOf(obligationCauses),
  /** The payment that was too high; null for other causes. */
  payment_id: nullable(ref()),
  created_by: nullable(ref()),
  created_at: defaulted(moment()),
})
/** What closed an obligation or a part of it: a refund, a payment that was voided, or else a later charge. @public */
export const Settlement = Type.Object({
  obligation_id: ref(),
  payment_id: nullable(ref()),
  voided_payment_id: nullable(ref()),
  amount: money(),
  created_at: defaulted(moment()),
})

const ShownObligation = Type.Object({
  ...shownFields({ id: ref() }),
  ...shown(Obligation).properties,
  /** What is ordered of it, and not paid yet. */
  ordered: Type.Number({ examples: [0], written: 'money' }),
  settlements: Type.Array(shown(Settlement)),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    booking_obligations: Columns<typeof Obligation> & { id: Generated<number>; told_at: string | null }
    obligation_settlements: Columns<typeof Settlement> & { id: Generated<number> }
  }
}

const obligationArray = jsonArrayOf(seenBooking, (db, { id }) =>
  db
    .selectFrom('booking_obligations')
    .select(selected('booking_obligations', ['id', ...Object.keys(Obligation.properties)]))
    .select([orderedOf('booking_obligations').as('ordered'), settlements.as('settlements')])
    .where('booking_id', '=', id)
    .orderBy('id'),
)
const settlements = sql<object[]>`(
  select coalesce(json_agg(json_build_object(${membersOf('s', Object.keys(Settlement.properties))}) order by s.id), '[]')
    from obligation_settlements s where s.obligation_id = booking_obligations.id)`

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.refunds': object
  }
}

/**
 * Notifies finance of each amount that is owed back, once. A job does this, because an obligation has many causes (a cancellation,
 * a changed price, a payment too high), and the database writes it in the transaction of each of them.
 */
export function notifyOfRefunds(database: Database) {
  return database.transaction({}, async (tx) => {
    const due = await newlyOwed(tx)
    const who = due.length ? await thoseIn(tx, 'finance') : []
    for (const { booking_id: id, ...params } of due)
      await notify(tx, { who, event: 'refund.due', params, about: { type: 'booking', id } })
  })
}

export function notifyOfAllRefunds(_nothing: object, { database }: JobTools) {
  return notifyOfRefunds(database)
}

type OwedRefund = ParamsOf<'refund.due'> & { booking_id: number }

// Without obligations that a later charge has used up before finance was notified, or that a cancellation made which can still be undone.
const newlyOwed = async (tx: Tx) => {
  const { rows } = await sql<OwedRefund>`
    with untold as (
      update booking_obligations set told_at = now()
       where id in (select id from booking_obligations where told_at is null and not exists (
                select from cancelled_bookings k where k.booking_id = booking_obligations.booking_id and k.undo_until > clock_timestamp())
              order by id limit ${AT_ONCE} for update skip locked)
      returning id, booking_id, open_amount, cause
    )
    select b.id as booking_id, b.booking_number as number, t.serial, t.name as trip, ${tripCalled('t')} as trip_en,
           b.contact_name as contact, o.cause, amount_in(b.currency, o.open_amount) as amount
      from untold o join bookings b on b.id = o.booking_id join planned_trips t on t.id = b.planned_trip_id
     where o.open_amount > 0 order by o.id`.execute(tx)
  return rows
}
const AT_ONCE = 200

/** Routes of amounts that are owed back. */
export function refundRoutes(on: On) {
  on.get(
    '/:id/obligations',
    {
      access: moneyReaders,
      summary: 'Obligations of a booking, oldest first, and the refunds that paid them',
      returns: Type.Array(ShownObligation),
      etag: 'content',
    },
    ({ db, actor, params }) => obligationArray(db, { ...readerOf(actor), ...params }),
  )
}
