import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  line,
  money,
  nullable,
  oneOf,
  rate,
  ref,
  text,
  without,
} from '../../../kit/fields.ts'
import { RecordOf } from '../../../kit/resource/record.ts'

export const costKinds = ['air', 'land', 'hotel', 'guide', 'tips', 'insurance', 'visa', 'other'] as const

/** A cost of a trip, as it was planned and as it was invoiced; its rate makes it the agency's currency. */
export const TripCost = Type.Object({
  planned_trip_id: ref(),
  kind: oneOf(costKinds),
  description: nullable(line(200, '札幌地接')),
  estimated: nullable(money()),
  actual: nullable(money()),
  currency: defaulted(currency()),
  rate: nullable(rate()),
  supplier: nullable(line(200, '北海道觀光株式會社')),
  invoice_number: nullable(line(60, 'AB-12345678')),
  invoiced_on: nullable(day()),
  notes: nullable(text(2000)),
})
export const NewCost = without(TripCost, ['planned_trip_id'])
export type NewCost = Static<typeof NewCost>
export const CostChange = Type.Partial(NewCost, { minProperties: 1 })
export type CostChange = Static<typeof CostChange>

const converted = Type.Union([Type.Number({ examples: [86000] }), Type.Null()])
/** `booked_estimated` and `booked_actual` are in the agency's currency; null without a rate. */
export const ShownCost = RecordOf(TripCost, { booked_estimated: converted, booked_actual: converted })

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    trip_costs: Table<typeof TripCost>
  }
}
