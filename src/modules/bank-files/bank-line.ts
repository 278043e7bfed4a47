import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, day, flag, labelled, money, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { refunders } from '../bookings/flow.ts'
import { PaymentProvider } from '../payment-providers/provider.ts'
import { mayBeLump, proposalOf } from '../payment-providers/unsettled.ts'
import { BankLine, LinePayment } from './records.ts'

/** How sure it is whose money a line is. */
const sureness = ['sure', 'suggested', 'unknown'] as const
/** Why a booking is suggested. */
const reasons = ['virtual_account', 'cheque', 'reported', 'number', 'name', 'asked', 'deposit', 'balance'] as const

const Candidate = Type.Object({
  ...shownFields({ booking_id: ref() }),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  status: oneOf(bookingStatuses),
  ...shownFields({ balance: money(), amount: money() }),
  reasons: Type.Array(Type.Enum([...reasons])),
  score: Type.Integer(),
})
/** The lump of a provider that a line is likely to be: the payments of some days, and what it has kept of them. */
const Lump = Type.Object({
  ...shownFields({ provider: PaymentProvider.properties.provider }),
  from_day: day(),
  to_day: day(),
  payments: Type.Integer({ examples: [12] }),
  gross: Type.Number({ examples: [20_000], written: 'money' }),
  fee: Type.Number({ examples: [400], written: 'money' }),
})
export const shownBankLine = RecordOf(BankLine, {
  /** What no payment is recorded of yet: all of it, or the part whose payment was voided. */
  open_amount: labelled(Type.Number({ examples: [0], written: 'money' }), ['尚未登錄', 'Not recorded yet']),
  /** The name of the file. */
  statement: anyText('玉山 2026-11-30.csv'),
  /** Who it may be from, the most likely first, and why. */
  candidates: Type.Array(Candidate),
  sureness: Type.Enum([...sureness]),
  /** Two are as likely, so none is chosen. */
  is_tied: flag(),
  /** The lump of a provider that it is likely to be. */
  lump: labelled(orNull(Lump), ['可能的撥款', 'Likely lump']),
  /** Whether it may be the lump of a provider at all: some payments are not paid out. */
  may_be_lump: labelled(flag(), ['可能是金流撥款', 'May be a lump of a provider']),
  /** The settlement of a provider that it is. */
  settlement_id: labelled(orNull(ref()), ['金流撥款', 'Settlement']),
  payments: Type.Array(
    Type.Object({
      ...shownFields({ booking_id: ref(), payment_id: LinePayment.properties.payment_id, amount: money() }),
      booking_number: anyText('CNX270128A-001'),
      contact_name: anyText('王小美'),
    }),
  ),
})

const { state, booked_on } = BankLine.properties

const lineList = list({
  of: 'bank_lines',
  sort: { booked_on },
  order: '-booked_on',
  people: true,
  columns: [
    'booked_on',
    'amount',
    'open_amount',
    'currency',
    'payer_text',
    'virtual_account',
    'last_five',
    'state',
    'reason',
    'decided_at',
  ],
  filters: {
    state: is('bank_lines.state', state),
    statement_id: is('bank_lines.statement_id', ref()),
    booked_from: from('bank_lines.booked_on', booked_on),
    booked_to: until('bank_lines.booked_on', booked_on),
  },
})

/** SQL: what of the line of this alias no payment is recorded of; nothing of the lump of a provider. */
export function openAmount(of: string) {
  return sql<number>`(${sql.ref(`${of}.amount`)} - coalesce((select sum(p.amount) from bank_line_payments x
    join booking_payments p on p.id = x.payment_id where x.bank_line_id = ${sql.ref(`${of}.id`)} and p.voided_at is null), 0)
    - coalesce((select s.net from provider_settlements s where s.bank_line_id = ${sql.ref(`${of}.id`)}), 0))`
}

// How much each reason weighs. A number of the request's own is certain; an amount alone is what many pay.
const weights: Record<(typeof reasons)[number], number> = {
  virtual_account: 100,
  cheque: 70,
  reported: 60,
  number: 50,
  name: 30,
  asked: 12,
  deposit: 8,
  balance: 10,
}

/** The longest name or number that is looked for in the text of a line. */
const LONGEST = 50

// What each reason finds, by an index or by reading once what is owed. Names and numbers are compared with every piece of the text, because to
// look for each of them in each text would cost as much as all bookings times all lines.
const hits = sql`
  select booking_id, 'virtual_account' as reason from numbered
  union select p.booking_id, 'cheque' from cheques c join cheque_parts p on p.cheque_id = c.id and p.amount = c.amount
    where c.amount = (select amount from rest) and c.due_on <= bank_lines.booked_on and c.status in ('received', 'deposited', 'cleared')
      and coalesce(c.cleared_on, bank_lines.booked_on) between bank_lines.booked_on - 10 and bank_lines.booked_on + 10
      and not exists (select from bank_line_payments x where x.payment_id = p.payment_id)
  union select p.booking_id, 'reported' from payment_reports p
    where p.status = 'waiting' and p.last_five = bank_lines.last_five and p.amount = (select amount from rest)
  union select b.id, 'number' from bookings b where b.booking_number = any(array(select piece from pieces))
  union select b.id, 'name' from bookings b where b.balance > 0 and b.contact_name in (select piece from pieces)
  union select v.booking_id, 'name' from travelers v where v.name in (select piece from pieces)
  union select q.booking_id, 'asked' from payment_requests q join bookings b on b.id = q.booking_id
    where q.status = 'open' and q.reaches - b.paid = (select amount from rest)
  union select b.id, 'deposit' from bookings b where b.balance > 0 and b.paid < b.deposit and b.deposit - b.paid = (select amount from rest)
  union select b.id, 'balance' from bookings b where b.balance > 0 and b.balance = (select amount from rest)`

const weightOf = sql`case reason ${sql.join(
  reasons.map((reason) => sql`when ${sql.lit(reason)} then ${sql.lit(weights[reason])}::integer`),
  sql` `,
)} end`
const inOrder = sql`array_position(${sql.lit(`{${reasons.join()}}`)}::text[], reason)`

// A line's text holds a name only as a whole, and none of one letter.
const candidates = sql<object[]>`case when bank_lines.state = 'new' then (
  with rest as materialized (select ${openAmount('bank_lines')} as amount), numbered as materialized (
    select q.booking_id from payment_requests q where q.via = 'virtual_account' and q.account_number = bank_lines.virtual_account
  ), pieces as materialized (
    select distinct substr(bank_lines.payer_text, at, size) as piece from generate_series(1, char_length(bank_lines.payer_text)) at,
      generate_series(2, least(${sql.lit(LONGEST)}::integer, char_length(bank_lines.payer_text) - at + 1)) size
  ), found as (
    select booking_id, array_agg(reason order by ${inOrder}) as reasons, sum(${weightOf})::integer as score
      from (${hits}) hits group by booking_id
  ), best as (
    select f.booking_id, b.booking_number, b.contact_name, b.status, b.balance, least((select amount from rest), greatest(b.balance, 0)) as amount,
           f.reasons, f.score
      from found f join bookings b on b.id = f.booking_id
     where b.currency = bank_lines.currency
       and (b.balance > 0 and b.status in ('held', 'confirmed', 'completed', 'cancelled') or b.id in (select booking_id from numbered) or 'cheque' = any(f.reasons))
     order by f.score desc, b.id limit 5
  )
  select coalesce(json_agg(best order by best.score desc, best.booking_id), '[]') from best) else '[]' end`

/** Sure is a number of its own, of one booking that has seats, with at most what is owed. All other money a person looks at. */
const isSure = sql<boolean>`(k.candidates -> 0 -> 'reasons')::jsonb ? 'virtual_account'
  and not coalesce((k.candidates -> 1 -> 'reasons')::jsonb ? 'virtual_account', false)
  and k.candidates -> 0 ->> 'status' in ('held', 'confirmed', 'completed')
  and (k.candidates -> 0 ->> 'balance')::numeric >= ${openAmount('bank_lines')}`

const lump = sql<object | null>`case when bank_lines.state = 'new' and bank_lines.currency = 'TWD' then (
  select ${proposalOf} from bank_lines l where l.id = bank_lines.id and ${openAmount('l')} = l.amount) end`
const mayBe = sql<boolean>`(bank_lines.state = 'new' and (select ${mayBeLump} from bank_lines l where l.id = bank_lines.id))`

// PostgreSQL would compute the candidates again for each column that reads them, if it could merge the two selects.
const once = sql.lit(0)

/** Lines with whose they may be; the page of the bank and the day of finance read this. */
export function bankLinesOf(db: Db, _given: object) {
  return db
    .selectFrom('bank_lines')
    .innerJoinLateral(
      db
        .selectNoFrom([candidates.as('candidates'), lump.as('lump')])
        .offset(once)
        .as('k'),
      (join) => join.onTrue(),
    )
    .select(columnsOf('bank_lines', BankLine))
    .select([openAmount('bank_lines').as('open_amount'), 'k.candidates', 'k.lump', mayBe.as('may_be_lump')])
    .select(
      sql<number | null>`(select s.id from provider_settlements s where s.bank_line_id = bank_lines.id)`.as(
        'settlement_id',
      ),
    )
    .select(
      sql<string>`(select s.file_name from bank_statements s where s.id = bank_lines.statement_id)`.as('statement'),
    )
    .select(
      sql<string>`case when ${isSure} then 'sure' when json_array_length(k.candidates) > 0 or k.lump is not null then 'suggested' else 'unknown' end`.as(
        'sureness',
      ),
    )
    .select(
      sql<boolean>`coalesce((k.candidates -> 0 ->> 'score') = (k.candidates -> 1 ->> 'score'), false)`.as('is_tied'),
    )
    .select(payments.as('payments'))
}

const payments = sql<object[]>`(
  select coalesce(json_agg(json_build_object('booking_id', p.booking_id, 'payment_id', p.id, 'amount', p.amount,
      'booking_number', b.booking_number, 'contact_name', b.contact_name) order by p.id), '[]')
    from bank_line_payments x join booking_payments p on p.id = x.payment_id join bookings b on b.id = p.booking_id
   where x.bank_line_id = bank_lines.id and p.voided_at is null)`

/** The lines of a file whose money is sure, or one of them, with the booking that each pays. A line of a locked month waits for a person. */
export async function sureLines(db: Db, statement: number, id?: number) {
  const { rows } = await sql<{ id: number; booking_id: number; amount: number }>`
    select bank_lines.id, (k.candidates -> 0 ->> 'booking_id')::integer as booking_id, bank_lines.amount
      from bank_lines cross join lateral (select ${candidates} as candidates offset ${once}) k
     where bank_lines.statement_id = ${statement} and bank_lines.virtual_account is not null and bank_lines.state = 'new'
       and not is_in_locked_month(bank_lines.booked_on)
       and (${id ?? null}::integer is null or bank_lines.id = ${id ?? null}) and ${isSure}
     order by booking_id, bank_lines.id`.execute(db)
  return rows
}

const linePage = lineList.over(bankLinesOf)
export const oneLine = jsonRecord((db, { id }: { id: number }) => bankLinesOf(db, {}).where('bank_lines.id', '=', id))

/** `GET /api/bank-lines` */
export function lineReads(on: On) {
  on.get(
    '',
    {
      access: refunders,
      summary: 'Money that came in by a bank, and whose it may be',
      ...lineList.of(shownBankLine),
      etag: 'content',
    },
    ({ db, query }) => linePage(db, {}, query),
  )
  on.get(
    '/:id',
    { access: refunders, summary: 'One line of a bank', returns: shownBankLine, etag: 'content' },
    ({ db, params }) => oneLine(db, params),
  )
}
