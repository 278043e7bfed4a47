import { amountIn } from 'guidon-design/formats'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { remove } from '../../kit/db/rows.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { askInTurn, refuseDoubts } from '../../kit/doubts.ts'
import { found, refuseField } from '../../kit/errors.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  labelled,
  line,
  money,
  nullable,
  oneOf,
  orNull,
  rate,
  ref,
  text,
  without,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { refuseHighSum } from '../../kit/money.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { doubtOfRate, rateToday, refuseOwnRate } from '../exchange-rates/queries.ts'
import { forgetNames } from '../forget-names.ts'
import { moneyReaders } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { lockedTrip } from './trip.ts'
import { tripSeen } from './visible.ts'

export const costKinds = ['air', 'land', 'hotel', 'guide', 'tips', 'insurance', 'visa', 'other'] as const
/** What proves a cost. Where no voucher can be had, handler and group members sign a paper with the reason. */
const vouchers = ['voucher', 'signed', 'none'] as const

/** A cost of a trip, planned and invoiced. The rate converts it to the agency's currency. @public */
export const TripCost = Type.Object({
  planned_trip_id: ref(),
  kind: oneOf(costKinds),
  description: nullable(line(200, '札幌地接')),
  estimated: labelled(nullable(money()), ['預估金額', 'Estimate']),
  actual: labelled(nullable(money()), ['實際金額', 'Actual amount']),
  currency: defaulted(currency()),
  rate: nullable(rate()),
  supplier_id: nullable(ref()),
  /** As costs from before and imports name it. Where there is a record of the supplier, the record counts. */
  supplier: nullable(line(200, '北海道觀光株式會社')),
  invoice_number: labelled(nullable(line(60, 'AB-12345678')), ['請款單號', 'Invoice number']),
  invoiced_on: labelled(nullable(day()), ['請款日', 'Invoiced on']),
  voucher: labelled(defaulted(oneOf(vouchers)), ['憑證', 'Voucher']),
  voucher_reason: labelled(nullable(line(500, '當地小販不開收據')), ['無法取得憑證的原因', 'Why there is no voucher']),
  notes: nullable(text(2000)),
  confirm_reason: nullable(line(500)),
})

export const NewCost = without(TripCost, ['planned_trip_id', 'confirm_reason'])
export type NewCost = Static<typeof NewCost>

const reason = Type.Optional(line(500, '供應商補開請款單'))
/** A cost with the answers to what is asked: each value once more, and a reason. */
const AskedCost = Type.Object({
  ...NewCost.properties,
  /** The actual amount, or the estimate without one, of a cost on a settled trip. */
  confirmed_amount: labelled(Type.Optional(money()), ['已確認的金額', 'Confirmed amount']),
  /** An invoice number that the same supplier has on another cost. */
  confirmed_invoice_number: Type.Optional(line(60)),
  /** A rate that is far from the last one of its pair. */
  confirmed_rate: Type.Optional(rate()),
  reason,
})
type AskedCost = Static<typeof AskedCost>

const CostChange = Type.Partial(AskedCost, { minProperties: 1 })
type CostChange = Static<typeof CostChange>

const converted = Type.Union([Type.Number({ examples: [86000], written: 'money' }), Type.Null()])

/** `booked_estimated` and `booked_actual` are in the agency's currency; null without a rate. */
export const ShownCost = RecordOf(TripCost, {
  booked_estimated: converted,
  booked_actual: converted,
  /** Of its record, or as it was written. */
  supplier_name: orNull(anyText('北海道觀光株式會社')),
  supplier_name_en: orNull(anyText('Hokkaido Tours')),
  supplier_tax_id: labelled(orNull(anyText('12345675')), ['供應商統編', 'Tax ID of the supplier']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_costs: Table<typeof TripCost>
  }
}

/** Takes the names of an erased person out of what was written about the costs of a trip. */
export function forgetNamesInCosts(tx: Tx, names: readonly string[], trip: number) {
  return forgetNames(tx, names, { table: 'trip_costs', fields: ['description', 'voucher_reason'], trip })
}

constraint('trip_costs_voucher_reason', 'voucher_reason', [
  '以簽名證明代替憑證時，請填寫無法取得憑證的原因，它會印在簽名證明上。',
  'Where a signed paper stands for the voucher, give the reason why there is none: it is printed on the paper.',
])
constraint('trip_costs_amount', 'estimated', [
  '請填寫預估或實際金額其中之一。',
  'Give the estimate, the actual amount, or both.',
])

/** The costs of trips, each with the names of its supplier. */
export function costs(db: Db) {
  return db
    .selectFrom('trip_costs')
    .leftJoin('suppliers as s', 's.id', 'trip_costs.supplier_id')
    .select(columnsOf('trip_costs', TripCost))
    .select(supplierName('trip_costs').as('supplier_name'))
    .select(['s.name_en as supplier_name_en', 's.tax_id as supplier_tax_id'])
    .select([
      sql<number | null>`at_rate(trip_costs.estimated, trip_costs.rate, decimals_of(house_currency()))`.as(
        'booked_estimated',
      ),
      sql<number | null>`at_rate(trip_costs.actual, trip_costs.rate, decimals_of(house_currency()))`.as(
        'booked_actual',
      ),
    ])
}

const costArray = jsonArrayOf(tripSeen, (db, { id }) =>
  costs(db).where('planned_trip_id', '=', id).orderBy('trip_costs.id'),
)

const oneCost = jsonRecord((db, { id, cost }: OneCost) =>
  costs(db).where('planned_trip_id', '=', id).where('trip_costs.id', '=', cost),
)

/** Adds a cost. An import asks nothing. */
export async function addCost(tx: Tx, planned_trip_id: number, body: NewCost, confirm_reason: string | null = null) {
  await lockedTrip(tx, planned_trip_id)
  const currency = body.currency ?? (await accountingCurrency(tx))
  const voucher = body.voucher ?? (body.invoice_number ? 'voucher' : 'none')
  const { id } = await tx
    .insertInto('trip_costs')
    .values({
      ...body,
      voucher,
      currency,
      rate: await rateFor(tx, currency, body.rate),
      planned_trip_id,
      confirm_reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refuseHighCosts(tx, planned_trip_id)
  return id
}

const addAskedCost = async (tx: Tx, planned_trip_id: number, body: AskedCost) => {
  const { cost, answers } = apart(body)
  const currency = cost.currency ?? (await accountingCurrency(tx))
  const doubts = await doubtsOf(tx, { ...cost, planned_trip_id, currency }, undefined)
  return addCost(tx, planned_trip_id, cost, refuseDoubts(doubts, answers))
}

const apart = <Body extends Partial<AskedCost>>(body: Body) => {
  const { confirmed_amount, confirmed_invoice_number, confirmed_rate, reason, ...cost } = body
  return { cost, answers: { confirmed_amount, confirmed_invoice_number, confirmed_rate, reason } }
}

/** Changes a cost. A new currency gets the rate of the day, unless the change contains a rate; a first invoice number is a voucher. */
const changeCost = async (tx: Tx, given: OneCost, body: CostChange, expected: Expected) => {
  const { cost: change, answers } = apart(body)
  const cost = await lockedCost(tx, given)
  guardVersion(cost, expected)
  const confirm_reason = refuseDoubts(await doubtsOf(tx, { ...cost, ...change }, cost), answers)
  const isOther = change.currency !== undefined && change.currency !== cost.currency
  const rated = await rateFor(tx, change.currency ?? cost.currency, change.rate)
  const rate = isOther ? { rate: rated } : {}
  const isInvoiced = change.invoice_number && !cost.invoice_number && cost.voucher === 'none'
  await tx
    .updateTable('trip_costs')
    .set({
      ...(isInvoiced && { voucher: 'voucher' }),
      ...change,
      ...rate,
      ...(confirm_reason && { confirm_reason }),
      updated_at: sql`now()`,
    })
    .where('id', '=', given.cost)
    .execute()
  await refuseHighCosts(tx, given.id)
}

/** Removes a cost. On a settled trip the audit gets the reason before the cost goes. */
const removeCost = async (tx: Tx, given: OneCost, reason: string | undefined, expected: Expected) => {
  guardVersion(await lockedCost(tx, given), expected)
  const { serial, status } = await lockedTrip(tx, given.id)
  if (status === 'settled') {
    if (!reason) refuseField('reason', removedFromSettled(serial))
    await tx.updateTable('trip_costs').set({ confirm_reason: reason }).where('id', '=', given.cost).execute()
  }
  await remove(tx, 'trip_costs', given.cost)
}

const removedFromSettled = (serial: string): Words => [
  `${serial} 已結團；移除成本須填寫原因。`,
  `${serial} is settled; give a reason to remove one of its costs.`,
]

type AnyCost = Pick<NewCost, 'estimated' | 'actual' | 'rate' | 'supplier' | 'supplier_id' | 'invoice_number'> & {
  id?: number
  planned_trip_id: number
  currency: string
}

/** What is asked about a cost as it will be, as far as it is new. */
const doubtsOf = async (tx: Tx, cost: AnyCost, was: AnyCost | undefined) => {
  const isNew = (...fields: (keyof AnyCost)[]) =>
    fields.some((field) => (cost[field] ?? null) !== (was?.[field] ?? null))
  const { currency: from, rate } = cost
  return [
    isNew('estimated', 'actual', 'currency', 'rate') ? await onSettledTrip(tx, cost) : undefined,
    isNew('supplier', 'supplier_id', 'invoice_number') ? await sameInvoice(tx, cost) : undefined,
    isNew('rate') ? await doubtOfRate(tx, { from, to: await accountingCurrency(tx), rate }) : undefined,
  ]
}

const onSettledTrip = async (tx: Tx, { planned_trip_id, actual, estimated, currency }: AnyCost) => {
  const value = actual ?? estimated
  const { serial, status, return_date } = await lockedTrip(tx, planned_trip_id)
  if (status !== 'settled' || value == null) return undefined
  const { expected } = await sumsOfCosts(tx, { id: planned_trip_id })
  const [all, own] = [amountIn(await accountingCurrency(tx), Number(expected)), amountIn(currency, value)]
  const [day, dayEn] = dayInWords(return_date)
  const words: Words = [
    `${serial}（${day}返國）已結團，成本合計 ${all}；若仍要登錄 ${own}，請確認此金額並填寫原因。`,
    `${serial}, which returned on ${dayEn}, is settled with costs of ${all}. If ${own} is to be recorded all the same, confirm this amount and give a reason.`,
  ]
  return { field: 'amount', value, words }
}

const sameInvoice = async (tx: Tx, { id = 0, supplier: written, supplier_id, invoice_number }: AnyCost) => {
  const supplier = supplier_id ? (await recordOf(tx, { supplier_id }))?.name : written
  if (!supplier || !invoice_number) return undefined
  await askInTurn(tx, 'invoice', supplier, invoice_number)
  const other = await invoiced(tx, { id, supplier, invoice_number })
  if (!other) return undefined
  const amount = amountIn(other.currency, other.amount)
  const [day, dayEn] = dayInWords(other.day)
  const words: Words = [
    `${supplier} 的請款單 ${invoice_number} 已登錄在 ${other.serial}（${day}，${amount}）；若這是另一筆成本，請確認此請款單號並填寫原因。`,
    `The invoice ${invoice_number} of ${supplier} is recorded on ${other.serial} already, on ${dayEn} with ${amount}. If this is another cost, confirm this number and give a reason.`,
  ]
  return { field: 'invoice_number', value: invoice_number, words }
}

type Invoice = { id: number; supplier: string; invoice_number: string }
const recordOf = oneRow((db, { supplier_id }: { supplier_id: number }) =>
  db.selectFrom('suppliers').select('name').where('id', '=', supplier_id),
)
const invoiced = oneRow((db, { id, supplier, invoice_number }: Invoice) =>
  db
    .selectFrom('trip_costs as c')
    .innerJoin('planned_trips as t', 't.id', 'c.planned_trip_id')
    .leftJoin('suppliers as s', 's.id', 'c.supplier_id')
    .select(['t.serial', 'c.currency'])
    .select(sql<number>`coalesce(c.actual, c.estimated)`.as('amount'))
    .select(sql<string>`coalesce(c.invoiced_on, (c.created_at at time zone house_zone())::date)`.as('day'))
    .where(
      sql<SqlBool>`lower(c.invoice_number) = lower(${invoice_number}) and lower(${supplierName('c')}) = lower(${supplier})`,
    )
    .where('c.id', '<>', id)
    .orderBy('c.id', 'desc')
    .limit(1),
)

/** SQL: the name of the supplier of a cost of this alias, whose record is joined as `s`. */
export function supplierName(cost: string) {
  return sql<string | null>`coalesce(s.name, ${sql.ref(`${cost}.supplier`)})`
}

type OneCost = { id: number; cost: number }

const lockedCost = async (tx: Tx, { id, cost }: OneCost) =>
  found(
    await tx
      .selectFrom('trip_costs')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', cost)
      .forUpdate()
      .executeTakeFirst(),
  )

const refuseHighCosts = async (tx: Tx, id: number) => {
  const { estimated, actual } = await sumsOfCosts(tx, { id })
  refuseHighSum(Number(estimated), 'estimated')
  refuseHighSum(Number(actual), 'actual')
}

/** The sums of a trip's costs in the agency's currency, as strings, because a JavaScript number might lose cents. */
const sumsOfCosts = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_costs')
    .select([
      sql<string>`coalesce(sum(at_rate(estimated, rate, decimals_of(house_currency()))), 0)::text`.as('estimated'),
      sql<string>`coalesce(sum(at_rate(actual, rate, decimals_of(house_currency()))), 0)::text`.as('actual'),
      sql<string>`coalesce(sum(at_rate(coalesce(actual, estimated), rate, decimals_of(house_currency()))), 0)::text`.as(
        'expected',
      ),
    ])
    .where('planned_trip_id', '=', id),
)

const rateFor = async (tx: Tx, from: string, asked: number | null | undefined) => {
  const pair = { from, to: await accountingCurrency(tx) }
  refuseOwnRate(pair, asked)
  return asked ?? (await rateToday(tx, pair))
}

/** The currency in which the agency keeps its accounts. */
const accountingCurrency = async (db: Db) => (await read(db, {})).currency
const read = theRow((db) => db.selectNoFrom(sql<string>`house_currency()`.as('currency')))

const bookkeepers = ['admin', 'department', 'finance'] as const

/** The costs of a trip. */
export const tripCosts = routes((on) => {
  on.get(
    '/:id/costs',
    { access: moneyReaders, summary: 'The costs of a trip', returns: Type.Array(ShownCost), etag: 'content' },
    ({ db, actor, params }) => costArray(db, { ...readerOf(actor), ...params }),
  )
  on.create(
    '/:id/costs',
    { access: bookkeepers, summary: 'Add a cost, estimated or actual', body: AskedCost, returns: ShownCost },
    async ({ tx, params, body }) => {
      const cost = await addAskedCost(tx, params.id, body)
      return { id: cost, ...(await oneCost(tx, { ...params, cost })) }
    },
  )

  on.put(
    '/:id/costs/:cost',
    {
      access: bookkeepers,
      summary: 'Change a cost, for example when its invoice arrives',
      body: CostChange,
      returns: ShownCost,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, params, body, expected }) => {
      await changeCost(tx, params, body, expected)
      return oneCost(tx, params)
    },
  )
  on.delete(
    '/:id/costs/:cost',
    {
      access: bookkeepers,
      summary: 'Remove a cost, from a settled trip with a reason',
      query: Type.Object({ reason }, { additionalProperties: false }),
      returns: Type.Null(),
      refuses: ['stale', 'in_use'],
    },
    async ({ tx, params, query, expected }) => {
      await removeCost(tx, params, query.reason, expected)
      return null
    },
  )
})
