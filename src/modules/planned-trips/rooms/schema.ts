import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { defaulted, nullable, oneOf, ref, refs, text, whole } from '../../../kit/fields.ts'
import { roomTypes } from '../stays/schema.ts'

/** A room of a stay; `number` is its place in the list, not the number on its door. */
export const Room = Type.Object({
  stay_id: ref(),
  number: whole(1, 500),
  type: oneOf(roomTypes),
  notes: nullable(text(2000)),
})

const { type, notes } = Room.properties
const supplementChoices = ['charge', 'keep'] as const
/** All rooms of a stay in their order; those with an id are kept. */
export const Rooms = Type.Object({
  rooms: Type.Array(Type.Object({ id: Type.Optional(ref()), type, notes, traveler_ids: defaulted(refs(20)) }), {
    maxItems: 500,
  }),
  /** Asked for where the rooms change who pays for a room of one's own: prices follow the rooms, or stay as they are. */
  supplements: Type.Optional(oneOf(supplementChoices)),
})
export type Supplements = (typeof supplementChoices)[number]
export type Rooms = Static<typeof Rooms>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    stay_rooms: Table<typeof Room>
    stay_room_travelers: { room_id: number; stay_id: number; traveler_id: number }
  }
}
