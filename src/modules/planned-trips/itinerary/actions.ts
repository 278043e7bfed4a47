import { touch } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { lockedTrip } from '../leaders/queries.ts'
import type { Legs, TripItinerary } from './schema.ts'

/** Replaces the whole itinerary: segments with an id are kept with their legs; missing ones are removed. */
export const replaceSegments = async (tx: Tx, id: number, { segments }: TripItinerary, expected: Expected) => {
  guardVersion(await lockedTrip(tx, id), expected)
  const there = await tx.selectFrom('planned_trip_segments').select('id').where('planned_trip_id', '=', id).execute()
  const kept = keptOf('segments', segments, there)
  const gone = there.map((one) => one.id).filter((one) => !kept.includes(one))
  if (gone.length) await tx.deleteFrom('planned_trip_segments').where('id', 'in', gone).execute()
  for (const [i, { city_ids, ...segment }] of inOrder(segments).entries())
    await writeSegment(tx, { ends_on: segment.starts_on, ...segment, planned_trip_id: id, sequence: i + 1 }, city_ids)
  await touch(tx, 'planned_trips', id)
}

/** Replaces all legs of a trip, each at its segment. */
export const replaceLegs = async (tx: Tx, id: number, { legs }: Legs, expected: Expected) => {
  guardVersion(await lockedTrip(tx, id), expected)
  const segments = await tx.selectFrom('planned_trip_segments').select('id').where('planned_trip_id', '=', id).execute()
  const own = segments.map((segment) => segment.id)
  if (legs.some(({ segment_id }) => !own.includes(segment_id)))
    refuseField('legs', ['segment_id 必須是這個團的行程。', 'segment_id must be a segment of this trip.'])
  const there = own.length
    ? await tx.selectFrom('planned_trip_segment_legs').select('id').where('segment_id', 'in', own).execute()
    : []
  const kept = keptOf('legs', legs, there)
  const gone = there.map((one) => one.id).filter((one) => !kept.includes(one))
  if (gone.length) await tx.deleteFrom('planned_trip_segment_legs').where('id', 'in', gone).execute()
  const places = new Map<number, number>()
  for (const { id: leg, ...written } of inOrder(legs)) {
    const sequence = (places.get(written.segment_id) ?? 0) + 1
    places.set(written.segment_id, sequence)
    if (leg === undefined)
      await tx
        .insertInto('planned_trip_segment_legs')
        .values({ ...written, sequence })
        .execute()
    else
      await tx
        .updateTable('planned_trip_segment_legs')
        .set({ ...written, sequence })
        .where('id', '=', leg)
        .execute()
  }
  await touch(tx, 'planned_trips', id)
}

type Segment = Omit<TripItinerary['segments'][number], 'city_ids'> & {
  planned_trip_id: number
  sequence: number
  ends_on: string
}

const writeSegment = async (tx: Tx, { id, ...written }: Segment, cities: number[] | undefined) => {
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

const keptOf = (field: string, rows: { id?: number }[], there: { id: number }[]) => {
  const kept = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const isOwn = kept.every((id) => there.some((one) => one.id === id))
  if (!isOwn || new Set(kept).size < kept.length)
    refuseField(field, ['id 必須屬於這個團，且只出現一次。', 'Each id must be one of this trip, and stand here once.'])
  return kept
}

const inOrder = <R extends { sequence?: number }>(rows: R[]) =>
  rows
    .map((row, i) => ({ row, place: row.sequence ?? i + 1 }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row)
