import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonArray } from '../../kit/db/json.ts'
import { anyText, currency, day, labelled, oneOf, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { moves } from '../bookings/moves.ts'
import { soldStatuses } from '../bookings/owed.ts'
import { moneyReaders } from '../roles.ts'
import { OfTrip, tripNames } from '../shown-names.ts'

/** SQL: the first moment after a day. */
const after = (on: RawBuilder<unknown>) => sql`((${on}::date + 1)::timestamp at time zone house_zone())`

/**
 * SQL: what a column of a table was at the end of a day, by record, where it has changed since. What an import has written on a later day
 * counts as if it had been there.
 */
const was = (table: string, column: string, on: RawBuilder<unknown>, among = sql`true`) => sql`(
  select distinct on (a.record_id) a.record_id, a.changes -> ${sql.lit(column)} ->> 0 as value
    from audit a
   where a.table_name = ${sql.lit(table)} and a.action = 'changed' and a.created_at >= ${after(on)} and a.changes ? ${sql.lit(column)} and ${among}
     and not exists (select from audit e where e.table_name = a.table_name and e.record_id = a.record_id and e.action = 'created'
           and (e.created_at at time zone house_zone())::date = (a.created_at at time zone house_zone())::date)
   order by a.record_id, a.id)`

/**
 * SQL: each booking at the end of a day: its total, status and trip as they were then, and what had been paid until then. What is owed of a
 * day that is over in a locked month does not change any more. Today it is what receivables and refunds due say. `whose` chooses bookings `b`.
 */
export function standing(on: RawBuilder<unknown>, whose?: RawBuilder<unknown>) {
  const among = whose && sql`a.record_id = any (array(select b.id from bookings b where ${whose}))`
  return sql`(
  select id, currency, contact_name, contact_phone, booking_number, planned_trip_id, status, total, paid,
         case when ${isOneOf('each.status', soldStatuses)} and total > paid then total - paid else 0 end as receivable,
         case when paid > total then paid - total else 0 end as repayable,
         case when ${isOneOf('each.status', ['held', 'waitlisted', 'confirmed', 'completed'])} and departure_date > ${on}::date
              then least(paid, greatest(total, 0)) else 0 end as prepaid
    from (select b.id, b.currency, b.contact_name, b.contact_phone, b.booking_number, b.branch_id, t.id as planned_trip_id,
                 coalesce(status.value, b.status) as status, coalesce(total.value::numeric, b.total) as total, coalesce(p.paid, 0) as paid,
                 coalesce(departure.value::date, t.departure_date) as departure_date
            from bookings b
            left join ${was('bookings', 'status', on, among)} status on status.record_id = b.id
            left join ${was('bookings', 'total', on, among)} total on total.record_id = b.id
            left join ${was('bookings', 'planned_trip_id', on, among)} trip on trip.record_id = b.id
            join planned_trips t on t.id = coalesce(trip.value::integer, b.planned_trip_id)
            left join ${was('planned_trips', 'departure_date', on)} departure on departure.record_id = t.id
            left join (select booking_id, sum(case kind when 'payment' then amount else -amount end) as paid
                         from ${moves} m where counts and received_at < ${after(on)} group by booking_id) p on p.booking_id = b.id
           where b.created_at < ${after(on)} and ${whose ?? sql`true`}) each)`
}

const amount = () => Type.Number({ examples: [39900], written: 'money' })
const sums = {
  receivable: labelled(amount(), ['應收', 'Owed']),
  prepaid: labelled(amount(), ['未出發團預收款', 'Prepaid for trips to come']),
  repayable: labelled(amount(), ['應退', 'To be paid back']),
}
const Balance = Type.Object({ ...shownFields({ currency: currency() }), ...sums })
const BookingBalance = Type.Object({
  booking: Type.Object({
    id: ref(),
    booking_number: anyText('CNX270128A-001'),
    contact_name: anyText('王小美'),
    trip: OfTrip,
  }),
  ...shownFields({ status: oneOf(bookingStatuses), currency: currency(), total: amount(), paid: amount() }),
  ...sums,
})

const parts = ['receivable', 'prepaid', 'repayable'] as const
type Part = (typeof parts)[number]

const balances = jsonArray((db, { on }: { on: string }) =>
  db
    .selectFrom(
      sql<object>`(
    select currency, sum(receivable) as receivable, sum(prepaid) as prepaid, sum(repayable) as repayable
      from ${standing(sql`${on}`)} standing group by currency having sum(receivable) <> 0 or sum(prepaid) <> 0 or sum(repayable) <> 0
     order by currency)`.as('balances'),
    )
    .selectAll(),
)

const bookingsOf = (part: Part) =>
  jsonArray((db, { on }: { on: string }) =>
    db
      .selectFrom(
        sql<object>`(
    select json_build_object('id', s.id, 'booking_number', s.booking_number, 'contact_name', s.contact_name,
             'trip', (select ${tripNames('t')} from planned_trips t where t.id = s.planned_trip_id)) as booking,
           s.status, s.currency, s.total, s.paid, s.receivable, s.prepaid, s.repayable
      from ${standing(sql`${on}`)} s where ${sql.ref(`s.${part}`)} > 0
     order by s.currency, ${sql.ref(`s.${part}`)} desc, s.id)`.as('bookings'),
      )
      .selectAll(),
  )
const bookings: Record<Part, ReturnType<typeof bookingsOf>> = {
  receivable: bookingsOf('receivable'),
  prepaid: bookingsOf('prepaid'),
  repayable: bookingsOf('repayable'),
}

const strict = { additionalProperties: false }
const on_ = { on: labelled(day(), ['截至', 'At the end of']) }

/** `/api/money/balances`: what is owed, held and to be paid back at the end of a day. */
export function balanceRoutes(on: On) {
  on.get(
    '/balances',
    {
      name: 'sumBalances',
      access: moneyReaders,
      summary: 'What customers owed at the end of a day, what was held for trips to come, and what was to be paid back',
      slow: true,
      query: Type.Object(on_, strict),
      returns: Type.Array(Balance),
      etag: 'none',
    },
    ({ db, query }) => balances(db, query),
  )
  on.get(
    '/balances/bookings',
    {
      name: 'listBalances',
      access: moneyReaders,
      summary: 'The bookings behind one of these sums, the highest first',
      slow: true,
      people: true,
      query: Type.Object({ ...on_, of: labelled(oneOf(parts), ['哪一項', 'Which sum']) }, strict),
      returns: Type.Array(BookingBalance),
      etag: 'none',
    },
    ({ db, query: { of, ...query } }) => bookings[of](db, query),
  )
}
