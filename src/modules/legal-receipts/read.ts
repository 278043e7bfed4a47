import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, formed, labelled, oneOf, orNull, ref } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Filter, is, openOrDone, reached, sought } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { cashiers } from '../bookings/flow.ts'
import { seenBooking } from '../bookings/visible.ts'
import { idsFound } from '../search-parts.ts'
import { OfTrip, tripNames } from '../shown-names.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { allowanceFlow, allowanceSteps, receiptFlow, receiptSteps } from './flow.ts'
import { LegalReceipt, ReceiptAllowance, wholeAmount } from './receipt.ts'

/** Who reads receipts. */
export const receiptReaders = [...cashiers, 'manager'] as const

/** What of a receipt no longer fits its bookings: it names a trip that one of them has left. */
const misfits = ['trip'] as const

const OfBooking = Type.Object({
  booking_id: ref(),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  amount: wholeAmount(),
  /** The trip that the receipt names. */
  trip: OfTrip,
})
const ShownAllowance = RecordOf(ReceiptAllowance, { possible: Type.Array(Type.Enum(namesOf(allowanceSteps))) })
export const ShownLegalReceipt = RecordOf(LegalReceipt, {
  bookings: Type.Array(OfBooking),
  booking_numbers: labelled(anyText('CNX270128A-001'), ['訂單', 'Bookings']),
  allowances: Type.Array(ShownAllowance),
  /** What of it was not given back. */
  standing: Type.Integer({ examples: [60000], written: 'money' }),
  misfits: Type.Array(oneOf(misfits)),
  issuer: orNull(Names),
  possible: Type.Array(Type.Enum(namesOf(receiptSteps))),
})

const { status, medium, issued_on } = LegalReceipt.properties

const ofMonth: Filter = {
  schema: formed('^20[0-9]{2}-(0[1-9]|1[0-2])$', '2026-11'),
  where: (month) =>
    sql<SqlBool>`(legal_receipts.issued_on >= (${month}::text || '-01')::date
      and legal_receipts.issued_on < (${month}::text || '-01')::date + interval '1 month')`,
}

const receiptList = list({
  of: 'legal_receipts',
  sort: { issued_on },
  order: '-created_at',
  columns: [
    'issued_on',
    'number',
    'medium',
    'buyer_name',
    'buyer_ubn',
    'amount',
    'standing',
    'status',
    'booking_numbers',
    'comment',
    'issuer.name',
    'void_reason',
    'voided_at',
    'error',
    'created_at',
  ],
  people: true,
  filters: {
    q: sought(
      (given) =>
        sql`legal_receipts.id in (select legal_receipt_id from legal_receipt_bookings where booking_id in (${idsFound('bookings', given)}))`,
    ),
    number: is('legal_receipts.number', formed('^[A-Z][0-9]{8}$', 'T13671008')),
    status: is('legal_receipts.status', status),
    group: openOrDone('legal_receipts.status', receiptFlow.statuses, receiptFlow.ends),
    medium: { ...is('legal_receipts.medium', medium), isOfFew: true },
    month: ofMonth,
    ubn: is('legal_receipts.buyer_ubn', formed('^[0-9]{8}$', '12345675')),
    trip: reached(
      'legal_receipts.id',
      'legal_receipt_bookings',
      'legal_receipt_id',
      'legal_receipt_bookings.planned_trip_id',
    ),
    booking_id: reached(
      'legal_receipts.id',
      'legal_receipt_bookings',
      'legal_receipt_id',
      'legal_receipt_bookings.booking_id',
    ),
  },
})

const parts = sql<object[]>`(
  select coalesce(json_agg(json_build_object('booking_id', p.booking_id, 'booking_number', b.booking_number, 'contact_name', b.contact_name,
      'amount', p.amount, 'trip', (select ${tripNames('t')} from planned_trips t where t.id = p.planned_trip_id)) order by p.booking_id), '[]')
    from legal_receipt_bookings p join bookings b on b.id = p.booking_id where p.legal_receipt_id = legal_receipts.id)`
const bookingNumbers = sql<string>`(select string_agg(b.booking_number, ', ' order by p.booking_id)
  from legal_receipt_bookings p join bookings b on b.id = p.booking_id where p.legal_receipt_id = legal_receipts.id)`
const standing = sql<number>`case when legal_receipts.status in ('queued', 'issued', 'void_waiting') then legal_receipts.amount - (
  select coalesce(sum(a.amount), 0) from legal_receipt_allowances a where a.legal_receipt_id = legal_receipts.id and a.status = 'confirmed') else 0 end`
const namesAnotherTrip = sql`exists (select from legal_receipt_bookings p join bookings b on b.id = p.booking_id
  where p.legal_receipt_id = legal_receipts.id and b.planned_trip_id <> p.planned_trip_id)`
const itsMisfits = sql<string[]>`array_to_json(array_remove(array[
  case when legal_receipts.status in ('queued', 'issued') and ${namesAnotherTrip} then 'trip' end]::text[], null))`
const issuer = sql<object | null>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en)
  from users u where u.id = legal_receipts.issued_by)`

/** SQL: whether a part of the receipt with that alias was given back, or is asked to be. */
export function hasAllowance(receipt: string) {
  return sql<boolean>`exists (select from legal_receipt_allowances a
    where a.legal_receipt_id = ${sql.ref(`${receipt}.id`)} and a.status in ('waiting', 'confirmed'))`
}

const allowances = (db: Db, { acts_as }: Acting) =>
  db
    .selectFrom('legal_receipt_allowances')
    .select(columnsOf('legal_receipt_allowances', ReceiptAllowance))
    .select(
      possibleColumn(allowanceFlow, acts_as, 'legal_receipt_allowances.status', {
        isPaper: sql`legal_receipts.medium = 'paper'`,
      }).as('possible'),
    )
    .where(sql<boolean>`legal_receipt_allowances.legal_receipt_id = legal_receipts.id`)
    .orderBy('legal_receipt_allowances.id')

const receipts = (db: Db, reader: Acting) =>
  db
    .selectFrom('legal_receipts')
    .select(columnsOf('legal_receipts', LegalReceipt))
    .select([parts.as('bookings'), bookingNumbers.as('booking_numbers')])
    .select([standing.as('standing'), itsMisfits.as('misfits'), issuer.as('issuer')])
    .select(
      sql<object[]>`(select coalesce(json_agg(given), '[]') from (${allowances(db, reader)}) given)`.as('allowances'),
    )
    .select(
      possibleColumn(receiptFlow, reader.acts_as, 'legal_receipts.status', {
        hasAllowance: hasAllowance('legal_receipts'),
      }).as('possible'),
    )

const receiptPage = receiptList.over(receipts)
export const oneLegalReceipt = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  receipts(db, reader).where('legal_receipts.id', '=', id),
)
const receiptsOfBooking = jsonArrayOf(
  (db, { id, ...reader }: Acting & { id: number }) => seenBooking(db, { id, ...reader }),
  (db, { id, ...reader }: Acting & { id: number }) =>
    receipts(db, reader)
      .where(
        'legal_receipts.id',
        'in',
        db.selectFrom('legal_receipt_bookings').select('legal_receipt_id').where('booking_id', '=', id),
      )
      .orderBy('legal_receipts.id', 'desc'),
)

export function receiptReads(on: On) {
  on.get(
    '',
    {
      access: receiptReaders,
      summary: 'Legal receipts (代收轉付收據) of all bookings, the newest first',
      ...receiptList.of(ShownLegalReceipt),
      etag: 'content',
    },
    ({ db, actor, query }) => receiptPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: receiptReaders, summary: 'One legal receipt', returns: ShownLegalReceipt, etag: 'content' },
    ({ db, actor, params }) => oneLegalReceipt(db, { ...actingOf(actor), ...params }),
  )
}

/** `GET /api/bookings/{id}/legal-receipts` */
export function receiptsOfBookingRoute(on: On) {
  on.get(
    '/:id/legal-receipts',
    {
      access: receiptReaders,
      summary: 'The legal receipts of a booking, the newest first',
      returns: Type.Array(ShownLegalReceipt),
      people: true,
      etag: 'content',
    },
    ({ db, actor, params }) => receiptsOfBooking(db, { ...actingOf(actor), ...params }),
  )
}
