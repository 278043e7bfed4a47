import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { touch } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse } from '../../kit/errors.ts'
import { day, defaulted, ref, refs, whole } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { spanInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { Stretch } from '../packages/schema.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import { inOrder, keptOf, legs, rowOfList, ShownLeg } from './legs.ts'
import { type LockedTrip, lockedTrip } from './trip.ts'
import { isTripSeen, readers, tripSeen } from './visible.ts'

/** A day of a trip, or several consecutive days: a copy from its package, with dates. */
export const TripSegment = Type.Object({
  planned_trip_id: ref(),
  sequence: whole(1),
  starts_on: day(),
  ends_on: day(),
  ...Stretch.properties,
})

const { planned_trip_id: _trip, sequence: _sequence, ends_on, ...ofSegment } = TripSegment.properties

/** Segments with an id are kept. The order is that of the body, or that of `sequence`. */
const TripItinerary = Type.Object({
  segments: Type.Array(
    Type.Object({ ...rowOfList, ...ofSegment, ends_on: Type.Optional(ends_on), city_ids: defaulted(refs(50)) }),
    {
      maxItems: 200,
    },
  ),
})
type TripItinerary = Static<typeof TripItinerary>

/** A change of one day. */
const SegmentChange = Type.Partial(Type.Object({ ...ofSegment, ends_on, city_ids: refs(50) }), {
  minProperties: 1,
})
type SegmentChange = Static<typeof SegmentChange>

const ShownTripSegment = RecordOf(TripSegment, { city_ids: Type.Array(ref()), legs: Type.Array(ShownLeg) })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    planned_trip_segments: Table<typeof TripSegment>
    planned_trip_segment_cities: { segment_id: number; city_id: number; sequence: number }
  }
}

constraint('planned_trip_segments_span', 'segments', [
  '結束日不可早於開始日。',
  'The last day must not be before the first.',
])

const cities = sql`(select coalesce(json_agg(c.city_id order by c.sequence), '[]')
  from planned_trip_segment_cities c where c.segment_id = planned_trip_segments.id)`

// The days of a trip, each with its legs.
const segments = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('planned_trip_segments')
    .innerJoin('planned_trips', 'planned_trips.id', 'planned_trip_segments.planned_trip_id')
    .select(columnsOf('planned_trip_segments', TripSegment))
    .select((is) => [
      cities.as('city_ids'),
      sql`(select coalesce(json_agg(l order by l.sequence), '[]') from (${legs(db, reader).where(
        'segment_id',
        '=',
        is.ref('planned_trip_segments.id'),
      )}) l)`.as('legs'),
    ])
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .orderBy('planned_trip_segments.sequence')

const segmentArray = jsonArrayOf(tripSeen, segments)
const oneSegment = jsonRecord((db, { segment, ...given }: Reader & { id: number; segment: number }) =>
  segments(db, given).where('planned_trip_segments.id', '=', segment),
)

/** Replaces the whole itinerary: segments with an id are kept with their legs; missing ones are removed. */
const replaceSegments = async (tx: Tx, id: number, { segments }: TripItinerary, expected: Expected) => {
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

/** Changes one day of a trip; its legs stay. */
const changeSegment = async (tx: Tx, given: OneSegment, change: SegmentChange, expected: Expected) => {
  const trip = await lockedTrip(tx, given.id)
  const was = await lockedSegment(tx, given)
  guardVersion(was, expected)
  refuseSegmentsOutside(trip, [{ ...was, ...change, at: '' }])
  const { city_ids, ...fields } = change
  await writeSegment(tx, { ...was, ...fields }, city_ids)
  await touch(tx, 'planned_trips', given.id)
}

type OneSegment = { id: number; segment: number }

const lockedSegment = async (tx: Tx, { id, segment }: OneSegment) =>
  found(
    await tx
      .selectFrom('planned_trip_segments')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', segment)
      .forUpdate()
      .executeTakeFirst(),
  )

type Days = Pick<LockedTrip, 'departure_date' | 'return_date'>
type Span = { at: string; starts_on: string; ends_on: string }

// Refuses each day outside the trip at its row.
const refuseSegmentsOutside = ({ departure_date, return_date }: Days, segments: Span[]) => {
  const [days, daysEn] = spanInWords(departure_date, return_date)
  const words: Words = [`不在出團期間內：${days}。`, `Lies outside the trip (${daysEn}).`]
  const errors: FieldFaults = {}
  for (const { at, starts_on, ends_on } of segments) {
    if (starts_on < departure_date || starts_on > return_date) errors[`${at}starts_on`] = [words]
    else if (ends_on > return_date) errors[`${at}ends_on`] = [words]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

type WrittenSegment = Omit<TripItinerary['segments'][number], 'city_ids'> & {
  planned_trip_id: number
  sequence: number
  ends_on: string
}

const writeSegment = async (tx: Tx, { id, ...written }: WrittenSegment, cities: number[] | undefined) => {
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

/** The days of a trip: copies from its package with dates, which can be changed. */
export const tripItinerary = routes((on) => {
  const segments = { returns: Type.Array(ShownTripSegment), etag: 'content' } as const
  on.get(
    '/:id/segments',
    { access: [...readers, 'finance'], summary: 'The days of a trip with their legs', ...segments },
    ({ db, actor, params }) => segmentArray(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/segments',
    {
      access: editors,
      summary: 'Replace the days of a trip; those with an id keep their legs',
      body: TripItinerary,
      ...segments,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await replaceSegments(tx, params.id, body, expected)
      return segmentArray(tx, { ...readerOf(actor), ...params })
    },
  )

  on.put(
    '/:id/segments/:segment',
    {
      access: editors,
      summary: 'Change one day of a trip',
      body: SegmentChange,
      returns: ShownTripSegment,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeSegment(tx, params, body, expected)
      return oneSegment(tx, { ...readerOf(actor), ...params })
    },
  )
})
