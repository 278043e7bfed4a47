import type { Tx } from '../../../kit/db/tables.ts'
import type { LegChange, Legs, TripItinerary } from './schema.ts'
import { instantOf, refuseSkipped } from './zones.ts'

type Segment = Omit<TripItinerary['segments'][number], 'city_ids'> & {
  planned_trip_id: number
  sequence: number
  ends_on: string
}

export const writeSegment = async (tx: Tx, { id, ...written }: Segment, cities: number[] | undefined) => {
  const segment_id =
    id === undefined
      ? (await tx.insertInto('planned_trip_segments').values(written).returning('id').executeTakeFirstOrThrow()).id
      : id
  if (id !== undefined) await tx.updateTable('planned_trip_segments').set(written).where('id', '=', id).execute()
  if (!cities) return
  await tx.deleteFrom('planned_trip_segment_cities').where('segment_id', '=', segment_id).execute()
  const rows = cities.map((city_id, sequence) => ({ segment_id, city_id, sequence }))
  if (rows.length) await tx.insertInto('planned_trip_segment_cities').values(rows).execute()
}

type Leg = Omit<Legs['legs'][number], 'id'>

/** Writes a leg; `whole` says where it starts and ends, so in which zones its times are. A refusal names its field below `at`. */
export const writeLeg = async (
  tx: Tx,
  id: number | undefined,
  change: LegChange & { sequence?: number },
  { whole, at }: { whole: Leg; at: string },
) => {
  const { starts_at, ends_at, ...plain } = change
  if (starts_at) await refuseSkipped(tx, 'starts_at', starts_at, { leg: whole, field: `${at}starts_at` })
  if (ends_at) await refuseSkipped(tx, 'ends_at', ends_at, { leg: whole, field: `${at}ends_at` })
  const times = {
    ...(starts_at !== undefined && { starts_at: starts_at && instantOf('starts_at', starts_at, whole) }),
    ...(ends_at !== undefined && { ends_at: ends_at && instantOf('ends_at', ends_at, whole) }),
  }
  if (id !== undefined) {
    await tx
      .updateTable('planned_trip_segment_legs')
      .set({ ...plain, ...times })
      .where('id', '=', id)
      .execute()
    return id
  }
  const { segment_id, type } = whole
  const { id: added } = await tx
    .insertInto('planned_trip_segment_legs')
    .values({ sequence: 1, ...plain, ...times, segment_id, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added
}
