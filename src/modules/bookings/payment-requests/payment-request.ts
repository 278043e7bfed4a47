import { type ColumnType, type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Table } from '../../../kit/db/tables.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  shownFields,
} from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { from, is, openOrDone, reached, sought, until } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { columnsOf, RecordOf } from '../../../kit/resource/record.ts'
import { idsFound } from '../../search-parts.ts'
import { OfTrip, tripNames } from '../../shown-names.ts'
import { isBookingSeen } from '../../travelers/visible.ts'
import { type Acting, actingOf, actsAs, isCustomer } from '../../users/reader.ts'
import { readers, seenBooking } from '../visible.ts'
import { paymentRequestFlow, paymentRequestStatuses, paymentRequestSteps } from './flow.ts'

/** What a customer is asked for: the deposit, all that is owed, or an amount of its own. */
export const purposes = ['deposit', 'balance', 'extra', 'other'] as const
export type Purpose = (typeof purposes)[number]
/** How it is paid: to one account for all, to a number of its own, or at a provider. */
export const ways = ['bank_transfer', 'virtual_account', 'ecpay', 'newebpay'] as const
/**
 * Why a request has ended: it was paid, its price changed, its number ended with its day, the booking moved to another trip or ended itself, no
 * account takes its currency, another one took its place, or a person withdrew it.
 */
const endCauses = ['paid', 'price', 'day', 'transfer', 'booking', 'account', 'replaced', 'person'] as const
export type EndCause = (typeof endCauses)[number]

/** What a customer is asked to pay, until when and where to. */
export const PaymentRequest = Type.Object({
  booking_id: ref(),
  purpose: labelled(oneOf(purposes), ['請款項目', 'What is asked for']),
  amount: money(),
  currency: currency(),
  due_on: day(),
  via: labelled(oneOf(ways), ['付款方式', 'Paid by']),
  receiving_account_id: labelled(nullable(ref()), ['收款帳戶', 'Receiving account']),
  bank_name: labelled(nullable(line(100, '玉山銀行 民權分行')), ['銀行', 'Bank']),
  bank_name_en: labelled(nullable(line(100, 'E.SUN Bank, Minquan branch')), ['銀行英文名稱', 'Bank in English']),
  bank_code: labelled(nullable(line(7, '808')), ['銀行代碼', 'Bank code']),
  account_name: labelled(nullable(line(100, '旗手旅行社股份有限公司')), ['戶名', 'Account name']),
  account_name_en: labelled(nullable(line(100, 'Guidon Tours Co., Ltd.')), ['英文戶名', 'Account name in English']),
  account_number: labelled(nullable(line(40, '95123000000017')), ['帳號', 'Account number']),
  expires_on: labelled(nullable(day()), ['帳號失效日', 'Number ends after']),
  status: defaulted(oneOf(paymentRequestStatuses)),
  end_cause: labelled(nullable(oneOf(endCauses)), ['結束的原因', 'Why it ended']),
  ended_at: nullable(moment()),
  replaced_by_id: labelled(nullable(ref()), ['改為', 'Replaced by']),
  asked_by: labelled(nullable(ref()), ['請款人', 'Asked by']),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    payment_requests: Table<typeof PaymentRequest> & {
      planned_trip_id: number
      /** What all payments of the booking come to once it is paid. */
      reaches: number
      is_amount_given: ColumnType<boolean, boolean | undefined>
      is_day_given: ColumnType<boolean, boolean | undefined>
      /** The check digit of its number covers the amount, so it is paid as a whole. */
      is_exact: ColumnType<boolean, boolean | undefined>
      told_at: string | null
      /** The address of the page where it is paid. */
      pay_token: ColumnType<string, never, never>
    }
  }
}

const { status, booking_id, purpose, due_on, via } = PaymentRequest.properties

const requestList = list({
  of: 'payment_requests',
  sort: { due_on, status },
  order: '-created_at',
  columns: [
    'created_at',
    'booking.booking_number',
    'booking.contact_name',
    'booking.trip.serial',
    'purpose',
    'currency',
    'amount',
    'open_amount',
    'due_on',
    'account_number',
    'status',
    'ended_at',
    'asker.name',
  ],
  people: true,
  filters: {
    q: sought((given) => sql`payment_requests.booking_id in (${idsFound('bookings', given)})`),
    booking_id: is('payment_requests.booking_id', booking_id),
    status: is('payment_requests.status', status),
    group: openOrDone('payment_requests.status', paymentRequestStatuses, paymentRequestFlow.ends),
    purpose: { ...is('payment_requests.purpose', purpose), isOfFew: true },
    via: { ...is('payment_requests.via', via), isOfFew: true },
    receiving_account_id: is('payment_requests.receiving_account_id', ref()),
    planned_trip_id: is('payment_requests.planned_trip_id', ref()),
    branch_id: reached('payment_requests.booking_id', 'bookings', 'id', 'bookings.branch_id'),
    due_from: from('payment_requests.due_on', due_on),
    due_until: until('payment_requests.due_on', due_on),
  },
})

const OfBooking = Type.Object({
  id: ref(),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  ...shownFields({ balance: money() }),
  trip: OfTrip,
})
const Asker = Type.Object({ name: anyText('業務小陳'), name_en: orNull(anyText('Chen')) })

export const shownPaymentRequest = RecordOf(PaymentRequest, {
  booking: OfBooking,
  /** What of it is still to be paid. */
  ...shownFields({ open_amount: money() }),
  /** The newest try to pay it at a provider, else the one that paid it; null if it was not tried. */
  trade_no: labelled(orNull(anyText('20261130A1B2C3D4E5F6')), ['線上交易編號', 'Number of the online payment']),
  provider_no: labelled(orNull(anyText('2611301200001234')), ['金流服務的交易編號', 'Number at the provider']),
  /** The page where whoever has its address pays what is owed; null for customers, once it has ended, and while no provider is on. */
  payment_url: labelled(orNull(anyText('/l/payment/0b1f4c1e5d6a4f0e9a3c2b7d8e9f0a1b')), ['付款連結', 'Payment link']),
  /** Who asked for it; null if it follows from a change of the booking. */
  asker: orNull(Asker),
  possible: Type.Array(Type.Enum(namesOf(paymentRequestSteps))),
})

const ofBooking = sql<object>`json_build_object('id', b.id, 'booking_number', b.booking_number, 'contact_name', b.contact_name,
  'balance', b.balance, 'trip', (select ${tripNames('t')} from planned_trips t where t.id = b.planned_trip_id))`
const asker = sql<object | null>`(
  select json_build_object('name', u.name, 'name_en', u.name_en) from users u where u.id = payment_requests.asked_by)`

/** SQL: what is still to be paid of a request, where its booking has paid that much. */
const openAmount = (request: string, paid: RawBuilder<unknown>) => {
  const its = (column: string) => sql.ref(`${request}.${column}`)
  return sql<number>`case when ${its('status')} = 'open' then greatest(least(${its('amount')}, ${its('reaches')} - ${paid}), 0) else 0 end`
}

/** SQL: the token of the page where a request is paid; null once it has ended, and while no provider is on. */
export function payTokenOf(request: string) {
  const its = (column: string) => sql.ref(`${request}.${column}`)
  return sql<
    string | null
  >`case when ${its('status')} = 'open' and ${its('currency')} = 'TWD' and exists (select from payment_providers p where p.is_on)
    then ${its('pay_token')} end`
}

/** The address of the page where a request is paid. */
export const PAYMENT_PAGE = '/l/payment/'

const triedAs = (column: string) => sql<string | null>`(
  select ${sql.ref(`x.${column}`)} from provider_trades x where x.payment_request_id = payment_requests.id
   order by x.status = 'paid' desc, x.id desc limit 1)`

// The ids of the office are no matter of the customer.
const ofOffice = ['asked_by', 'receiving_account_id'] as const

const requests = (db: Db, reader: Acting) =>
  db
    .selectFrom('payment_requests')
    .innerJoin('bookings as b', 'b.id', 'payment_requests.booking_id')
    .select(columnsOf('payment_requests', PaymentRequest, isCustomer(reader) ? ofOffice : []))
    .select(ofBooking.as('booking'))
    .select((isCustomer(reader) ? sql<null>`null::json` : asker).as('asker'))
    .select(openAmount('payment_requests', sql`b.paid`).as('open_amount'))
    .select([triedAs('trade_no').as('trade_no'), triedAs('provider_no').as('provider_no')])
    .select(
      (isCustomer(reader)
        ? sql<null>`null::text`
        : sql<string | null>`${sql.lit(PAYMENT_PAGE)} || ${payTokenOf('payment_requests')}`
      ).as('payment_url'),
    )
    .select(possibleColumn(paymentRequestFlow, actsAs(reader), 'payment_requests.status', {}).as('possible'))
    .where(isBookingSeen(reader, 'b'))

const requestPage = requestList.over(requests)
export const onePaymentRequest = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  requests(db, reader).where('payment_requests.id', '=', id),
)
const requestsOfBooking = jsonArrayOf(
  (db, { id, ...reader }: Acting & { id: number }) => seenBooking(db, { id, ...reader }),
  (db, { id, ...reader }: Acting & { id: number }) =>
    requests(db, reader).where('payment_requests.booking_id', '=', id).orderBy('payment_requests.id', 'desc'),
)

/** What a customer reads of the open request, in its place and on the payment slip. */
export type AskedOnPage = {
  purpose: Purpose
  amount: number
  currency: string
  due_on: string
  via: (typeof ways)[number]
  /** Null if it is paid at a provider. */
  bank_name: string | null
  bank_name_en: string | null
  bank_code: string | null
  account_name: string | null
  account_name_en: string | null
  account_number: string | null
}

/** SQL: the open request of the booking of this alias, with what is still to be paid of it; null without one. */
export function openRequestOf(booking: string) {
  const its = (column: string) => sql.ref(`${booking}.${column}`)
  return sql<AskedOnPage | null>`(
    select json_build_object('purpose', r.purpose, 'amount', ${openAmount('r', its('paid'))}, 'currency', r.currency, 'due_on', r.due_on,
        'via', r.via, 'bank_name', r.bank_name, 'bank_name_en', r.bank_name_en, 'bank_code', r.bank_code, 'account_name', r.account_name,
        'account_name_en', r.account_name_en, 'account_number', r.account_number)
      from payment_requests r where r.booking_id = ${its('id')} and r.status = 'open')`
}

/** `GET /api/payment-requests` */
export function requestReads(on: On) {
  const etag = 'content'
  on.get(
    '',
    {
      access: readers,
      summary: 'What customers are asked to pay; a customer what it is asked itself',
      ...requestList.of(shownPaymentRequest),
      etag,
    },
    ({ db, actor, query }) => requestPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: readers, summary: 'One payment request', returns: shownPaymentRequest, etag },
    ({ db, actor, params }) => onePaymentRequest(db, { ...actingOf(actor), ...params }),
  )
}

/** `GET /api/bookings/{id}/payment-requests` */
export function requestsOfBookingRoute(on: On) {
  on.get(
    '/:id/payment-requests',
    {
      access: readers,
      summary: 'What the customer of a booking was asked to pay, newest first',
      returns: Type.Array(shownPaymentRequest),
      people: true,
      etag: 'content',
    },
    ({ db, actor, params }) => requestsOfBooking(db, { ...actingOf(actor), ...params }),
  )
}
