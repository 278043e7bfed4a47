import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { remove } from '../../kit/db/rows.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import {
  currency,
  day,
  defaulted,
  labelled,
  line,
  money,
  nullable,
  oneOf,
  rate,
  ref,
  text,
  without,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { refuseHighSum } from '../../kit/money.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { rateToday, refuseOwnRate } from '../exchange-rates/queries.ts'
import { moneyReaders } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { lockedTrip } from './trip.ts'
import { tripSeen } from './visible.ts'

export const costKinds = ['air', 'land', 'hotel', 'guide', 'tips', 'insurance', 'visa', 'other'] as const

/** A cost of a trip, planned and invoiced. The rate converts it to the agency's currency. @public */
export const TripCost = Type.Object({
  planned_trip_id: ref(),
  kind: oneOf(costKinds),
  description: nullable(line(200, '札幌地接')),
  estimated: labelled(nullable(money()), ['預估金額', 'Estimate']),
  actual: labelled(nullable(money()), ['實際金額', 'Actual amount']),
  currency: defaulted(currency()),
  rate: nullable(rate()),
  supplier: nullable(line(200, '北海道觀光株式會社')),
  invoice_number: labelled(nullable(line(60, 'AB-12345678')), ['發票號碼', 'Invoice number']),
  invoiced_on: labelled(nullable(day()), ['發票日期', 'Day of the invoice']),
  notes: nullable(text(2000)),
})

export const NewCost = without(TripCost, ['planned_trip_id'])
export type NewCost = Static<typeof NewCost>

const CostChange = Type.Partial(NewCost, { minProperties: 1 })
type CostChange = Static<typeof CostChange>

const converted = Type.Union([Type.Number({ examples: [86000] }), Type.Null()])

/** `booked_estimated` and `booked_actual` are in the agency's currency; null without a rate. */
const ShownCost = RecordOf(TripCost, { booked_estimated: converted, booked_actual: converted })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_costs: Table<typeof TripCost>
  }
}

constraint('trip_costs_amount', 'estimated', [
  '請填寫預估或實際金額其中之一。',
  'Give the estimate, the actual amount, or both.',
])

const costs = (db: Db) =>
  db
    .selectFrom('trip_costs')
    .select(columnsOf('trip_costs', TripCost))
    .select([
      sql<number | null>`at_rate(estimated, rate)`.as('booked_estimated'),
      sql<number | null>`at_rate(actual, rate)`.as('booked_actual'),
    ])

const costArray = jsonArrayOf(tripSeen, (db, { id }) =>
  costs(db).where('planned_trip_id', '=', id).orderBy('trip_costs.id'),
)

const oneCost = jsonRecord((db, { id, cost }: OneCost) =>
  costs(db).where('planned_trip_id', '=', id).where('trip_costs.id', '=', cost),
)

export async function addCost(tx: Tx, planned_trip_id: number, body: NewCost) {
  await lockedTrip(tx, planned_trip_id)
  const currency = body.currency ?? (await accountingCurrency(tx))
  const { id } = await tx
    .insertInto('trip_costs')
    .values({ ...body, currency, rate: await rateFor(tx, currency, body.rate), planned_trip_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refuseHighCosts(tx, planned_trip_id)
  return id
}

/** Changes a cost. A new currency gets the rate of the day, unless the change contains a rate. */
const changeCost = async (tx: Tx, given: OneCost, change: CostChange, expected: Expected) => {
  const cost = await lockedCost(tx, given)
  guardVersion(cost, expected)
  const isOther = change.currency !== undefined && change.currency !== cost.currency
  const rated = await rateFor(tx, change.currency ?? cost.currency, change.rate)
  const rate = isOther ? { rate: rated } : {}
  await tx
    .updateTable('trip_costs')
    .set({ ...change, ...rate, updated_at: sql`now()` })
    .where('id', '=', given.cost)
    .execute()
  await refuseHighCosts(tx, given.id)
}

const removeCost = async (tx: Tx, given: OneCost, expected: Expected) => {
  guardVersion(await lockedCost(tx, given), expected)
  await remove(tx, 'trip_costs', given.cost)
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
      sql<string>`coalesce(sum(at_rate(estimated, rate)), 0)::text`.as('estimated'),
      sql<string>`coalesce(sum(at_rate(actual, rate)), 0)::text`.as('actual'),
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
    { access: bookkeepers, summary: 'Add a cost, estimated or actual', body: NewCost, returns: ShownCost },
    async ({ tx, params, body }) => {
      const cost = await addCost(tx, params.id, body)
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
      refuses: ['stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changeCost(tx, params, body, expected)
      return oneCost(tx, params)
    },
  )
  on.delete(
    '/:id/costs/:cost',
    { access: bookkeepers, summary: 'Remove a cost', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeCost(tx, params, expected)
      return null
    },
  )
})
