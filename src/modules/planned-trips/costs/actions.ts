import { sql } from 'kysely'
import { constraint } from '../../../kit/db/faults.ts'
import { remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { refuseHighSum } from '../../../kit/money.ts'
import { rateToday, refuseOwnRate } from '../../exchange-rates/queries.ts'
import { lockedTrip } from '../leaders/queries.ts'
import { accountingCurrency, lockedCost, type OneCost, sumsOfCosts } from './queries.ts'
import type { CostChange, NewCost } from './schema.ts'

export const addCost = async (tx: Tx, planned_trip_id: number, body: NewCost) => {
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

/** Changes a cost. Another currency takes the rate of the day, unless the change names one. */
export const changeCost = async (tx: Tx, given: OneCost, change: CostChange, expected: Expected) => {
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

const refuseHighCosts = async (tx: Tx, id: number) => {
  const { estimated, actual } = await sumsOfCosts(tx, { id })
  refuseHighSum(Number(estimated), 'estimated')
  refuseHighSum(Number(actual), 'actual')
}

export const removeCost = async (tx: Tx, given: OneCost, expected: Expected) => {
  guardVersion(await lockedCost(tx, given), expected)
  await remove(tx, 'trip_costs', given.cost)
}

const rateFor = async (tx: Tx, from: string, asked: number | null | undefined) => {
  const pair = { from, to: await accountingCurrency(tx) }
  refuseOwnRate(pair, asked)
  return asked ?? (await rateToday(tx, pair))
}

constraint('trip_costs_amount', 'estimated', [
  '請填寫預估或實際金額其中之一。',
  'Give the estimate, the actual amount, or both.',
])
