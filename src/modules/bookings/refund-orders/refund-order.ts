import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../../kit/db/json.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  formed,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  personal,
  ref,
  shownFields,
} from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { is, openOrDone, reached, sought, whether } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { Names } from '../../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../../kit/resource/record.ts'
import { refundApprovers } from '../../roles.ts'
import { idsFound } from '../../search-parts.ts'
import { OfTrip, tripNames } from '../../shown-names.ts'
import { type Acting, actingOf } from '../../users/reader.ts'
import { refundOrderFlow, refundOrderStatuses, refundOrderSteps } from './flow.ts'

/** A refund that one person orders and another approves, before it is paid. Without an account it is paid by hand. */
export const RefundOrder = Type.Object({
  booking_id: ref(),
  obligation_id: labelled(nullable(ref()), ['應退款項', 'Refund due']),
  payee: labelled(line(100, '王小美'), ['收款人', 'Payee']),
  bank_code: labelled(nullable(formed('^[0-9]{3}([0-9]{4})?$', '808')), ['銀行代碼', 'Bank code']),
  account: labelled(nullable(personal(formed('^[0-9-]{5,20}$', '0015940123456'), 'ending')), ['收款帳號', 'Account']),
  amount: money(),
  currency: currency(),
  status: defaulted(oneOf(refundOrderStatuses)),
  asked_by: labelled(ref(), ['開單人', 'Ordered by']),
  approved_by: nullable(ref()),
  approved_at: labelled(nullable(moment()), ['核准時間', 'Approved at']),
  refused_by: nullable(ref()),
  refuse_reason: nullable(line(500, '收款人不是訂購人，請附委託書')),
  in_file_at: labelled(nullable(moment()), ['列入銀行檔時間', 'In a bank file since']),
  payment_id: nullable(ref()),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    refund_orders: Table<typeof RefundOrder> & { person_key: string | null; account_mark: Buffer | null }
  }
}

/** What whoever approves or pays has to look at. */
const refundWarnings = ['payee_differs', 'account_shared', 'account_changed', 'not_in_bank'] as const

const OfBooking = Type.Object({
  id: ref(),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  trip: OfTrip,
})
const cardProviders = ['ecpay', 'newebpay'] as const
const OfCardRefund = Type.Object({
  id: ref(),
  status: oneOf(['asked', 'sent', 'paid', 'failed', 'unclear']),
  hindrance: orNull(
    oneOf([
      'too_early',
      'too_much',
      'whole_only',
      'balance_too_small',
      'too_old',
      'refused',
      'no_answer',
      'not_recorded',
    ]),
  ),
  message: orNull(anyText('帳戶餘額不足')),
})
export const ShownRefundOrder = RecordOf(RefundOrder, {
  booking: OfBooking,
  /** The debit in a file of the bank by which it left the account. */
  bank_debit: labelled(orNull(Type.Object(shownFields({ id: ref(), booked_on: day() }))), [
    '銀行扣款',
    'Paid out by the bank',
  ]),
  /** The provider by which it can go back to the card that has paid. */
  card_provider: labelled(orNull(oneOf(cardProviders)), ['可退回信用卡', 'Can go back to a card']),
  /** The last try to give it back to the card. */
  card_refund: labelled(orNull(OfCardRefund), ['退回信用卡', 'Back to the card']),
  warnings: Type.Array(oneOf(refundWarnings)),
  asker: Names,
  approver: orNull(Names),
  refuser: orNull(Names),
  possible: Type.Array(Type.Enum(namesOf(refundOrderSteps))),
})

const { booking_id, status } = RefundOrder.properties

/** SQL: a refund by bank that no debit confirms, although the files that were read go beyond its day by as many days as the agency waits. */
const isNotInBank = sql<SqlBool>`is_not_in_bank(refund_orders)`

const orderList = list({
  of: 'refund_orders',
  sort: { status },
  order: '-created_at',
  columns: [
    'created_at',
    'booking.booking_number',
    'booking.contact_name',
    'booking.trip.serial',
    'payee',
    'bank_code',
    'account',
    'currency',
    'amount',
    'status',
    'asker.name',
    'approver.name',
    'approved_at',
    'refuse_reason',
    'in_file_at',
    'bank_debit.booked_on',
  ],
  people: true,
  filters: {
    q: sought((given) => sql`refund_orders.booking_id in (${idsFound('bookings', given)})`),
    booking_id: is('refund_orders.booking_id', booking_id),
    status: is('refund_orders.status', status),
    group: openOrDone('refund_orders.status', refundOrderStatuses, refundOrderFlow.ends),
    not_in_bank: whether(isNotInBank),
    planned_trip_id: reached('refund_orders.booking_id', 'bookings', 'id', 'bookings.planned_trip_id'),
    branch_id: reached('refund_orders.booking_id', 'bookings', 'id', 'bookings.branch_id'),
  },
})

const ofBooking = sql<object>`json_build_object('id', b.id, 'booking_number', b.booking_number, 'contact_name', b.contact_name,
  'trip', (select ${tripNames('t')} from planned_trips t where t.id = b.planned_trip_id))`
const bankDebit = sql<object | null>`(select json_build_object('id', d.id, 'booked_on', d.booked_on) from bank_debits d
  where d.refund_order_id = refund_orders.id)`
/** SQL: the payment by card of a booking of which so much is left, one of exactly this amount first. */
export function cardTradeFor(booking: RawBuilder<unknown>, amount: RawBuilder<unknown>) {
  return sql<number | null>`(
    select x.id from provider_trades x join booking_payments p on p.id = x.payment_id and p.voided_at is null
      cross join lateral (select x.amount - coalesce(sum(c.amount), 0) as amount from card_refunds c
        where c.trade_id = x.id and c.status = 'paid') rest
     where x.booking_id = ${booking} and x.status = 'paid' and x.method = 'card' and rest.amount >= ${amount}
     order by rest.amount = ${amount} desc, x.id limit 1)`
}
// While nothing else pays the order.
const cardProvider = sql<string | null>`case when refund_orders.status = 'approved' and refund_orders.in_file_at is null
    and not exists (select from card_refunds c where c.refund_order_id = refund_orders.id and c.status in ('asked', 'sent', 'unclear')) then (
  select x.provider from provider_trades x where x.id = ${cardTradeFor(sql`refund_orders.booking_id`, sql`refund_orders.amount`)}) end`
const cardRefund = sql<
  object | null
>`(select json_build_object('id', c.id, 'status', c.status, 'hindrance', c.hindrance, 'message', c.message)
  from card_refunds c where c.refund_order_id = refund_orders.id order by c.id desc limit 1)`
const nameOf = (column: 'asked_by' | 'approved_by' | 'refused_by') =>
  sql<object | null>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en)
    from users u where u.id = ${sql.ref(`refund_orders.${column}`)})`

const bare = (name: string) => sql`lower(regexp_replace(normalize(${sql.ref(name)}, NFKC), '\\s', '', 'g'))`
const another = (alias: string) => sql`exists (select from refund_orders other where other.status <> 'refused'
  and other.account_mark is not null and ${sql.raw(alias)})`
const warnings = sql<(typeof refundWarnings)[number][]>`array_to_json(array_remove(array[
  case when ${bare('refund_orders.payee')} <> ${bare('b.contact_name')} then 'payee_differs' end,
  case when ${another('other.account_mark = refund_orders.account_mark and other.booking_id <> refund_orders.booking_id')} then 'account_shared' end,
  case when ${another('other.account_mark <> refund_orders.account_mark and other.booking_id = refund_orders.booking_id and other.id < refund_orders.id')} then 'account_changed' end,
  case when ${isNotInBank} then 'not_in_bank' end]::text[], null))`

/** SQL: whether one person is enough, by the setting of the agency. */
const isOneEnough = sql<boolean>`(select not refunds_by_two from house)`
export const isSeconded = sql<boolean>`(approved_by <> asked_by or ${isOneEnough})`
export function isOthers(me: number) {
  return sql<boolean>`(asked_by <> ${me} or ${isOneEnough})`
}

export function refundOrders(db: Db, reader: Acting) {
  return db
    .selectFrom('refund_orders')
    .innerJoin('bookings as b', 'b.id', 'refund_orders.booking_id')
    .select(columnsOf('refund_orders', RefundOrder))
    .select([ofBooking.as('booking'), bankDebit.as('bank_debit'), warnings.as('warnings')])
    .select([cardProvider.as('card_provider'), cardRefund.as('card_refund')])
    .select([nameOf('asked_by').as('asker'), nameOf('approved_by').as('approver'), nameOf('refused_by').as('refuser')])
    .select(
      possibleColumn(refundOrderFlow, reader.acts_as, 'refund_orders.status', {
        isOthers: isOthers(reader.me),
        isSeconded,
      }).as('possible'),
    )
}

const orderPage = orderList.over(refundOrders)
export const oneRefundOrder = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  refundOrders(db, reader).where('refund_orders.id', '=', id),
)

const lockedRow = oneRow((db, { id, me }: { id: number; me: number }) =>
  db
    .selectFrom('refund_orders')
    .selectAll()
    .select([isOthers(me).as('isOthers'), isSeconded.as('isSeconded')])
    .where('id', '=', id)
    .forUpdate(),
)

/** An order, locked after its booking, as by everything else that changes its account. */
export async function lockedOrder(tx: Tx, id: number, me: number) {
  const { booking_id } = found(
    await tx.selectFrom('refund_orders').select('booking_id').where('id', '=', id).executeTakeFirst(),
  )
  await tx.selectFrom('bookings').select('id').where('id', '=', booking_id).forNoKeyUpdate().execute()
  return found(await lockedRow(tx, { id, me }))
}

/** An order is shown with its refund to the card, so it changes with it. */
export function touchOrder(tx: Tx, id: number) {
  return tx.updateTable('refund_orders').set({ updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** SQL: what is ordered of the obligation of this alias, and not paid yet. */
export function orderedOf(obligation: string) {
  return sql<number>`coalesce((select sum(r.amount) from refund_orders r
    where r.obligation_id = ${sql.ref(`${obligation}.id`)} and r.status in ('waiting', 'approved')), 0)`
}

export function orderReads(on: On) {
  const etag = 'content'
  on.get(
    '',
    {
      access: refundApprovers,
      summary: 'Refunds that are ordered, approved, refused or paid, the newest first',
      ...orderList.of(ShownRefundOrder),
      etag,
    },
    ({ db, actor, query }) => orderPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: refundApprovers, summary: 'One order of a refund', returns: ShownRefundOrder, etag },
    ({ db, actor, params }) => oneRefundOrder(db, { ...actingOf(actor), ...params }),
  )
}
