import type { Static } from 'typebox'
import type { Traveling } from '../manifests/queries.ts'
import { roomsOf } from '../manifests/rules.ts'
import { type RoomType, roomTypes } from '../stays/schema.ts'
import type { RoomOfTrip, StayOfTrip } from './queries.ts'
import { bedsIn } from './rules.ts'
import type { Room } from './schema.ts'

/** The rooms of each stay, and who has none there. */
export const plansOf = (stays: readonly StayOfTrip[], rooms: readonly RoomOfTrip[], travelers: readonly Traveling[]) =>
  stays.map((stay) => {
    const own = rooms.filter(({ stay_id }) => stay_id === stay.id)
    return { ...stay, ...planOf(own, stay.held, travelers) }
  })

type Trip = { departure_date: string; return_date: string }
/** The rooms of a trip whose hotels are not arranged yet: one proposal for all nights. */
export const planWithoutHotel = ({ departure_date, return_date }: Trip, travelers: readonly Traveling[]) => ({
  hotel: null,
  check_in: departure_date,
  check_out: return_date,
  ...planOf([], [], travelers),
})

// Until rooms are assigned, they are proposed from the groups that the bookings name.
const planOf = (own: readonly RoomOfTrip[], held: StayOfTrip['held'], travelers: readonly Traveling[]) => {
  const rooms = own.length ? own.map((room) => withTravelers(room, travelers)) : proposed(travelers)
  const placed = new Set(rooms.flatMap((room) => room.travelers.map(({ traveler_id }) => traveler_id)))
  return {
    is_assigned: own.length > 0,
    rooms,
    without_room: travelers.filter(({ traveler_id }) => !placed.has(traveler_id)),
    totals: totalsOf(held, rooms),
  }
}

type Shown = Pick<Static<typeof Room>, 'type'>

const withTravelers = ({ id, number, type, notes, traveler_ids }: RoomOfTrip, travelers: readonly Traveling[]) => ({
  id,
  number,
  type,
  notes,
  travelers: travelers.filter(({ traveler_id }) => traveler_ids.includes(traveler_id)),
})

const proposed = (travelers: readonly Traveling[]) =>
  roomsOf(travelers).rooms.map((room) => ({
    id: null,
    number: room.number,
    type: typeFor(room),
    notes: null,
    travelers: room.travelers,
  }))

const typeFor = ({ bed_type, travelers }: ReturnType<typeof roomsOf>['rooms'][number]): RoomType => {
  const beds = travelers.filter(({ bed }) => bed).length
  const asked = roomTypes.find((type) => type === bed_type && bedsIn[type] >= beds)
  return asked ?? roomTypes.find((type) => bedsIn[type] >= beds) ?? 'suite'
}

const totalsOf = (held: StayOfTrip['held'], rooms: Shown[]) =>
  roomTypes
    .map((type) => ({
      type,
      held: held?.find((block) => block.type === type)?.count ?? 0,
      used: rooms.filter((room) => room.type === type).length,
    }))
    .filter((total) => total.held + total.used > 0)
