import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArray } from '../../kit/db/json.ts'
import { anyText, day, labelled, oneOf, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { moneyReaders } from '../roles.ts'
import { OfTrip, tripNames } from '../shown-names.ts'

const ages = ['up_to_3', '4-10', '11-30', 'over_30'] as const
const [SOON, LATE, VERY_LATE] = [3, 10, 30]
export const unreceiptedAgeWords = {
  up_to_3: [`${SOON} 天內`, `Up to ${SOON} days`],
  '4-10': [`${SOON + 1}–${LATE} 天`, `${SOON + 1}–${LATE} days`],
  '11-30': [`${LATE + 1}–${VERY_LATE} 天`, `${LATE + 1}–${VERY_LATE} days`],
  over_30: [`超過 ${VERY_LATE} 天`, `More than ${VERY_LATE} days`],
} satisfies Record<(typeof ages)[number], Words>

/**
 * SQL: the bookings that are paid above what their receipts come to: `open` is how much, `since` the day of the first payment that no receipt
 * stands for.
 */
export function unreceipted(): RawBuilder<unknown> {
  return sql`(
  select b.id, b.booking_number, b.contact_name, b.planned_trip_id, floor(b.paid)::integer - coalesce(r.standing, 0) as open,
         (select min(p.at) from (
            select (received_at at time zone house_zone())::date as at, sum(amount) over (order by received_at, id) as total
              from booking_payments where booking_id = b.id and kind = 'payment' and voided_at is null) p
           where p.total > coalesce(r.standing, 0)) as since
    from bookings b left join (
      select p.booking_id, sum(p.amount - coalesce((select sum(a.amount) from legal_receipt_allowances a
               where a.legal_receipt_id = p.legal_receipt_id and a.booking_id = p.booking_id and a.status = 'confirmed'), 0))::integer as standing
        from legal_receipt_bookings p join legal_receipts l on l.id = p.legal_receipt_id
       where l.status in ('queued', 'issued', 'void_waiting') group by p.booking_id) r on r.booking_id = b.id
   where b.currency = 'TWD' and floor(b.paid)::integer > coalesce(r.standing, 0))`
}

const age = sql`case when today() - u.since <= ${sql.lit(SOON)} then 'up_to_3' when today() - u.since <= ${sql.lit(LATE)} then '4-10'
  when today() - u.since <= ${sql.lit(VERY_LATE)} then '11-30' else 'over_30' end`

const Unreceipted = Type.Object({
  ...shownFields({ id: ref() }),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  trip: OfTrip,
  amount: Type.Integer({ examples: [30000], written: 'money' }),
  since: labelled(day(), ['最早一筆未開收據的收款', 'First payment without a receipt']),
  age: labelled(oneOf(ages), ['已過天數', 'Age']),
})

const unreceiptedBookings = jsonArray((db, { branch_id }: { branch_id?: number }) =>
  db
    .selectFrom(unreceipted().$castTo<object>().as('u'))
    .innerJoin('bookings as b', (join) => join.on(sql`b.id`, '=', sql`u.id`))
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select([
      'b.id',
      'b.booking_number',
      'b.contact_name',
      tripNames('t').as('trip'),
      sql<number>`u.open`.as('amount'),
      sql<string>`u.since`.as('since'),
      sql<string>`${age}`.as('age'),
    ])
    .$if(branch_id !== undefined, (bookings) => bookings.where('b.branch_id', '=', branch_id ?? 0))
    .orderBy(sql`u.since`)
    .orderBy('b.id'),
)

/** `GET /api/money/unreceipted` */
export default routes((on) => {
  on.get(
    '/unreceipted',
    {
      name: 'listUnreceipted',
      access: moneyReaders,
      summary: 'Bookings that are paid above what their legal receipts come to, those that have waited longest first',
      slow: true,
      people: true,
      query: Type.Object({ branch_id: Type.Optional(ref()) }, { additionalProperties: false }),
      returns: Type.Array(Unreceipted),
      etag: 'none',
    },
    ({ db, query }) => unreceiptedBookings(db, query),
  )
})
