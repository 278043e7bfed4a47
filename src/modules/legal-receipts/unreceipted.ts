import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArray } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, day, labelled, oneOf, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
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
  select b.id, b.booking_number, b.contact_name, b.planned_trip_id, b.branch_id, b.updated_at, floor(b.paid)::integer - coalesce(r.standing, 0) as open,
         first.since
    from bookings b left join (
      select p.booking_id, (sum(p.amount) - coalesce(sum(a.given_back), 0))::integer as standing
        from legal_receipt_bookings p join legal_receipts l on l.id = p.legal_receipt_id left join (
          select legal_receipt_id, booking_id, sum(amount) as given_back
            from legal_receipt_allowances where status = 'confirmed' group by legal_receipt_id, booking_id
        ) a on a.legal_receipt_id = p.legal_receipt_id and a.booking_id = p.booking_id
       where l.status in ('queued', 'issued', 'void_waiting') group by p.booking_id) r on r.booking_id = b.id
    cross join lateral (
      select min(p.at) as since from (
        select (received_at at time zone house_zone())::date as at, sum(amount) over (order by received_at, id) as total
          from booking_payments where booking_id = b.id and kind = 'payment' and voided_at is null) p
       where p.total > coalesce(r.standing, 0)) first
   where b.currency = 'TWD' and floor(b.paid)::integer > coalesce(r.standing, 0))`
}

const Unreceipted = Type.Object({
  ...shownFields({ id: ref() }),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  trip: OfTrip,
  amount: Type.Integer({ examples: [30000], written: 'money' }),
  since: labelled(day(), ['最早一筆未開收據的收款', 'First payment without a receipt']),
  age: labelled(oneOf(ages), ['已過天數', 'Age']),
})

const unreceiptedList = list({
  of: 'unreceipted',
  sort: { since: day() },
  order: 'since',
  columns: ['since', 'age', 'booking_number', 'contact_name', 'trip.serial', 'trip.name', 'amount'],
  people: true,
  hidesStamps: true,
  filters: {
    branch_id: { ...is('unreceipted.branch_id', ref()), isOfFew: true },
    age: { ...is('unreceipted.age', oneOf(ages)), isOfFew: true },
  },
})

const withAge = sql<object>`(
  select u.*, case when today() - since <= ${sql.lit(SOON)} then 'up_to_3' when today() - since <= ${sql.lit(LATE)} then '4-10'
                   when today() - since <= ${sql.lit(VERY_LATE)} then '11-30' else 'over_30' end as age
    from ${unreceipted()} u)`.as('unreceipted')

const unreceiptedPage = unreceiptedList.over((db: Db) =>
  db
    .selectFrom(withAge)
    .innerJoin('planned_trips as t', (join) => join.on(sql`t.id`, '=', sql`unreceipted.planned_trip_id`))
    .select([
      sql<number>`unreceipted.id`.as('id'),
      sql<string>`unreceipted.booking_number`.as('booking_number'),
      sql<string>`unreceipted.contact_name`.as('contact_name'),
      tripNames('t').as('trip'),
      sql<number>`unreceipted.open`.as('amount'),
      sql<string>`unreceipted.since`.as('since'),
      sql<string>`unreceipted.age`.as('age'),
    ]),
)

const OfAge = Type.Object({
  age: Unreceipted.properties.age,
  bookings: Type.Integer({ examples: [3] }),
  amount: Unreceipted.properties.amount,
})

/** What all of them come to by age, the newest first. */
const unreceiptedByAge = jsonArray((db, { branch_id }: { branch_id?: number }) =>
  db
    .selectFrom(withAge)
    .select([
      sql<string>`age`.as('age'),
      sql<number>`count(*)::integer`.as('bookings'),
      sql<number>`sum(open)::bigint`.as('amount'),
    ])
    .$if(branch_id !== undefined, (rows) => rows.where(sql`branch_id`, '=', branch_id ?? 0))
    .groupBy(sql`age`)
    .orderBy(sql`max(since)`, 'desc'),
)

/** `/api/money/unreceipted` */
export default routes((on) => {
  on.get(
    '/unreceipted',
    {
      name: 'listUnreceipted',
      access: moneyReaders,
      summary: 'Bookings that are paid above what their legal receipts come to, those that have waited longest first',
      ...unreceiptedList.of(Unreceipted),
      etag: 'none',
    },
    ({ db, query }) => unreceiptedPage(db, {}, query),
  )
  on.get(
    '/unreceipted/ages',
    {
      name: 'sumUnreceipted',
      access: moneyReaders,
      summary: 'What is paid above the legal receipts in all, by how long ago',
      slow: true,
      query: Type.Object({ branch_id: Type.Optional(ref()) }, { additionalProperties: false }),
      returns: Type.Array(OfAge),
      etag: 'none',
    },
    ({ db, query }) => unreceiptedByAge(db, query),
  )
})
