import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { anyText, money, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { refunders } from '../bookings/flow.ts'
import { refundOrderStatuses } from '../bookings/refund-orders/flow.ts'
import type { ReadDebit } from './read.ts'
import { BankDebit } from './records.ts'

/** Why an order is suggested, beside its amount. */
const reasons = ['account', 'number', 'payee'] as const

const Candidate = Type.Object({
  ...shownFields({ refund_order_id: ref() }),
  booking_number: anyText('CNX270128A-001'),
  payee: anyText('王小美'),
  ...shownFields({ amount: money() }),
  status: oneOf(refundOrderStatuses),
  reasons: Type.Array(Type.Enum([...reasons])),
})
export const shownBankDebit = RecordOf(BankDebit, {
  /** The name of the file. */
  statement: anyText('玉山 2026-11-30.csv'),
  /** The orders of this amount that no other debit confirms, the most likely first, and why. */
  candidates: Type.Array(Candidate),
  /** The order that it confirms. */
  refund_order: orNull(Candidate),
})

const { state, booked_on } = BankDebit.properties
const debitList = list({
  of: 'bank_debits',
  sort: { booked_on },
  order: '-booked_on',
  people: true,
  columns: ['booked_on', 'amount', 'currency', 'payee_text', 'last_five', 'state', 'reason', 'decided_at'],
  filters: {
    state: is('bank_debits.state', state),
    statement_id: is('bank_debits.statement_id', ref()),
    booked_from: from('bank_debits.booked_on', booked_on),
    booked_to: until('bank_debits.booked_on', booked_on),
  },
})

/** A refund leaves the account within so many days after it was approved. */
const DAYS_TO_PAY = 60

/** Keeps what may be a refund; the same file again changes nothing. */
export async function keepDebits(
  tx: Tx,
  of: { statement_id: number; currency: string },
  debits: readonly (ReadDebit & { fingerprint: string })[],
) {
  await sql`insert into bank_debits (statement_id, currency, booked_on, amount, payee_text, last_five, fingerprint)
    select ${of.statement_id}, ${of.currency}, d.* from jsonb_to_recordset(${JSON.stringify(debits)}::jsonb)
        as d (booked_on date, amount numeric, payee_text text, last_five text, fingerprint text)
     where exists (select from refund_orders o where o.amount = d.amount and o.currency = ${of.currency} and ${isInTime})
    on conflict (fingerprint) do nothing`.execute(tx)
}
const isInTime = sql`o.status in ('approved', 'paid')
  and d.booked_on between (o.approved_at at time zone house_zone())::date and (o.approved_at at time zone house_zone())::date + ${sql.lit(DAYS_TO_PAY)}::integer`

// Of an account that is sealed its last three digits are shown.
const reasonsOf = sql`array_remove(array[
  case when right((o.account).mask, 3) = right(d.last_five, 3) then 'account' end,
  case when position(b.booking_number in coalesce(d.payee_text, '')) > 0 then 'number' end,
  case when char_length(o.payee) >= 2 and position(o.payee in coalesce(d.payee_text, '')) > 0 then 'payee' end], null)`
const candidateOf = sql`json_build_object('refund_order_id', o.id, 'booking_number', b.booking_number, 'payee', o.payee, 'amount', o.amount,
  'status', o.status, 'reasons', ${reasonsOf})`

const candidates = sql<object[]>`case when d.state = 'new' then (
  select coalesce(json_agg(${candidateOf} order by cardinality(${reasonsOf}) desc, o.id), '[]')
    from refund_orders o join bookings b on b.id = o.booking_id left join booking_payments p on p.id = o.payment_id
   where o.amount = d.amount and o.currency = d.currency and ${isInTime} and coalesce(p.method, 'bankTransfer') = 'bankTransfer'
     and (o.account is not null or o.status = 'paid')
     and not exists (select from bank_debits other where other.refund_order_id = o.id)) else '[]' end`

/** The debits of a file that confirm a refund which is recorded as paid: one order alone has this amount, and its account, number or payee. */
export async function sureDebits(tx: Tx, statement: number) {
  const { rows } = await sql<{ id: number; order: number }>`
    select d.id, (sure.found -> 0 ->> 'refund_order_id')::integer as order
      from bank_debits d cross join lateral (
        select coalesce(json_agg(c), '[]') as found from json_array_elements(${candidates}) c where json_array_length(c -> 'reasons') > 0) sure
     where d.statement_id = ${statement} and d.state = 'new' and json_array_length(sure.found) = 1 and sure.found -> 0 ->> 'status' = 'paid'
     order by sure.found -> 0 ->> 'booking_number', d.id`.execute(tx)
  // Two debits that fit one order are looked at by a person: it may have been paid twice.
  return rows.filter(({ order }) => rows.filter((other) => other.order === order).length === 1)
}

const debits = (db: Db, _given: object) =>
  db
    .selectFrom('bank_debits')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('bank_debits as d')
          .select(['d.id as of', candidates.as('candidates')])
          .select(
            sql<object | null>`(select ${candidateOf} from refund_orders o join bookings b on b.id = o.booking_id
              where o.id = d.refund_order_id)`.as('refund_order'),
          )
          .as('k'),
      (join) => join.onRef('k.of', '=', 'bank_debits.id'),
    )
    .select(columnsOf('bank_debits', BankDebit))
    .select(['k.candidates', 'k.refund_order'])
    .select(
      sql<string>`(select s.file_name from bank_statements s where s.id = bank_debits.statement_id)`.as('statement'),
    )

const debitPage = debitList.over(debits)
export const oneDebit = jsonRecord((db, { id }: { id: number }) => debits(db, {}).where('bank_debits.id', '=', id))

/** `GET /api/bank-debits` */
export function debitReads(on: On) {
  on.get(
    '',
    {
      access: refunders,
      summary: 'Money that went out by a bank and may be a refund, with the orders that it may pay',
      ...debitList.of(shownBankDebit),
      etag: 'content',
    },
    ({ db, query }) => debitPage(db, {}, query),
  )
  on.get(
    '/:id',
    { access: refunders, summary: 'One debit of a bank', returns: shownBankDebit, etag: 'content' },
    ({ db, params }) => oneDebit(db, params),
  )
}
