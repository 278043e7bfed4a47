import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArray } from '../../kit/db/json.ts'
import { anyText, currency, labelled, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { isOwed } from '../bookings/owed.ts'
import { moneyReaders } from '../roles.ts'
import { ofBranch } from './queries.ts'

const ages = ['not_due', '1-30', '31-60', '61-90', 'over_90'] as const
const late = (first: number, last: number): Words => [`逾期 ${first}–${last} 天`, `${first}–${last} days late`]
const LONGEST = 90
export const ageWords = {
  not_due: ['未到期', 'Not due'],
  '1-30': late(1, 30),
  '31-60': late(31, 60),
  '61-90': late(61, LONGEST),
  over_90: [`逾期 ${LONGEST} 天以上`, `More than ${LONGEST} days late`],
} satisfies Record<(typeof ages)[number], Words>

const owedBy = ['booking', 'customer', 'trip', 'salesperson'] as const
type OwedBy = (typeof owedBy)[number]

const amount = () => Type.Number({ examples: [39900], written: 'money' })

const Of = Type.Object({
  id: orNull(ref()),
  name: orNull(anyText('王小美')),
  name_en: orNull(anyText('WANG, HSIAOMEI')),
  more: labelled(orNull(anyText('0912345678')), ['電話、團號或聯絡人', 'Phone, serial or contact']),
})
const inAge = (age: keyof typeof ageWords) => Type.Optional(labelled(amount(), ageWords[age]))
const Receivable = Type.Object({
  of: Type.Optional(labelled(Of, ['對象', 'Owed by'])),
  ...shownFields({ currency: currency(), age: labelled(oneOf(ages), ['最久逾期', 'Longest late']) }),
  bookings: Type.Integer({ examples: [3] }),
  amount: amount(),
  not_due: inAge('not_due'),
  late_30: inAge('1-30'),
  late_60: inAge('31-60'),
  late_90: inAge('61-90'),
  later: inAge('over_90'),
})

type OfBranch = { branch_id?: number }

/** SQL: the bookings that owe something; `age` is the place of its age in `ages`. */
export function owing({ branch_id }: OfBranch) {
  return sql`(
  select b.*, case when b.payment_due_on is null or b.payment_due_on >= today() then 1 when b.payment_due_on >= today() - 30 then 2
                   when b.payment_due_on >= today() - 60 then 3 when b.payment_due_on >= today() - 90 then 4 else 5 end as age
    from bookings b where ${isOwed('b')} and ${ofBranch(branch_id)})`
}
const named = (age: RawBuilder<unknown>) => sql`(${sql.lit(`{${ages.join()}}`)}::text[])[${age}]`

/** Receivables by age; the bookings themselves are listed by the list of bookings with `owed`. */
const byAge = jsonArray((db, given: OfBranch) =>
  db
    .selectFrom(
      sql<object>`(
    select currency, ${named(sql`age`)} as age, count(*) as bookings, sum(balance) as amount
      from ${owing(given)} b group by b.currency, b.age order by b.currency, b.age)`.as('sums'),
    )
    .selectAll(),
)

/** What is owed by each customer, on each trip and so on, the highest amount first. The names are those of joined records. */
const by = ({ id, name, name_en, more }: Record<'id' | 'name' | 'name_en' | 'more', RawBuilder<unknown>>) =>
  jsonArray((db, given: OfBranch) =>
    db
      .selectFrom(
        sql<object>`(
    select json_build_object('id', id, 'name', name, 'name_en', name_en, 'more', more) as of,
           currency, ${named(sql`max(age)`)} as age, count(*) as bookings, sum(balance) as amount,
           ${ofAge(1)} as not_due, ${ofAge(2)} as late_30, ${ofAge(3)} as late_60, ${ofAge(4)} as late_90, ${ofAge(5)} as later
      from (select b.currency, b.age, b.balance, ${id} as id, ${name} as name, ${name_en} as name_en, ${more} as more
              from ${owing(given)} b join planned_trips t on t.id = b.planned_trip_id left join users u on u.id = b.sales_user_id) each
     group by currency, id, name, name_en, more
     order by currency, sum(balance) desc, name, id)`.as('sums'),
      )
      .selectAll(),
  )
const ofAge = (age: number) => sql`coalesce(sum(balance) filter (where age = ${sql.lit(age)}), 0)`

const sums: Record<OwedBy, typeof byAge> = {
  booking: by({ id: sql`b.id`, name: sql`b.booking_number`, name_en: sql`null`, more: sql`b.contact_name` }),
  // A family that books again is the same customer by name and telephone, with or without an account.
  // Its id is that of its first booking here, by which its statement is asked for.
  customer: by({
    id: sql`min(b.id) over (partition by b.contact_name, b.contact_phone)`,
    name: sql`b.contact_name`,
    name_en: sql`null`,
    more: sql`b.contact_phone`,
  }),
  trip: by({ id: sql`t.id`, name: sql`t.name`, name_en: sql`t.name_en`, more: sql`t.serial` }),
  salesperson: by({ id: sql`u.id`, name: sql`u.name`, name_en: sql`u.name_en`, more: sql`null` }),
}

export function receivableRoutes(on: On) {
  on.get(
    '/receivables',
    {
      name: 'listReceivablesByAge',
      access: moneyReaders,
      summary:
        'What customers owe, by how long it has been due; or by booking, customer, trip or salesperson with its ages',
      slow: true,
      people: true,
      query: Type.Object(
        { branch_id: Type.Optional(ref()), by: Type.Optional(oneOf(owedBy)) },
        { additionalProperties: false },
      ),
      returns: Type.Array(Receivable),
      etag: 'none',
    },
    ({ db, query: { by: of, ...query } }) => (of ? sums[of] : byAge)(db, query),
  )
}
