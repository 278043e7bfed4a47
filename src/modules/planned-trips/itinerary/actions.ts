import { touch } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { lockedTrip } from '../leaders/queries.ts'
import { refuseLegsOutside, refuseSegmentsOutside } from './bounds-actions.ts'
import { lockedLeg, lockedSegment, type OneLeg, type OneSegment } from './queries.ts'
import type { LegChange, Legs, SegmentChange, TripItinerary } from './schema.ts'
import { writeLeg, writeSegment } from './writing-actions.ts'

/** Replaces the whole itinerary: segments with an id are kept with their legs; missing ones are removed. */
export const replaceSegments = async (tx: Tx, id: number, { segments }: TripItinerary, expected: Expected) => {
  const trip = await lockedTrip(tx, id)
  guardVersion(trip, expected)
  refuseSegmentsOutside(
    trip,
    segments.map((segment, i) => ({ ends_on: segment.starts_on, ...segment, at: `segments.${i}.` })),
  )
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
  if (legs.some(({ segment_id }) => !own.includes(segment_id))) refuseField('legs', notOwn)
  const there = own.length
    ? await tx.selectFrom('planned_trip_segment_legs').select('id').where('segment_id', 'in', own).execute()
    : []
  const kept = keptOf('legs', legs, there)
  const gone = there.map((one) => one.id).filter((one) => !kept.includes(one))
  if (gone.length) await tx.deleteFrom('planned_trip_segment_legs').where('id', 'in', gone).execute()
  const places = new Map<number, number>()
  const fields = new Map<number, string>()
  for (const leg of inOrder(legs)) {
    const sequence = (places.get(leg.segment_id) ?? 0) + 1
    places.set(leg.segment_id, sequence)
    const { id: known, ...written } = leg
    const at = `legs.${legs.indexOf(leg)}.`
    fields.set(await writeLeg(tx, known, { ...written, sequence }, { whole: leg, at }), at)
  }
  await refuseLegsOutside(tx, id, fields)
  await touch(tx, 'planned_trips', id)
}

/** Changes one day of a trip; its legs stay. */
export const changeSegment = async (tx: Tx, given: OneSegment, change: SegmentChange, expected: Expected) => {
  const trip = await lockedTrip(tx, given.id)
  const was = await lockedSegment(tx, given)
  guardVersion(was, expected)
  refuseSegmentsOutside(trip, [{ ...was, ...change, at: '' }])
  const { city_ids, ...fields } = change
  await writeSegment(tx, { ...was, ...fields }, city_ids)
  await touch(tx, 'planned_trips', given.id)
}

/** Changes one leg of a trip. */
export const changeLeg = async (tx: Tx, given: OneLeg, change: LegChange, expected: Expected) => {
  await lockedTrip(tx, given.id)
  const was = await lockedLeg(tx, given)
  guardVersion(was, expected)
  await writeLeg(tx, given.leg, change, { whole: { ...was, ...change }, at: '' })
  await refuseLegsOutside(tx, given.id, new Map([[given.leg, '']]))
  await touch(tx, 'planned_trips', given.id)
}

const notOwn = ['必須是這個團的行程。', 'Must be a day of this trip.'] as const

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
