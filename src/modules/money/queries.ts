import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { jsonArray } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { ref } from '../../kit/fields.ts'
import { conditionsOf, from, is, parametersOf, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { Payment } from '../bookings/booking.ts'
import { moves } from '../bookings/moves.ts'
import { feeOf, settledOn } from '../bookings/paid-out.ts'
import { priceActOf, reasonOf } from '../bookings/refunds.ts'
import { tripNames } from '../shown-names.ts'

const { kind, method, received_at } = Payment.properties

const booking = (column: string) => sql<object>`(
  select json_build_object('id', b.id, 'booking_number', b.booking_number, 'contact_name', b.contact_name, 'status', b.status,
           'currency', b.currency, 'trip', (select ${tripNames('t')} from planned_trips t where t.id = b.planned_trip_id))
    from bookings b where b.id = ${sql.ref(column)})`

export const paymentFilters = {
  kind: is('booking_payments.kind', kind),
  method: is('booking_payments.method', method),
  booking_id: is('booking_payments.booking_id', ref()),
  planned_trip_id: reached('booking_payments.booking_id', 'bookings', 'id', 'bookings.planned_trip_id'),
  branch_id: reached('booking_payments.booking_id', 'bookings', 'id', 'bookings.branch_id'),
  received_from: from('booking_payments.received_at', received_at),
  received_to: until('booking_payments.received_at', received_at),
}

/** Payments and refunds of all bookings. */
export const paymentList = list({
  of: 'booking_payments',
  sort: { received_at },
  order: '-received_at',
  columns: [
    'received_at',
    'booking.booking_number',
    'booking.contact_name',
    'booking.trip.serial',
    'kind',
    'method',
    'reference',
    'booking.currency',
    'amount',
    'voided_at',
    'void_reason',
    'is_correction',
    'fee',
    'settled_on',
  ],
  people: true,
  filters: paymentFilters,
})
export const paymentPage = paymentList.over((db) =>
  db
    .selectFrom(moves.as('booking_payments'))
    .select(columnsOf('booking_payments', Payment))
    .select('booking_payments.is_correction')
    .select([
      sql<number | null>`case when not booking_payments.is_correction then ${feeOf('booking_payments')} end`.as('fee'),
      sql<string | null>`case when not booking_payments.is_correction then ${settledOn('booking_payments')} end`.as(
        'settled_on',
      ),
    ])
    .select(booking('booking_payments.booking_id').as('booking')),
)

/** The sums of the filtered payments for each currency, without voided ones. */
const totalsOfPayments = jsonArray((db, given: Record<string, unknown>) =>
  conditionsOf(paymentFilters, given).reduce(
    (all, condition) => all.where(condition),
    db
      .selectFrom(moves.as('booking_payments'))
      .innerJoin('bookings', 'bookings.id', 'booking_payments.booking_id')
      .select('bookings.currency')
      .select([
        sql<number>`count(*)`.as('payments'),
        sql<number>`coalesce(sum(amount) filter (where kind = 'payment'), 0)`.as('received'),
        sql<number>`coalesce(sum(amount) filter (where kind = 'refund'), 0)`.as('paid_back'),
        sql<number>`sum(case kind when 'payment' then amount else -amount end)`.as('net'),
      ])
      .where('counts', '=', true)
      .groupBy('bookings.currency')
      .orderBy('bookings.currency'),
  ),
)
export function paymentTotals(db: Db, query: Record<string, unknown>) {
  return totalsOfPayments(db, parametersOf(paymentFilters, query))
}

/** The bookings of one branch, or of all. */
export function ofBranch(branch_id: number | undefined) {
  return branch_id === undefined ? sql`true` : sql`b.branch_id = ${branch_id}`
}

/** Refunds due, oldest first. */
export const refundList = list({
  of: 'booking_obligations',
  sort: {},
  order: 'created_at',
  columns: [
    'created_at',
    'days_open',
    'booking.booking_number',
    'booking.contact_name',
    'booking.trip.serial',
    'cause',
    'cancel_cause',
    'price_act',
    'creator.name',
    'reason',
    'booking.currency',
    'amount',
    'open_amount',
  ],
  people: true,
  since: 'created_at',
  filters: {
    planned_trip_id: reached('booking_obligations.booking_id', 'bookings', 'id', 'bookings.planned_trip_id'),
    branch_id: reached('booking_obligations.booking_id', 'bookings', 'id', 'bookings.branch_id'),
  },
})
export function refundsDue(db: Db) {
  return db
    .selectFrom('booking_obligations')
    .select([
      'booking_obligations.id',
      'booking_id',
      'amount',
      'open_amount',
      'cause',
      'payment_id',
      'created_by',
      'created_at',
    ])
    .select([
      booking('booking_obligations.booking_id').as('booking'),
      sql<
        string | null
      >`case when cause = 'cancellation' then (select b.cancel_cause from bookings b where b.id = booking_id) end`.as(
        'cancel_cause',
      ),
      priceActOf('booking_obligations').as('price_act'),
      sql<
        object | null
      >`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = coalesce(created_by,
        case cause when 'cancellation' then (select b.cancelled_by from bookings b where b.id = booking_id) end))`.as(
        'creator',
      ),
      reasonOf('booking_obligations').as('reason'),
      sql<number>`today() - ${localDay(sql`created_at`)}`.as('days_open'),
      sql<
        object[]
      >`(select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'amount', r.amount) order by r.id), '[]')
        from refund_orders r where r.obligation_id = booking_obligations.id and r.status in ('waiting', 'approved'))`.as(
        'orders',
      ),
    ])
    .where('open_amount', '>', 0)
}
export const refundPage = refundList.over(refundsDue)

/** Payments and refunds of each day by method, in the time zone of the installation, to reconcile them with the bank. */
type Days = { from: string; to: string; branch_id?: number }
export const paymentsByDay = jsonArray((db, { from: first, to, branch_id }: Days) =>
  db
    .selectFrom(
      sql<object>`(
    select ${localDay(sql`p.received_at`)} as day, p.method, b.currency, count(*) as payments,
           coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0) as received,
           coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as paid_back,
           sum(case p.kind when 'payment' then p.amount else -p.amount end) as net
      from ${moves} p join bookings b on b.id = p.booking_id
     where p.counts and p.received_at >= ${first}::date - interval '1 day' and p.received_at < ${to}::date + interval '2 days'
       and ${ofBranch(branch_id)}
     group by 1, 2, 3)`.as('days'),
    )
    .selectAll()
    .where(sql<boolean>`day between ${first}::date and ${to}::date`)
    .orderBy(sql`day, method, currency`),
)

/** Payments and refunds of a span by method and by the account of the agency that they came into, as far as a file of its bank says so. */
export const paymentsByAccount = jsonArray((db, { from: first, to, branch_id }: Days) =>
  db
    .selectFrom(
      sql<object>`(
    select each.method, case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as receiving_account, each.currency, count(*) as payments,
           coalesce(sum(each.amount) filter (where each.kind = 'payment'), 0) as received,
           coalesce(sum(each.amount) filter (where each.kind = 'refund'), 0) as paid_back,
           sum(case each.kind when 'payment' then each.amount else -each.amount end) as net
      from (select p.method, p.kind, p.amount, b.currency, ${localDay(sql`p.received_at`)} as day, (
                   select s.receiving_account_id from (
                       select x.bank_line_id from bank_line_payments x where x.payment_id = p.id
                       union all select o.bank_line_id from provider_settlement_payments i join provider_settlements o on o.id = i.settlement_id
                        where i.payment_id = p.id and i.is_correction = p.is_correction) x
                     join bank_lines l on l.id = x.bank_line_id
                     join bank_statements s on s.id = l.statement_id order by l.id limit 1) as account_id
              from ${moves} p join bookings b on b.id = p.booking_id
             where p.counts and p.received_at >= ${first}::date - interval '1 day' and p.received_at < ${to}::date + interval '2 days'
               and ${ofBranch(branch_id)}) each
      left join receiving_accounts a on a.id = account_id
     where day between ${first}::date and ${to}::date
     group by each.method, a.id, a.name, each.currency
     order by each.currency, each.method, a.name nulls last)`.as('accounts'),
    )
    .selectAll(),
)
