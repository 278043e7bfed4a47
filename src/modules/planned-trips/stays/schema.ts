import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { day, defaulted, line, list, nullable, oneOf, ref, text, whole, without } from '../../../kit/fields.ts'
import { RecordOf } from '../../../kit/resource/record.ts'

export const roomTypes = ['single', 'twin', 'double', 'triple', 'quad', 'suite'] as const
export type RoomType = (typeof roomTypes)[number]
export const RoomBlock = Type.Object({ type: oneOf(roomTypes), count: whole(1, 500) })

/** A stay of a trip: one hotel from one day to another, with the rooms that are reserved there by type. */
export const Stay = Type.Object({
  planned_trip_id: ref(),
  hotel_id: ref(),
  check_in: day(),
  check_out: day(),
  rooms: defaulted(list(RoomBlock, roomTypes.length)),
  status: defaulted(oneOf(['requested', 'confirmed', 'cancelled'])),
  confirmation_number: nullable(line(60, 'NK-20817')),
  notes: nullable(text(2000)),
})
export const NewStay = without(Stay, ['planned_trip_id'])
export type NewStay = Static<typeof NewStay>
export const StayChange = Type.Partial(NewStay, { minProperties: 1 })
export type StayChange = Static<typeof StayChange>

const name = line(200, '洞爺湖太陽宮飯店')
export const HotelOfStay = Type.Object({ id: ref(), name, name_en: Type.Union([name, Type.Null()]), city_id: ref() })
export const ShownStay = RecordOf(Stay, {
  hotel: HotelOfStay,
  nights: Type.Integer({ examples: [2] }),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    /** `rooms_version` is incremented when its rooms are arranged, and then `version` is not. */
    planned_trip_stays: Table<typeof Stay> & { rooms_version: Generated<number> }
  }
}
