import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { localDay } from '../../kit/db/fragments.ts'
import { jsonArray } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { askInTurn } from '../../kit/doubts.ts'
import { anyText, currency, flag, labelled, moment, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { cashiers } from '../bookings/flow.ts'
import { type Acting, actingOf } from '../users/reader.ts'

/** The roles that read all drawers. Sales read their own. */
const overseers = ['finance', 'manager', 'admin'] as const
export const cashReaders = [...cashiers, 'manager'] as const

/** SQL: whether a reader sees the cash of one of these people: its own, or that of everybody. */
export function isCashSeen({ acts_as, me }: Acting, ...people: string[]) {
  if (acts_as.some((role) => overseers.some((overseer) => overseer === role))) return sql<SqlBool>`true`
  return sql<SqlBool>`${me} in (${sql.join(people.map((column) => sql.ref(column)))})`
}

/** SQL: everything that puts cash into a drawer or takes it out. A voided payment was none. */
const moves = sql`(
  select p.recorded_by as user_id, b.currency, case p.kind when 'payment' then p.amount else -p.amount end as amount, p.created_at
    from booking_payments p join bookings b on b.id = p.booking_id
   where p.method = 'cash' and p.voided_at is null and p.recorded_by is not null
  union all select from_user_id, currency, -amount, decided_at from cash_handovers where status = 'taken'
  union all select to_user_id, currency, amount, decided_at from cash_handovers where status = 'taken' and to_user_id is not null
  union all select user_id, currency, counted - expected, created_at from cash_counts) moves`

type Whose = { user: number; currency: string }

/** What one person holds, what of it is on its way to somebody, and whether it was ever counted. */
const heldBy = oneRow(
  (_db, { user, currency: of }: Whose) =>
    sql<{ held: number; on_the_way: number; is_open: boolean }>`
    select (select coalesce(sum(amount), 0) from ${moves} where user_id = ${user} and currency = ${of}) as held,
           (select coalesce(sum(amount), 0) from cash_handovers where from_user_id = ${user} and currency = ${of} and status = 'waiting') as on_the_way,
           exists (select from cash_counts where user_id = ${user} and currency = ${of}) as is_open`,
)

/** The drawer of a person, whose counts and handovers take turns until the end of the transaction. */
export async function lockedDrawer(tx: Tx, whose: Whose) {
  await askInTurn(tx, 'cash', String(whose.user), whose.currency)
  return (await heldBy(tx, whose)) ?? { held: 0, on_the_way: 0, is_open: false }
}

export const OfUser = Type.Object({ id: ref(), name: anyText('業務小陳'), name_en: orNull(anyText('Chen')) })
/** SQL: who an account is. */
export function userIn(column: string) {
  return sql<object | null>`(
    select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${sql.ref(column)})`
}

const amount = () => Type.Number({ examples: [12000], written: 'money' })
const Drawer = Type.Object({
  user: OfUser,
  branch: orNull(Type.Object({ name: anyText('台北總公司'), name_en: orNull(anyText('Taipei')) })),
  ...shownFields({ currency: currency() }),
  /** Null until the first count. */
  held: labelled(orNull(amount()), ['現金', 'Cash']),
  on_the_way: labelled(amount(), ['交接中', 'On its way']),
  counted_at: labelled(orNull(moment()), ['上次點算', 'Last count']),
  last_difference: labelled(orNull(amount()), ['上次差額', 'Difference of the last count']),
  is_counted_today: labelled(flag(), ['今日已點算', 'Counted today']),
})

/** A drawer that was never counted is shown for so many days after cash was recorded. */
const DAYS_SHOWN = 31

/** What each person holds, as far as the reader sees it. */
export function drawersOf(db: Db, reader: Acting) {
  return db
    .selectFrom(
      sql<{ user_id: number; currency: string; amount: number; moved_at: string }>`(
    select user_id, currency, sum(amount) as amount, max(created_at) as moved_at from ${moves} group by user_id, currency)`.as(
        'd',
      ),
    )
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('branches as br', 'br.id', 'u.branch_id')
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom('cash_counts as c')
          .select(['c.id', 'c.created_at', sql<number>`c.counted - c.expected`.as('difference'), 'c.is_opening'])
          .whereRef('c.user_id', '=', 'd.user_id')
          .whereRef('c.currency', '=', 'd.currency')
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('last'),
      (on) => on.onTrue(),
    )
    .select([
      userIn('d.user_id').as('user'),
      sql`case when br.id is not null then json_build_object('name', br.name, 'name_en', br.name_en) end`.as('branch'),
      'd.currency',
      sql`case when last.id is not null then d.amount end`.as('held'),
      sql`(select coalesce(sum(h.amount), 0) from cash_handovers h where h.from_user_id = d.user_id and h.currency = d.currency and h.status = 'waiting')`.as(
        'on_the_way',
      ),
      'last.created_at as counted_at',
      sql`case when not last.is_opening then last.difference end`.as('last_difference'),
      sql<boolean>`coalesce(${localDay(sql`last.created_at`)} = today(), false)`.as('is_counted_today'),
    ])
    .where(isCashSeen(reader, 'd.user_id'))
    .where(sql<SqlBool>`(last.id is not null or d.moved_at > now() - ${sql.lit(`${DAYS_SHOWN} days`)}::interval)`)
    .orderBy('u.name')
    .orderBy('d.currency')
}
const drawers = jsonArray(drawersOf)

export function drawerRoutes(on: On) {
  on.get(
    '/drawers',
    {
      name: 'listCashDrawers',
      access: cashReaders,
      summary: 'The cash that each person holds, when it was counted last, and what is on its way; sales see their own',
      slow: true,
      returns: Type.Array(Drawer),
      etag: 'none',
    },
    ({ db, actor }) => drawers(db, actingOf(actor)),
  )
}
