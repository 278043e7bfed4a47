import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import type { Columns, Db, Table } from '../../kit/db/tables.ts'
import { anyText, currency, day, flag, labelled, moment, money, orNull, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { from, is, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { refunders } from '../bookings/flow.ts'
import { PaymentProvider } from './provider.ts'
import { unsettled } from './unsettled.ts'

const { provider } = PaymentProvider.properties
const gross = () => labelled(Type.Number({ examples: [20_000], written: 'money' }), ['款項合計', 'Payments in all'])

/** A lump that a provider has paid out, and the line of the bank that it is. @public */
export const ProviderSettlement = Type.Object({
  provider,
  settled_on: labelled(day(), ['撥款日', 'Paid out on']),
  currency: currency(),
  gross: gross(),
  fee: labelled(money(), ['金流手續費', 'Fee of the provider']),
  net: labelled(money(), ['實際入帳', 'Came in the bank']),
  bank_line_id: labelled(ref(), ['銀行入帳', 'Line of the bank']),
  settled_by: labelled(ref(), ['確認者', 'Confirmed by']),
})
/** A payment of a settlement, with its share of the fee. What goes off is negative. @public */
export const SettlementPayment = Type.Object({
  settlement_id: ref(),
  payment_id: ref(),
  is_correction: flag(),
  amount: gross(),
  fee: gross(),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    provider_settlements: Table<typeof ProviderSettlement>
    provider_settlement_payments: Columns<typeof SettlementPayment>
  }
}

const listed = {
  /** How many payments it is of. */
  payments: labelled(Type.Integer({ examples: [12] }), ['款項筆數', 'Payments']),
  settler: orNull(Names),
  /** The name of the bank's file. */
  statement: labelled(orNull(anyText('玉山 2026-11-30.csv')), ['銀行檔案', 'File of the bank']),
}
const ListedSettlement = RecordOf(ProviderSettlement, listed)

/** A payment with its booking, as the lists of what is paid out and what is not show it. */
const ofPayment = {
  payment_id: labelled(ref(), ['款項', 'Payment']),
  is_correction: labelled(flag(), ['沖銷', 'Correction']),
  reference: orNull(anyText('K7QX3MPL2RT6VN4ZB5CD')),
  received_at: labelled(moment(), ['收款時間', 'Received at']),
  ...shownFields({ booking_id: ref() }),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  amount: labelled(Type.Number({ examples: [20_000], written: 'money' }), ['金額', 'Amount']),
}
const Part = Type.Object({
  ...ofPayment,
  fee: labelled(Type.Number({ examples: [400], written: 'money' }), ['金流手續費', 'Fee of the provider']),
})
const ShownSettlement = RecordOf(ProviderSettlement, { ...listed, parts: Type.Array(Part) })
const Unsettled = Type.Object({
  ...ofPayment,
  provider,
  day: labelled(day(), ['收款日', 'Day']),
  /** What the provider has told of its fee; null if it has told nothing. */
  told_fee: labelled(orNull(Type.Number({ examples: [400], written: 'money' })), ['通知的手續費', 'Fee it tells']),
})

const { settled_on } = ProviderSettlement.properties
const settlementList = list({
  of: 'provider_settlements',
  sort: { settled_on },
  order: '-settled_on',
  columns: ['settled_on', 'provider', 'payments', 'currency', 'gross', 'fee', 'net', 'statement', 'settler.name'],
  filters: {
    provider: is('provider_settlements.provider', provider),
    settled_from: from('provider_settlements.settled_on', settled_on),
    settled_to: until('provider_settlements.settled_on', settled_on),
  },
})

const settlements = (db: Db, _given: object) =>
  db
    .selectFrom('provider_settlements')
    .select(columnsOf('provider_settlements', ProviderSettlement))
    .select([
      sql<number>`(select count(*) from provider_settlement_payments i where i.settlement_id = provider_settlements.id)`.as(
        'payments',
      ),
      sql<
        object | null
      >`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = provider_settlements.settled_by)`.as(
        'settler',
      ),
      sql<
        string | null
      >`(select s.file_name from bank_lines l join bank_statements s on s.id = l.statement_id where l.id = provider_settlements.bank_line_id)`.as(
        'statement',
      ),
    ])
const settlementPage = settlementList.over(settlements)

const parts = sql<object[]>`(
  select coalesce(json_agg(json_build_object('payment_id', i.payment_id, 'is_correction', i.is_correction, 'reference', p.reference,
      'received_at', case when i.is_correction then p.voided_at else p.received_at end, 'booking_id', b.id, 'booking_number', b.booking_number,
      'contact_name', b.contact_name, 'amount', i.amount, 'fee', i.fee) order by p.received_at, i.payment_id, i.is_correction), '[]')
    from provider_settlement_payments i join booking_payments p on p.id = i.payment_id join bookings b on b.id = p.booking_id
   where i.settlement_id = provider_settlements.id)`
const oneSettlement = jsonRecord((db, { id }: { id: number }) =>
  settlements(db, {}).select(parts.as('parts')).where('provider_settlements.id', '=', id),
)

/** No lump is of more. */
const MOST = 1_000
const unsettledPayments = jsonArray((db: Db, _given: object) =>
  db
    .selectFrom(
      sql<object>`(
    select u.payment_id, u.is_correction, u.reference, u.received_at, u.booking_id, b.booking_number, b.contact_name, u.amount, u.provider,
           u.day, u.told as told_fee
      from ${unsettled} u join bookings b on b.id = u.booking_id order by u.received_at, u.payment_id, u.is_correction limit ${sql.lit(MOST)})`.as(
        'open',
      ),
    )
    .selectAll(),
)

/** `/api/provider-settlements` */
export default routes((on) => {
  on.get(
    '',
    {
      access: refunders,
      name: 'listProviderSettlements',
      summary: 'Lumps that providers of payments have paid out, with what they have kept, the newest first',
      ...settlementList.of(ListedSettlement),
      etag: 'content',
    },
    ({ db, query }) => settlementPage(db, {}, query),
  )
  on.get(
    '/unsettled',
    {
      access: refunders,
      name: 'listUnsettledPayments',
      summary: 'What providers have not paid out yet: payments, and refunds and takings back that go off',
      returns: Type.Array(Unsettled),
      etag: 'none',
    },
    ({ db }) => unsettledPayments(db, {}),
  )
  on.get(
    '/:id',
    {
      access: refunders,
      name: 'getProviderSettlement',
      summary: 'One lump of a provider with its payments; it is taken back at its line of the bank',
      returns: ShownSettlement,
      etag: 'content',
    },
    ({ db, params }) => oneSettlement(db, params),
  )
})
