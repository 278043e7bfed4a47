import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  refs,
  scheduled,
  text,
  whole,
} from '../../../kit/fields.ts'
import { Stretch } from '../../packages/schema.ts'

export const TripSegment = Type.Object({
  planned_trip_id: ref(),
  sequence: whole(1),
  starts_on: day(),
  ends_on: day(),
  ...Stretch.properties,
})
export const Leg = Type.Object({
  segment_id: ref(),
  sequence: whole(1),
  type: oneOf(['flight', 'coach', 'train', 'ferry', 'transfer', 'hotel', 'meal', 'visit', 'free']),
  from_city_id: nullable(ref()),
  to_city_id: nullable(ref()),
  place: nullable(line(200, '大倉飯店')),
  starts_at: nullable(moment()),
  ends_at: nullable(moment()),
  supplier: nullable(line(200, '北海道巴士')),
  status: defaulted(oneOf(['planned', 'requested', 'confirmed', 'completed', 'cancelled'])),
  confirmation_number: nullable(line(60)),
  cost: nullable(money()),
  currency: defaulted(currency()),
  notes: nullable(text(2000)),
})

const { planned_trip_id: _trip, sequence: _place, ends_on, ...ofSegment } = TripSegment.properties
const { segment_id, sequence: _order, ...legFields } = Leg.properties
// Without an offset a time is the local time of its end.
const ofLeg = { ...legFields, starts_at: nullable(scheduled()), ends_at: nullable(scheduled()) }
const known = { id: Type.Optional(ref()), sequence: Type.Optional(whole(1)) }
/** Segments with an id are kept; the order is that of the body, or that of `sequence`. */
export const TripItinerary = Type.Object({
  segments: Type.Array(
    Type.Object({ ...known, ...ofSegment, ends_on: Type.Optional(ends_on), city_ids: defaulted(refs(50)) }),
    {
      maxItems: 200,
    },
  ),
})
export type TripItinerary = Static<typeof TripItinerary>
export const Legs = Type.Object({
  legs: Type.Array(Type.Object({ ...known, segment_id, ...ofLeg }), { maxItems: 500 }),
})
export type Legs = Static<typeof Legs>

/** One day or one leg, changed by itself. */
export const SegmentChange = Type.Partial(Type.Object({ ...ofSegment, ends_on, city_ids: refs(50) }), {
  minProperties: 1,
})
export type SegmentChange = Static<typeof SegmentChange>
export const LegChange = Type.Partial(Type.Object(ofLeg), { minProperties: 1 })
export type LegChange = Static<typeof LegChange>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    planned_trip_segments: Table<typeof TripSegment>
    planned_trip_segment_cities: { segment_id: number; city_id: number; sequence: number }
    planned_trip_segment_legs: Table<typeof Leg>
  }
}
