import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf, localDay } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { anyText, currency, day, labelled, oneOf, orNull, ref, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Sheet } from '../../kit/http/routes/sheet-formats.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { moves } from '../bookings/moves.ts'
import { soldStatuses } from '../bookings/owed.ts'
import { moneyReaders } from '../roles.ts'
import { OfTrip, tripNames } from '../shown-names.ts'
import { standing } from './balances.ts'
import { MoneyMonth } from './months/schema.ts'

const charges = ['booked', 'repriced', 'cancelled', 'restored'] as const
const payments = ['received', 'paid_back', 'receipt_voided', 'refund_voided'] as const
/** What changed the amount that a customer owes; in files also the lines before and after. */
export const statementLineWords = {
  booked: ['訂單成立', 'Booked'],
  repriced: ['金額變更', 'Price changed'],
  cancelled: ['訂單取消', 'Cancelled'],
  restored: ['取消復原', 'Cancellation taken back'],
  received: ['收款', 'Payment received'],
  paid_back: ['退款', 'Paid back'],
  receipt_voided: ['收款作廢', 'Payment voided'],
  refund_voided: ['退款作廢', 'Refund voided'],
  begin: ['期初應收', 'Owed at the start'],
  end: ['期末應收', 'Owed at the end'],
} satisfies Record<(typeof charges | typeof payments)[number] | 'begin' | 'end', Words>

const amount = () => Type.Number({ examples: [39900], written: 'money' })
const begin = labelled(amount(), statementLineWords.begin)
const end = labelled(amount(), statementLineWords.end)
const Line = Type.Object({
  ...shownFields({ day: labelled(day(), ['日期', 'Day']) }),
  what: oneOf([...charges, ...payments]),
  booking: Type.Object({ id: ref(), booking_number: anyText('CNX270128A-001') }),
  trip: OfTrip,
  amount: amount(),
  balance: amount(),
})
const Account = Type.Object({ ...shownFields({ currency: currency() }), begin, lines: Type.Array(Line), end })
const Statement = Type.Object({
  customer: Type.Object({ name: anyText('王小美'), phone: orNull(anyText('0912345678')) }),
  month: MoneyMonth.properties.month,
  accounts: Type.Array(Account),
})
type Line = Omit<Static<typeof Line>, 'balance'> & { currency: string }

const query = {
  customer: labelled(ref(), ['客戶', 'Customer']),
  month: MoneyMonth.properties.month,
}
type Asked = { customer: number; month: string }

type Read = {
  name: string
  phone: string | null
  has_begun: boolean
  sums: { currency: string; begin: number; end: number }[]
  lines: Line[]
}
/**
 * What a customer owed at the begin and at the end of a month, and what changed it. Only sold bookings are charged; all payments count, so
 * that what is paid too much lowers what is owed. The charge of a booking is compared at the end of each day on which it changed.
 */
const read = oneRow((_db, { customer, month }: Asked) => {
  const first = sql`(${month}::text || '-01')::date`
  const last = sql`((${month}::text || '-01')::date + interval '1 month')::date - 1`
  // A customer is whoever has the same name and telephone, as in receivables.
  const whose = sql`(b.contact_name, coalesce(b.contact_phone, '')) = (
    select c.contact_name, coalesce(c.contact_phone, '') from bookings c where c.id = ${customer})`
  const isSold = (of: string) => isOneOf(of, soldStatuses)
  return sql<Read>`
  with days as (
    select ${first} - 1 as day union select ${last}
    union select ${localDay(sql`b.created_at`)} from bookings b where ${whose}
    union select ${localDay(sql`a.created_at`)} from audit a
     where a.table_name = 'bookings' and a.action = 'changed' and (a.changes ? 'status' or a.changes ? 'total')
       and a.record_id = any (array(select b.id from bookings b where ${whose}))),
  stood as (
    select d.day, s.id, s.currency, s.planned_trip_id, s.status, s.paid, case when ${isSold('s.status')} then s.total else 0 end as charge
      from days d cross join lateral (select * from ${standing(sql`d.day`, whose)} each) s
     where d.day between ${first} - 1 and ${last}),
  charged as (
    select *, charge - lag(charge, 1, 0::numeric) over each as amount, lag(status) over each as before
      from stood window each as (partition by id order by day)),
  changes as (
    select day, day::timestamp as at, id, currency, planned_trip_id, amount,
           case when status = 'cancelled' and before is distinct from 'cancelled' then 'cancelled'
                when before = 'cancelled' and status <> 'cancelled' then 'restored'
                when ${isSold('before')} then 'repriced' else 'booked' end as what
      from charged where day >= ${first} and amount <> 0
    union all
    select * from (
      select greatest(${localDay(sql`m.received_at`)}, ${localDay(sql`b.created_at`)}) as day, m.received_at at time zone house_zone() as at,
             b.id, b.currency, b.planned_trip_id, case m.kind when 'payment' then -m.amount else m.amount end as amount,
             case when m.is_correction then case m.kind when 'payment' then 'receipt_voided' else 'refund_voided' end
                  else case m.kind when 'payment' then 'received' else 'paid_back' end end as what
        from ${moves} m join bookings b on b.id = m.booking_id where m.counts and ${whose}) paid
     where day between ${first} and ${last})
  select c.contact_name as name, c.contact_phone as phone, ${first} <= today() as has_begun,
         (select coalesce(json_agg(sums order by currency), '[]') from (
           select currency, coalesce(sum(charge - paid) filter (where day < ${first}), 0) as begin,
                  coalesce(sum(charge - paid) filter (where day = ${last}), 0) as end
             from stood group by currency) sums) as sums,
         (select coalesce(json_agg(json_build_object('day', x.day, 'what', x.what, 'amount', x.amount, 'currency', x.currency,
                   'booking', json_build_object('id', b.id, 'booking_number', b.booking_number), 'trip', ${tripNames('t')})
                   order by x.day, x.at, x.id), '[]')
            from changes x join bookings b on b.id = x.id join planned_trips t on t.id = x.planned_trip_id) as lines
    from bookings c where c.id = ${customer} and c.contact_name <> ${ERASED_NAME}`
})

/** The statement as it is shown: an account for each currency that has a sum or a line, with the balance after each line. */
async function statementOf(db: Db, asked: Asked) {
  const there = await read(db, asked)
  if (!there) refuseField('customer', noCustomer)
  const { name, phone, has_begun, sums, lines } = there
  if (!has_begun) refuseField('month', notBegun)
  const accounts = sums.map(({ currency, begin, end }) => {
    let balance = begin
    const own = lines.filter((line) => line.currency === currency)
    const told = own.map(({ currency: _, ...line }) => {
      balance = Math.round((balance + line.amount) * 100) / 100
      return { ...line, balance }
    })
    return { currency, begin, lines: told, end }
  })
  const kept = accounts.filter(({ begin, lines, end }) => begin !== 0 || end !== 0 || lines.length > 0)
  return { customer: { name, phone }, month: asked.month, accounts: kept }
}

const noCustomer: Words = [
  '沒有這位客戶；請從應收帳款的客戶選擇。聯絡人資料已刪除者，沒有對帳單。',
  'There is no such customer: choose one from the receivables by customer. A contact who was erased has no statement.',
]
const notBegun: Words = [
  '這個月還沒開始；請選擇本月或以前的月份。',
  'This month has not begun: choose this month or one before it.',
]

const columns = {
  day: ['日期', 'Day'],
  booking_number: ['訂單編號', 'Booking number'],
  serial: ['團號', 'Trip number'],
  trip: ['行程', 'Trip'],
  what: ['摘要', 'What'],
  currency: ['幣別', 'Currency'],
  amount: ['金額', 'Amount'],
  balance: ['餘額', 'Balance'],
} satisfies Record<string, Words>

async function statementSheet(db: Db, asked: Asked, locale: Locale): Promise<Sheet> {
  const data = await statementOf(db, asked)
  const rows = data.accounts.flatMap(({ currency, begin, lines, end }) => [
    { what: 'begin', currency, balance: begin },
    ...lines.map(({ booking, trip, ...line }) => ({
      ...line,
      booking_number: booking.booking_number,
      serial: trip.serial,
      trip: say([trip.name, trip.name_en ?? trip.name], locale),
      currency,
    })),
    { what: 'end', currency, balance: end },
  ])
  return {
    file: `statement-${asked.customer}-${asked.month}`,
    title: ['對帳單', 'Statement'],
    subject: `${data.customer.name} ${asked.month}`,
    data,
    rows,
    columns,
    kinds: { day: 'day', what: { words: 'statement_line' }, amount: 'money', balance: 'money' },
    facts: data,
  }
}

/** `/api/money/statements`: what a customer owed at the begin of a month, what changed it, and what is owed at its end. */
export function statementRoutes(on: On) {
  sheet(
    on,
    '/statements',
    {
      name: 'getCustomerStatement',
      access: moneyReaders,
      summary: 'The statement of a customer for a month: owed at its begin, what changed it, owed at its end',
      query,
      returns: Statement,
      paper: 'statement',
    },
    ({ db, query, locale }) => statementSheet(db, query, locale),
  )
}
