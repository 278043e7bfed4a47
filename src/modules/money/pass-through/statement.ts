import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { anyText, currency, day, flag, labelled, orNull, ref, shownFields } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { sheet } from '../../../kit/http/routes/sheet.ts'
import type { Sheet } from '../../../kit/http/routes/sheet-formats.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'
import { costs, ShownCost } from '../../planned-trips/costs.ts'
import { knownTrip } from '../../planned-trips/visible.ts'
import { moneyReaders } from '../../roles.ts'
import { OfTrip, tripNames } from '../../shown-names.ts'
import { type Reader, readerOf } from '../../users/reader.ts'
import { moneyOfTrip, passesThrough } from '../trip-queries.ts'
import { marginInvoiceDue, marginInvoices, ShownMarginInvoice } from './margin-invoices.ts'

/** What stands in the lines of the file. */
export const passThroughLineWords = {
  sold: ['團費收入', 'Sold'],
  own_income: ['其中自有收入（另開發票）', 'Of which own income, invoiced'],
  receipt: ['代收轉付收據', 'Receipt'],
  receipted: ['已開收據合計', 'Receipts in all'],
  unproved: ['無憑證成本', 'Cost without a voucher'],
  own_cost: ['自有成本', 'Own cost'],
  passed: ['轉付成本', 'Cost passed on'],
  passed_through: ['轉付合計', 'Passed through'],
  margin: ['差額', 'Margin'],
} satisfies Record<string, Words>

const amount = () => Type.Number({ examples: [39900], written: 'money' })
const Receipt = Type.Object({
  id: ref(),
  number: anyText('A12345678'),
  ...shownFields({ issued_on: day() }),
  buyer_name: anyText('旗手科技股份有限公司'),
  buyer_ubn: orNull(anyText('12345675')),
  /** Of this trip, less what was given back. */
  amount: amount(),
})
/** A cost as it is listed, and whether its kind passes through. */
const Cost = Type.Object({ ...ShownCost.properties, passes: labelled(flag(), ['代收轉付', 'Passes through']) })
const Statement = Type.Object({
  trip: OfTrip,
  ...shownFields({ currency: currency() }),
  sold: amount(),
  own_income: labelled(amount(), passThroughLineWords.own_income),
  receipted: labelled(amount(), passThroughLineWords.receipted),
  passed_through: labelled(amount(), passThroughLineWords.passed_through),
  without_voucher: labelled(amount(), ['無憑證成本合計', 'Costs without a voucher in all']),
  margin: amount(),
  receipts: Type.Array(Receipt),
  costs: Type.Array(Cost),
  margin_invoice: labelled(orNull(ShownMarginInvoice), ['差額發票', 'Invoice of the margin']),
  margin_invoice_due_on: labelled(anyText('2027-02-11'), ['差額發票期限', 'Last day of the invoice of the margin']),
})
type Statement = Static<typeof Statement>

type Read = Pick<Statement, 'trip' | 'receipts' | 'margin_invoice' | 'margin_invoice_due_on'> & { costs: CostLine[] }
type CostLine = {
  voucher: keyof typeof voucherOrder
  passes: boolean
  kind: string
  description: string | null
  supplier_name: string | null
  supplier_name_en: string | null
  supplier_tax_id: string | null
  invoice_number: string | null
  invoiced_on: string | null
  booked_actual: number | null
}
const voucherOrder = { none: 0, signed: 1, voucher: 2 } as const

// Costs that were spent and not proved stand first: what can still be proved lowers the tax.
const isUnproved = sql<boolean>`(trip_costs.voucher = 'none' and trip_costs.actual is not null)`
const costsOfTrip = (db: Db, id: number) =>
  costs(db)
    .select(passesThrough(sql.ref('trip_costs.kind')).as('passes'))
    .where('planned_trip_id', '=', id)
    .orderBy(isUnproved, 'desc')
    .orderBy('trip_costs.id')

const standing = sql`(p.amount - coalesce((select sum(a.amount) from legal_receipt_allowances a
  where a.legal_receipt_id = p.legal_receipt_id and a.booking_id = p.booking_id and a.status = 'confirmed'), 0))`
const read = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips as t')
    .where('t.id', '=', id)
    .select(tripNames('t').as('trip'))
    .select(sql<string>`(${marginInvoiceDue('t')})::text`.as('margin_invoice_due_on'))
    .select(
      sql<object | null>`(select to_json(i) from (${marginInvoices(db)}) i where i.planned_trip_id = t.id)`.as(
        'margin_invoice',
      ),
    )
    .select(sql<object[]>`(select coalesce(json_agg(c), '[]') from (${costsOfTrip(db, id)}) c)`.as('costs'))
    .select(
      sql<Static<typeof Receipt>[]>`(
      select coalesce(json_agg(r order by r.issued_on, r.number), '[]') from (
        select l.id, l.number, l.issued_on, l.buyer_name, l.buyer_ubn, sum(${standing}) as amount
          from legal_receipt_bookings p join legal_receipts l on l.id = p.legal_receipt_id
         where p.planned_trip_id = t.id and l.status in ('issued', 'void_waiting') group by l.id) r)`.as('receipts'),
    ),
)

/** What a trip has collected and passed on. The sums are those of the trip's money. */
const statementOf = async (db: Db, given: Reader & { id: number }) => {
  const [there, { json }] = await Promise.all([read(db, given), moneyOfTrip(db, given), knownTrip(db, given)])
  const { currency, sold, pass_through } = JSON.parse(json)
  const receipted = there.receipts.reduce((all, receipt) => all + receipt.amount, 0)
  return { ...there, currency, sold, receipted, ...pass_through } as unknown as Read & Statement
}

const columns = {
  what: ['項目', 'Item'],
  number: ['號碼', 'Number'],
  day: ['日期', 'Day'],
  name: ['買受人／供應商', 'Buyer or supplier'],
  tax_id: ['統一編號', 'Tax ID'],
  kind: ['種類', 'Kind'],
  description: ['說明', 'Description'],
  voucher: ['憑證', 'Voucher'],
  amount: ['金額', 'Amount'],
} satisfies Record<string, Words>

const statementSheet = async (db: Db, given: Reader & { id: number }, locale: Locale): Promise<Sheet> => {
  const data = await statementOf(db, given)
  const { trip, sold, own_income, receipted, receipts, passed_through, margin } = data
  const rows = [
    { what: 'sold', amount: sold },
    { what: 'own_income', amount: own_income },
    ...receipts.map(({ number, issued_on, buyer_name, buyer_ubn, amount }) => ({
      ...{ what: 'receipt', number, day: issued_on, name: buyer_name, tax_id: buyer_ubn, amount },
    })),
    { what: 'receipted', amount: receipted },
    ...data.costs.filter(({ booked_actual }) => booked_actual !== null).map((cost) => costRow(cost, locale)),
    { what: 'passed_through', amount: passed_through },
    { what: 'margin', amount: margin },
  ]
  return {
    file: `${trip.serial}-pass-through`,
    title: ['代收轉付明細表', 'Statement of what passed through'],
    subject: `${trip.serial} ${say([trip.name, trip.name_en ?? trip.name], locale)}`,
    data,
    rows,
    columns,
    kinds: {
      what: { words: 'pass_through_line' },
      day: 'day',
      kind: { words: 'cost_kind' },
      voucher: { words: 'voucher' },
      amount: 'money',
    },
    facts: data,
  }
}

const costRow = (cost: CostLine, locale: Locale) => {
  const { voucher, passes, kind, description, invoice_number, invoiced_on, supplier_name, supplier_name_en } = cost
  return {
    what: passes ? (voucher === 'none' ? 'unproved' : 'passed') : 'own_cost',
    ...{ number: invoice_number, day: invoiced_on, kind, description, voucher, tax_id: cost.supplier_tax_id },
    name: supplier_name && say([supplier_name, supplier_name_en ?? supplier_name], locale),
    amount: cost.booked_actual,
  }
}

/** `/api/planned-trips/{id}/pass-through-statement` (代收轉付明細表) */
export function passThroughRoute(on: On) {
  sheet(
    on,
    '/:id/pass-through-statement',
    {
      name: 'getPassThroughStatement',
      access: moneyReaders,
      summary: 'What a trip sold and passed on: receipts, costs with what proves them, and the margin that is left',
      returns: Statement,
      paper: 'pass-through-statement',
    },
    ({ db, actor, id, locale }) => statementSheet(db, { ...readerOf(actor), id }, locale),
  )
}
