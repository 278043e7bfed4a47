import { sql } from 'kysely'
import { Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, Refusal, refuseField } from '../../kit/errors.ts'
import {
  currency,
  defaulted,
  flag,
  labelled,
  line,
  moment,
  nullable,
  orNull,
  ref,
  shownFields,
} from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { Names } from '../../kit/resource/names.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { authorOf, tripLed } from './entry.ts'
import { expenseApprovers } from './flow.ts'

const isClosed = labelled(flag(), ['已結帳', 'Closed'])
/** That the account of a leader on a trip was closed, or opened again. @public */
export const LeaderAccount = Type.Object({
  planned_trip_id: ref(),
  tour_leader_id: ref(),
  is_closed: isClosed,
  reason: nullable(line(500, '補報一筆停車費')),
  decided_by: ref(),
  decided_at: defaulted(moment()),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_accounts: Table<typeof LeaderAccount>
  }
}

constraintRefusal(
  'leader_account_waits',
  () =>
    new Refusal('step_not_possible', {
      detail: [
        '還有支出等待核准或回覆；請先核准或退回，再結帳。',
        'Expenses still wait for approval or for an answer: approve or refuse them first, then close the account.',
      ],
      also: { possible: [] },
    }),
)

const sum = () => Type.Unsafe<number>({ type: 'number', examples: [1200], written: 'money' })
/** What was given and spent in one currency. `to_return` is what the leader brings back; below zero it gets that much. */
const AccountLine = Type.Object({
  ...shownFields({ currency: currency() }),
  advanced: labelled(sum(), ['預付', 'Advanced']),
  returned: labelled(sum(), ['已繳回', 'Returned']),
  spent: labelled(sum(), ['由預付款支付', 'Spent of it']),
  own: labelled(sum(), ['領隊代墊', 'Paid by the leader']),
  card: labelled(sum(), ['公司卡', 'By card of the agency']),
  waiting: labelled(sum(), ['待核准', 'Waiting']),
  to_return: labelled(sum(), ['應繳回', 'To return']),
})
export const ShownAccount = Type.Object({
  leader: Names,
  ...shownFields({ is_closed: isClosed, reason: nullable(line(500)), decided_at: nullable(moment()) }),
  decider: orNull(Names),
  waiting: Type.Integer(),
  lines: Type.Array(AccountLine),
})

type OfTrip = Reader & { id: number }

/** The accounts of all leaders who were given or have spent something on a trip. A leader sees its own. */
const accounts = (db: Db, { id, ...reader }: OfTrip) =>
  db
    .selectFrom(
      sql<{ tour_leader_id: number }>`(
        select tour_leader_id from leader_advances where planned_trip_id = ${id}
         union select tour_leader_id from trip_expenses where planned_trip_id = ${id}
         union select assigned_leader_id from planned_trips where id = ${id} and assigned_leader_id is not null)`.as(
        'who',
      ),
    )
    .leftJoin('leader_accounts as a', (join) =>
      join.onRef('a.tour_leader_id', '=', 'who.tour_leader_id').on(sql<boolean>`a.planned_trip_id = ${id}`),
    )
    .select([
      sql<object>`(select json_build_object('id', l.id, 'name', l.name, 'name_en', l.name_en) from tour_leaders l where l.id = who.tour_leader_id)`.as(
        'leader',
      ),
      sql<boolean>`coalesce(a.is_closed, false)`.as('is_closed'),
      'a.reason',
      'a.decided_at',
      authorOf('a.decided_by').as('decider'),
      sql<number>`(select count(*)::integer from trip_expenses e where e.planned_trip_id = ${id} and e.tour_leader_id = who.tour_leader_id
        and e.status in ('entered', 'questioned'))`.as('waiting'),
      sql<object[]>`(
        select coalesce(json_agg(json_build_object('currency', m.currency, 'advanced', advanced, 'returned', returned, 'spent', spent, 'own', own,
            'card', card, 'waiting', waiting, 'to_return', advanced - returned - spent - own) order by m.currency), '[]')
          from (select currency, coalesce(sum(advanced), 0) as advanced, coalesce(sum(returned), 0) as returned, coalesce(sum(spent), 0) as spent,
                       coalesce(sum(own), 0) as own, coalesce(sum(card), 0) as card, coalesce(sum(waiting), 0) as waiting
                  from (select currency, amount as advanced, returned, null::numeric as spent, null::numeric as own, null::numeric as card, null::numeric as waiting
                          from leader_advances v where v.planned_trip_id = ${id} and v.tour_leader_id = who.tour_leader_id
                         union all
                        select currency, null, null,
                               case when status = 'approved' and paid_from = 'advance' then amount end,
                               case when status = 'approved' and paid_from = 'own' then amount end,
                               case when status = 'approved' and paid_from = 'card' then amount end,
                               case when status in ('entered', 'questioned') then amount end
                          from trip_expenses e where e.planned_trip_id = ${id} and e.tour_leader_id = who.tour_leader_id and e.status <> 'refused') every
                 group by currency) m)`.as('lines'),
    ])
    .$if(reader.sees === 'leader', (rows) =>
      rows.where(sql<boolean>`who.tour_leader_id = ${reader.sees === 'leader' ? reader.leader : null}`),
    )
    .orderBy('who.tour_leader_id')

/** The accounts of a trip. */
export const accountsOfTrip = jsonArrayOf(tripLed, accounts)

const Closing = Type.Object({ tour_leader_id: Type.Optional(ref()) })
const Opening = Type.Object({ tour_leader_id: Type.Optional(ref()), reason: line(500, '補報一筆停車費') })

type Decided = { tour_leader_id?: number; reason?: string }
const decide = async (tx: Tx, actor: Actor, id: number, is_closed: boolean, body: Decided) => {
  const { assigned_leader_id } = found(
    await tx
      .selectFrom('planned_trips')
      .select('assigned_leader_id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  const leader = body.tour_leader_id ?? assigned_leader_id ?? refuseField('tour_leader_id', unnamed)
  const { rows } = await sql`select from tour_leaders where id = ${leader}`.execute(tx)
  if (!rows.length) refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
  const row = { is_closed, reason: body.reason ?? null, decided_by: actor.id }
  await tx
    .insertInto('leader_accounts')
    .values({ ...row, planned_trip_id: id, tour_leader_id: leader })
    .onConflict((known) => known.constraint('leader_accounts_one').doUpdateSet({ ...row, decided_at: sql`now()` }))
    .execute()
}
const unnamed = ['這個團沒有領隊；請選擇是哪位領隊的帳。', 'Nobody leads this trip: say whose account it is.'] as const

const readers = ['admin', 'manager', 'department', 'finance', 'leader'] as const

/** Below `/api/planned-trips`: what leaders were given, what was approved of their expenses, and what they return. */
export const leaderAccounts = routes((on) => {
  on.get(
    '/:id/leader-account',
    {
      access: readers,
      summary: 'The accounts of the leaders of a trip: what was given less what was approved is to be returned',
      returns: Type.Array(ShownAccount),
      etag: 'content',
    },
    ({ db, actor, params }) => accountsOfTrip(db, { ...readerOf(actor), ...params }),
  )
  on.post(
    '/:id/leader-account/close',
    {
      access: expenseApprovers,
      summary: 'Close the account of a leader on a trip; nothing of it changes any more, and no expense may wait',
      body: Closing,
      returns: Type.Array(ShownAccount),
      refuses: ['step_not_possible'],
      etag: 'content',
    },
    async ({ tx, actor, params, body }) => {
      await decide(tx, actor, params.id, true, body)
      return accountsOfTrip(tx, { ...readerOf(actor), ...params })
    },
  )
  on.post(
    '/:id/leader-account/reopen',
    {
      access: expenseApprovers,
      summary: 'Open the account of a leader on a trip again, with the reason',
      body: Opening,
      returns: Type.Array(ShownAccount),
      etag: 'content',
    },
    async ({ tx, actor, params, body }) => {
      await decide(tx, actor, params.id, false, body)
      return accountsOfTrip(tx, { ...readerOf(actor), ...params })
    },
  )
})
