import { monthName } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { constraintRefusal } from '../../../kit/db/faults.ts'
import { jsonArray } from '../../../kit/db/json.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found, Refusal, refuse } from '../../../kit/errors.ts'
import { currency, flag, labelled, orNull, shownFields, whole } from '../../../kit/fields.ts'
import { mayTake, namesOf } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { Names } from '../../../kit/resource/names.ts'
import { dayInWords } from '../../../kit/words/days.ts'
import { PaymentProvider } from '../../payment-providers/provider.ts'
import { moneyReaders } from '../../roles.ts'
import { type Acting, actingOf } from '../../users/reader.ts'
import { type MonthStatus, monthFlow, monthSteps } from './flow.ts'
import { MoneyMonth } from './schema.ts'

const { month, status, reason, decided_at } = MoneyMonth.properties
const amount = () => Type.Number({ examples: [20_000], written: 'money' })

const ShownMonth = Type.Object({
  ...shownFields({ month, status, is_ended: labelled(flag(), ['已結束', 'Has ended']) }),
  reason: orNull(reason),
  decided_at: orNull(decided_at),
  /** Who locked or unlocked it; null if nobody ever has. */
  decider: orNull(Names),
  /** 0 for a month that was never locked. */
  version: whole(),
  /** What providers of payments have paid out in it, and what they have kept of it. */
  settlements: labelled(
    Type.Array(
      Type.Object({
        ...shownFields({ provider: PaymentProvider.properties.provider, currency: currency() }),
        settlements: labelled(Type.Integer({ examples: [4] }), ['撥款筆數', 'Settlements']),
        gross: labelled(amount(), ['款項合計', 'Payments in all']),
        fee: labelled(amount(), ['金流手續費', 'Fee of the provider']),
        net: labelled(amount(), ['實際入帳', 'Came in the bank']),
      }),
    ),
    ['金流撥款', 'Settlements of providers'],
  ),
  possible: Type.Array(Type.Enum(namesOf(monthSteps))),
})
const Year = Type.Object({ year: labelled(whole(2000, 9999), ['年份', 'Year']) }, { additionalProperties: false })
const OfMonth = Type.Object({ month })
const Reasoned = Type.Object({ reason })

const isEnded = (of: string) => sql<boolean>`(today() >= (${sql.ref(of)} || '-01')::date + interval '1 month')`

type OfYear = { year: number }
/** The months of a year until today. */
const monthsOf = (db: Db, { year, acts_as }: OfYear & Pick<Acting, 'acts_as'>) =>
  db
    .selectFrom(
      sql<{ month: string; status: MonthStatus; version: number }>`(
    select to_char(first_day, 'YYYY-MM') as month, coalesce(m.status, 'open') as status, m.reason, m.decided_at, m.decided_by,
           coalesce(m.version, 0) as version
      from generate_series(make_date(${year}::integer, 1, 1), least(make_date(${year}::integer, 12, 1), today()), interval '1 month') first_day
      left join money_months m on m.month = to_char(first_day, 'YYYY-MM'))`.as('months'),
    )
    .select(['month', 'status', isEnded('months.month').as('is_ended'), sql`reason`.as('reason')])
    .select([sql`decided_at`.as('decided_at'), deciderOf('months.decided_by').as('decider'), 'version'])
    .select(settled.as('settlements'))
    .select(possibleColumn(monthFlow, acts_as, 'months.status', { isEnded: isEnded('months.month') }).as('possible'))
    .orderBy('month')
const settled = sql<object[]>`(
  select coalesce(json_agg(s order by s.provider, s.currency), '[]') from (
    select provider, currency, count(*) as settlements, sum(gross) as gross, sum(fee) as fee, sum(net) as net from provider_settlements
     where settled_on >= (months.month || '-01')::date and settled_on < (months.month || '-01')::date + interval '1 month'
     group by provider, currency) s)`
const deciderOf = (column: string) =>
  sql<
    object | null
  >`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${sql.ref(column)})`

const monthArray = jsonArray((db, given: OfYear & Acting) => monthsOf(db, given))

const oneMonth = oneRow((db, given: OfYear & Acting & { month: string }) =>
  db.selectFrom(monthsOf(db, given).as('one')).selectAll().where('month', '=', given.month),
)
const shownMonth = async (tx: Tx, actor: Actor, of: string) =>
  found(await oneMonth(tx, { ...actingOf(actor), year: Number(of.slice(0, 4)), month: of }))

type Deciding = { actor: Actor; expected: Expected; reason: string }

/**
 * Locks or unlocks a month. It waits for everybody who is recording money of its days, and they for it: what was recorded before is in the
 * locked month, and what comes later is refused by the gate of the database.
 */
export async function decideMonth(
  tx: Tx,
  of: string,
  step: keyof typeof monthSteps,
  { actor, expected, reason }: Deciding,
) {
  await sql`select pg_advisory_xact_lock(hashtext('money_months'), lock_of_month(${of}))`.execute(tx)
  const there = found(await standing(tx, { month: of }))
  guardVersion(there, expected)
  if (step === 'lock' && !there.isEnded) refuseRunning(of, there.ends_on)
  mayTake(monthFlow, step, there, actor.roles)
  const decision = { status: monthSteps[step].to, reason, decided_by: actor.id, decided_at: sql<string>`now()` }
  await tx
    .insertInto('money_months')
    .values({ month: of, ...decision })
    .onConflict((there) => there.column('month').doUpdateSet(decision))
    .execute()
}

const standing = oneRow(
  (_db, given: { month: string }) => sql<{ status: MonthStatus; version: number; isEnded: boolean; ends_on: string }>`
    select coalesce(m.status, 'open') as status, coalesce(m.version, 0) as version, ${isEnded('of.month')} as "isEnded",
           to_char(((of.month || '-01')::date + interval '1 month')::date - 1, 'YYYY-MM-DD') as ends_on
      from (select ${given.month}::varchar as month) of left join money_months m on m.month = of.month`,
)

const refuseRunning = (of: string, ends_on: string): never => {
  const [day, dayEn] = dayInWords(ends_on)
  return refuse('step_not_possible', {
    detail: [
      `${monthName(of, 'zh-TW')}到 ${day}才結束，結束之後才能鎖帳。`,
      `${monthName(of, 'en')} ends on ${dayEn}, and can be locked after it.`,
    ],
    also: { possible: [] },
  })
}

/** What the gate of the database tells of the month that it has refused. */
type Locked = { column: string; month: string; by: string | null; by_en: string | null; on: string; reason: string }

// The gate is `keep_locked_month` in the database, which every write of money passes: routes, jobs, imports and commands.
constraintRefusal('locked_month', ({ detail = '' }) => {
  // A cast, because the database writes it.
  const { column, month: of, by, by_en, on, reason: why } = JSON.parse(detail) as Locked
  const [day, dayEn] = dayInWords(on)
  const zh = `${monthName(of, 'zh-TW')}已由 ${by ?? '系統'} 於 ${day}鎖帳（${why}），這個月的收退款、成本、匯率與現金不再新增、更改或移除；請改用今天的日期，或請管理員解除鎖定。`
  const en = `${monthName(of, 'en')} was locked by ${by_en ?? 'the service'} on ${dayEn} (${why}): its payments, costs, rates and cash stay as they are. Use today's day, or ask an administrator to unlock the month.`
  return new Refusal('invalid_input', { errors: { [column]: [[zh, en]] } })
})

const changed = { params: OfMonth, body: Reasoned, returns: ShownMonth } as const

/** `/api/money/months` */
export function monthRoutes(on: On) {
  on.get(
    '/months',
    {
      name: 'listMoneyMonths',
      access: moneyReaders,
      summary: 'The months of a year until today: which are locked, by whom, when and why',
      query: Year,
      returns: Type.Array(ShownMonth),
      etag: 'content',
    },
    ({ db, actor, query }) => monthArray(db, { ...actingOf(actor), ...query }),
  )
  const decided = async (step: 'lock' | 'unlock', tx: Tx, of: string, deciding: Deciding) => {
    await decideMonth(tx, of, step, deciding)
    return shownMonth(tx, deciding.actor, of)
  }
  on.post(
    '/months/:month/lock',
    {
      ...changed,
      name: 'lockMoneyMonth',
      access: monthSteps.lock.by,
      summary: 'Lock a month that has ended, with a reason: nothing of its money changes any more',
      refuses: ['step_not_possible', 'stale'],
    },
    ({ tx, actor, params, body, expected }) => decided('lock', tx, params.month, { actor, expected, ...body }),
  )
  on.post(
    '/months/:month/unlock',
    {
      ...changed,
      name: 'unlockMoneyMonth',
      access: monthSteps.unlock.by,
      summary: 'Unlock a month, with a reason',
      refuses: ['step_not_possible', 'stale'],
    },
    ({ tx, actor, params, body, expected }) => decided('unlock', tx, params.month, { actor, expected, ...body }),
  )
}
