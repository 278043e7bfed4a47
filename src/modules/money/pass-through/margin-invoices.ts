import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../../kit/db/faults.ts'
import { jsonRecord } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { anyText, day, formed, labelled, money, orNull, ref, without } from '../../../kit/fields.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { columnsOf, RecordOf } from '../../../kit/resource/record.ts'
import type { Words } from '../../../kit/words/words.ts'
import { terms } from '../../../terms.ts'
import { lockedTrip } from '../../planned-trips/trip.ts'

/** The government invoice for what is left of a trip: a number that is issued elsewhere. @public */
export const MarginInvoice = Type.Object({
  planned_trip_id: ref(),
  number: labelled(formed('^[A-Z]{2}[0-9]{8}$', 'AB12345678'), ['發票號碼', 'Number of the invoice']),
  issued_on: labelled(day(), ['發票日期', 'Day of the invoice']),
  amount: labelled(money(), ['發票金額（含稅）', 'Amount with tax']),
  tax: labelled(money(), ['稅額', 'Tax']),
  entered_by: labelled(ref(), ['登錄者', 'Entered by']),
})
const NewMarginInvoice = without(MarginInvoice, ['planned_trip_id', 'entered_by'])
type NewMarginInvoice = Static<typeof NewMarginInvoice>

export const ShownMarginInvoice = RecordOf(MarginInvoice, {
  entered_by_name: labelled(orNull(anyText('會計小林')), ['登錄者姓名', 'Who entered it']),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    margin_invoices: Table<typeof MarginInvoice>
  }
}

constraint('margin_invoices_amount', 'amount', [
  '發票金額必須大於 0；差額不大於 0 的團不必開發票。',
  'The amount of an invoice is above 0: a trip that leaves nothing needs no invoice.',
])
constraint('margin_invoices_tax', 'tax', [
  '稅額已含在發票金額內，不可大於發票金額。',
  'The tax is part of the amount of the invoice, and not more than it.',
])

export function marginInvoices(db: Db) {
  return db
    .selectFrom('margin_invoices')
    .select(columnsOf('margin_invoices', MarginInvoice))
    .select(sql<string>`(select u.name from users u where u.id = margin_invoices.entered_by)`.as('entered_by_name'))
}

/** SQL: the last day for the invoice of a trip of this alias. */
export function marginInvoiceDue(trip: string) {
  return sql<string>`${sql.ref(`${trip}.return_date`)} + ${sql.lit(terms.marginInvoice.count)}::integer`
}

/** `/api/planned-trips/{id}/margin-invoice` */
export function marginInvoiceRoute(on: On) {
  on.put(
    '/:id/margin-invoice',
    {
      name: 'recordMarginInvoice',
      access: ['finance', 'admin'],
      summary: 'Record the number of the government invoice for what is left of a trip, or correct it',
      body: NewMarginInvoice,
      returns: ShownMarginInvoice,
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await recordInvoice(tx, params.id, body, actor, expected)
      return invoiceOf(tx, params)
    },
  )
}

const recordInvoice = async (tx: Tx, id: number, body: NewMarginInvoice, actor: Actor, expected: Expected) => {
  await lockedTrip(tx, id)
  const { is_ahead } = await aheadOfToday(tx, { day: body.issued_on })
  if (is_ahead) refuseField('issued_on', inFuture)
  const there = await tx
    .selectFrom('margin_invoices')
    .select('version')
    .where('planned_trip_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const row = { ...body, entered_by: actor.id }
  if (!there) {
    await tx
      .insertInto('margin_invoices')
      .values({ ...row, planned_trip_id: id })
      .execute()
    return
  }
  guardVersion(there, expected)
  await tx
    .updateTable('margin_invoices')
    .set({ ...row, updated_at: sql`now()` })
    .where('planned_trip_id', '=', id)
    .execute()
}

const aheadOfToday = theRow((db, { day }: { day: string }) =>
  db.selectNoFrom(sql<boolean>`${day}::date > today()`.as('is_ahead')),
)
const inFuture: Words = [
  '發票日期不可在未來；請填發票上的日期。',
  'The day of the invoice cannot be in the future: give the day that stands on it.',
]

const invoiceOf = jsonRecord((db, { id }: { id: number }) => marginInvoices(db).where('planned_trip_id', '=', id))
