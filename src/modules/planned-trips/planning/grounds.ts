import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { priceOn, seasonOn } from '../../packages/prices/queries.ts'

/** The package of a new trip: published, and locked until the trip is written. */
export const packageFor = async (tx: Tx, id: number) => {
  const there = await tx.selectFrom('packages').selectAll().where('id', '=', id).forShare().executeTakeFirst()
  if (!there) return refuseField('package_id', ['沒有這筆資料。', 'There is no such record.'])
  if (there.status !== 'published')
    refuseField('package_id', ['行程尚未發布，不能出團。', 'Trips are planned from published packages only.'])
  return there
}
export type SoldPackage = Awaited<ReturnType<typeof packageFor>>

export type Departure = {
  departure_date: string
  return_date: string
  price: object | null
  season_id: number | null
  is_past: boolean
  also_there: string[]
  /** The hours of this day, if they are given relative to the departure. */
  hours?: Hours
}
type Hours = { assembly?: object; briefing_starts_at?: string; briefing_ends_at?: string }

/** For each date: the return date, the price, the season, and trips that already depart then. */
export const departuresOn = async (db: Db, { id, days }: { id: number; days: number }, dates: string[]) => {
  const { rows } = await sql<Departure>`
    select d::text as departure_date, (d + ${days}::integer - 1)::text as return_date, d < today() as is_past,
           ${priceOn(sql`${id}::integer`, sql`d`)} as price,
           ${seasonOn(sql`${id}::integer`, sql`d`)} as season_id,
           array(select serial::text from planned_trips
                  where package_id = ${id} and departure_date = d and status <> 'cancelled' order by serial) as also_there
      from unnest(${dates}::date[]) d order by d`.execute(db)
  return rows
}
