import type { FieldFaults } from '../../../kit/errors.ts'
import { plural } from '../../../kit/words/words.ts'
import type { RoomType } from '../stays/schema.ts'
import type { Rooms } from './schema.ts'

/** How many sleep in a bed of their own in a room; a suite has as many beds as its hotel puts there. */
export const bedsIn: Record<RoomType, number> = { single: 1, twin: 2, double: 2, triple: 3, quad: 4, suite: 20 }

type Sleeper = { traveler_id: number; name: string; bed: boolean }

/** What is wrong with the rooms of a stay, each at its row. */
export const roomFaults = ({ rooms }: Rooms, travelers: readonly Sleeper[]): FieldFaults => {
  const known = new Map(travelers.map((traveler) => [traveler.traveler_id, traveler]))
  const placed = new Set<number>()
  const errors: FieldFaults = {}
  for (const [i, { type, traveler_ids = [] }] of rooms.entries()) {
    const field = `rooms.${i}.traveler_ids`
    const beds = traveler_ids.filter((id) => known.get(id)?.bed).length
    if (beds > bedsIn[type]) errors[field] = [tooMany(bedsIn[type])]
    for (const [n, id] of traveler_ids.entries()) {
      if (!known.has(id)) errors[`${field}.${n}`] = [notOnTrip]
      else if (placed.has(id)) errors[`${field}.${n}`] = [twice]
      placed.add(id)
    }
  }
  return errors
}

const tooMany = (beds: number) =>
  [
    `這種房型最多 ${beds} 床（不佔床的孩子不計）。`,
    `Such a room has ${plural(beds, 'bed')} (children without one not counted).`,
  ] as const
const notOnTrip = ['不是這個團有座位的旅客。', 'Is no traveler with a seat on this trip.'] as const
const twice = ['同一次住宿只能住一間房。', 'Sleeps in one room of a stay only.'] as const
