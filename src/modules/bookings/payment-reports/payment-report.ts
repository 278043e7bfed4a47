import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { localDay } from '../../../kit/db/fragments.ts'
import { jsonArray, jsonRecord } from '../../../kit/db/json.ts'
import { oneRow, statement } from '../../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  flag,
  formed,
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
import { mediaTypes } from '../../../kit/files/endings.ts'
import { namesOf } from '../../../kit/flow.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { hasOneOf } from '../../../kit/http/server/guard.ts'
import { from, is, openOrDone, reached, sought, until } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { possibleColumn } from '../../../kit/possible-column.ts'
import { columnsOf, RecordOf } from '../../../kit/resource/record.ts'
import { idsFound } from '../../search-parts.ts'
import { OfTrip, tripNames } from '../../shown-names.ts'
import { isBookingSeen } from '../../travelers/visible.ts'
import { type Acting, actingOf, actsAs, isCustomer, type Reader, readerOf } from '../../users/reader.ts'
import { cashiers } from '../flow.ts'
import { readers } from '../visible.ts'
import { paymentReportFlow, paymentReportStatuses, paymentReportSteps } from './flow.ts'

export const lastFive = labelled(formed('^[0-9]{5}$', '12345'), ['匯出帳號末五碼', 'Last five digits of the account'])

/** What a customer says that it has transferred, and what became of it. */
export const PaymentReport = Type.Object({
  booking_id: ref(),
  paid_on: labelled(day(), ['匯款日', 'Day of the transfer']),
  amount: money(),
  currency: currency(),
  last_five: nullable(lastFive),
  answer_by: labelled(day(), ['最晚回覆日', 'Answered by']),
  status: defaulted(oneOf(paymentReportStatuses)),
  checked_at: nullable(moment()),
  checked_by: nullable(ref()),
  refuse_reason: nullable(line(500, '帳上查無這筆款項，請確認匯款日與末五碼')),
  payment_id: nullable(ref()),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    payment_reports: Table<typeof PaymentReport> & { file_id: number | null }
  }
}

const { status, booking_id, paid_on, last_five } = PaymentReport.properties

const reportList = list({
  of: 'payment_reports',
  sort: { paid_on, status },
  order: '-created_at',
  columns: [
    'created_at',
    'booking.booking_number',
    'booking.contact_name',
    'booking.trip.serial',
    'paid_on',
    'currency',
    'amount',
    'last_five',
    'status',
    'answer_by',
    'checker.name',
    'checked_at',
    'refuse_reason',
  ],
  people: true,
  filters: {
    q: sought((given) => sql`payment_reports.booking_id in (${idsFound('bookings', given)})`),
    booking_id: is('payment_reports.booking_id', booking_id),
    status: is('payment_reports.status', status),
    group: openOrDone('payment_reports.status', paymentReportStatuses, paymentReportFlow.ends),
    last_five: is('payment_reports.last_five', last_five),
    planned_trip_id: reached('payment_reports.booking_id', 'bookings', 'id', 'bookings.planned_trip_id'),
    branch_id: reached('payment_reports.booking_id', 'bookings', 'id', 'bookings.branch_id'),
    paid_from: from('payment_reports.paid_on', paid_on),
    paid_to: until('payment_reports.paid_on', paid_on),
  },
})

const OfBooking = Type.Object({
  id: ref(),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  ...shownFields({ balance: money() }),
  trip: OfTrip,
})
const Picture = Type.Object({
  url: anyText('/api/payment-reports/1/picture'),
  name: anyText('transfer.jpg'),
  media_type: oneOf(mediaTypes),
})
const Checker = Type.Object({ name: anyText('會計小林'), name_en: orNull(anyText('Lin')) })

export const shownPaymentReport = RecordOf(PaymentReport, {
  booking: OfBooking,
  has_picture: flag(),
  /** For those who may open it. */
  picture: orNull(Picture),
  /** Who recorded or refused it. */
  checker: orNull(Checker),
  possible: Type.Array(Type.Enum(namesOf(paymentReportSteps))),
})

const ofBooking = sql<object>`json_build_object('id', b.id, 'booking_number', b.booking_number, 'contact_name', b.contact_name,
  'balance', b.balance, 'trip', (select ${tripNames('t')} from planned_trips t where t.id = b.planned_trip_id))`
const checker = sql<{ name: string; name_en: string | null } | null>`(
  select json_build_object('name', u.name, 'name_en', u.name_en) from users u where u.id = payment_reports.checked_by)`
const picture = sql<object | null>`case when f.id is not null then json_build_object(
  'url', '/api/payment-reports/' || payment_reports.id || '/picture', 'name', f.name, 'media_type', f.media_type) end`

/** The roles that open the pictures: whoever records payments, and who manages them. */
const pictureReaders = [...cashiers, 'manager'] as const

// The ids of the office are no matter of the customer.
const ofOffice = ['checked_by', 'payment_id'] as const

const reports = (db: Db, reader: Reader | Acting) =>
  db
    .selectFrom('payment_reports')
    .innerJoin('bookings as b', 'b.id', 'payment_reports.booking_id')
    .leftJoin('files as f', 'f.id', 'payment_reports.file_id')
    .select(columnsOf('payment_reports', PaymentReport, isCustomer(reader) ? ofOffice : []))
    .select([ofBooking.as('booking'), checker.as('checker')])
    .select(sql<boolean>`f.id is not null`.as('has_picture'))
    .select((hasOneOf(actsAs(reader), pictureReaders) ? picture : sql<null>`null::json`).as('picture'))
    .select(possibleColumn(paymentReportFlow, actsAs(reader), 'payment_reports.status', {}).as('possible'))
    .where(isBookingSeen(reader, 'b'))

const reportPage = reportList.over(reports)
export const onePaymentReport = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  reports(db, reader).where('payment_reports.id', '=', id),
)
/** The reports of a booking, for the holder of its link. */
export const reportsByLink = jsonArray((db, reader: Reader) => reports(db, reader).orderBy('payment_reports.id'))
export const oneReportByLink = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  reports(db, reader).where('payment_reports.id', '=', id),
)

/** What a customer reads of its reports in its place, oldest first. */
export const reportsOnPage = statement((db, { booking }: { booking: number }) =>
  db
    .selectFrom('payment_reports')
    .select([
      'payment_reports.id',
      'paid_on',
      'amount',
      'currency',
      'last_five',
      'answer_by',
      'status',
      'refuse_reason',
    ])
    .select([checker.as('checker'), sql<boolean>`file_id is not null`.as('has_picture')])
    .select(sql<string>`${localDay(sql`created_at`)}::text`.as('reported_on'))
    .select(sql<string | null>`${localDay(sql`checked_at`)}::text`.as('checked_on'))
    .where('booking_id', '=', booking)
    .orderBy('payment_reports.id'),
)
export type ReportOnPage = Awaited<ReturnType<typeof reportsOnPage>>[number]

/** SQL: what is reported for a booking of this alias, and waits to be checked. */
export function reportedAmount(booking: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(r.amount) from payment_reports r where r.booking_id = ${sql.ref(`${booking}.id`)} and r.status = 'waiting'), 0)`
}

/** SQL: whether a reported payment of a booking of this alias waits to be checked, or a cheque to be due: nobody asks for it meanwhile. */
export function hasReport(booking: string) {
  return sql<boolean>`(exists (
    select from payment_reports r where r.booking_id = ${sql.ref(`${booking}.id`)} and r.status = 'waiting')
    or promised_by_cheques(${sql.ref(`${booking}.id`)}) > 0)`
}

export async function lockedReport(tx: Tx, id: number) {
  return found(await tx.selectFrom('payment_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}

const pictureAt = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  reports(db, reader)
    .clearSelect()
    .select(sql<number>`f.id`.as('file_id'))
    .where('payment_reports.id', '=', id)
    .where('f.id', 'is not', null),
)

/** `GET /api/payment-reports` */
export function reportReads(on: On) {
  const etag = 'content'
  on.get(
    '',
    {
      access: readers,
      summary: 'Payments that customers say they have made; a customer those of its bookings',
      ...reportList.of(shownPaymentReport),
      etag,
    },
    ({ db, actor, query }) => reportPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: readers, summary: 'One reported payment', returns: shownPaymentReport, etag },
    ({ db, actor, params }) => onePaymentReport(db, { ...actingOf(actor), ...params }),
  )
  on.file(
    '/:id/picture',
    {
      access: pictureReaders,
      summary: 'The picture that the customer sent with a reported payment, or its thumbnail',
    },
    async ({ db, actor, params }) => found(await pictureAt(db, { ...readerOf(actor), ...params })),
  )
}
