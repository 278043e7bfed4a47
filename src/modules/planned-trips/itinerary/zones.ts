import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { isSkipped, skippedTime } from '../../../kit/http/routes/formats.ts'

const ends = { starts_at: ['from_city_id', 'to_city_id'], ends_at: ['to_city_id', 'from_city_id'] } as const

/** The zone of one end of a leg, in a statement over the legs. */
export const zoneOf = (end: keyof typeof ends) => {
  const [near, far] = ends[end]
  return sql`leg_zone(${sql.ref(near)}, ${sql.ref(far)}, segment_id)`
}

type Leg = { segment_id: number; from_city_id?: number | null | undefined; to_city_id?: number | null | undefined }

const isInstant = (told: string) => /(Z|[+-]\d\d:\d\d)$/.test(told)

/** A time as it is sent for one end of a leg: an instant, or the local time of that end. */
export const instantOf = (end: keyof typeof ends, told: string, leg: Leg) => {
  if (isInstant(told)) return sql<string>`${told}::timestamptz`
  const [near, far] = ends[end].map((name) => leg[name] ?? null)
  return sql<string>`${told}::timestamp at time zone leg_zone(${near}::integer, ${far}::integer, ${leg.segment_id}::integer)`
}

/** Refuses a local time of one end of a leg that does not exist there. */
export const refuseSkipped = async (
  tx: Tx,
  end: keyof typeof ends,
  told: string,
  { leg, field }: { leg: Leg; field: string },
) => {
  if (isInstant(told)) return
  const [near, far] = ends[end].map((name) => leg[name] ?? null)
  const { rows } = await sql<{ zone: string }>`
    select leg_zone(${near}::integer, ${far}::integer, ${leg.segment_id}::integer) as zone`.execute(tx)
  if (isSkipped(told, rows[0]?.zone ?? 'UTC')) refuseField(field, skippedTime)
}

/** The same time by the clock of that end. */
export const localTime = (end: keyof typeof ends) =>
  sql<string | null>`to_char(${sql.ref(end)} at time zone ${zoneOf(end)}, 'YYYY-MM-DD"T"HH24:MI')`
