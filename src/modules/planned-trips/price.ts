import { sql } from 'kysely'
import { noPrice } from '../packages/prices/queries.ts'

/** The price of this trip: the one stored when it was planned, with its own overrides. */
export const priceOfTrip = sql<
  object | null
>`case when num_nonnulls(planned_trips.price, planned_trips.price_overrides) > 0 then
  ${sql.lit(JSON.stringify(noPrice))}::jsonb || coalesce(planned_trips.price, '{}')
    || coalesce(planned_trips.price_overrides || '{"source": "trip"}', '{}') end`
