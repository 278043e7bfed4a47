import type { PlannedTripRoom, PlannedTripRoomTraveler } from 'guidon-sdk'
import { roomTypeWords } from 'guidon-sdk/words'
import { plural, type Say } from '../../../kit/words.ts'
import type { RoomType } from './room-type.ts'

export type Guest = PlannedTripRoomTraveler
/** A room that is being arranged, with the ids of its guests. `key` stays the same while the room is moved. */
export type Room = { key: string; id?: number; type: RoomType; notes: string | null; guests: number[] }

/** The id of the leader among the guests of a stay; no traveler has it. */
export const LEADER = 0

const beds: Record<RoomType, number> = { single: 1, twin: 2, double: 2, triple: 3, quad: 4, suite: 20 }

export const roomsOf = (stay: PlannedTripRoom): Room[] =>
  stay.rooms.map(({ id, number, type, has_leader, notes, travelers }) => ({
    key: `r${id ?? `p${number}`}`,
    ...(id !== null && { id }),
    type,
    notes,
    guests: [...travelers.map(({ traveler_id }) => traveler_id), ...(has_leader ? [LEADER] : [])],
  }))

/** All guests of the stay by id, including the leader once one is assigned. */
export const guestsOf = (stay: PlannedTripRoom) => {
  const travelers = [...stay.rooms.flatMap((room) => room.travelers), ...stay.without_room]
  const isLed = stay.leader !== null || stay.rooms.some(({ has_leader }) => has_leader)
  const all = isLed ? [...travelers, leaderOf(stay)] : travelers
  return new Map(all.map((each) => [each.traveler_id, each]))
}

const leaderOf = ({ leader }: PlannedTripRoom): Guest => ({
  ...{ number: 0, traveler_id: LEADER, booking_number: '', booking_status: 'confirmed', name: leader?.name ?? '' },
  ...{ surname_en: null, given_name_en: null, gender: null, nationality: null, passenger_type: null, mobile: null },
  ...{ age: null, emergency_name: null, emergency_phone: null, emergency_relation: null, slept: [] },
  ...{ roommate_group: null, bed_type: null, bed: true, meal_requirement: null, food_restrictions: [] },
  ...{ has_allergies: false, special_requests: [], extras: [], needs: [] },
})

/** Moves somebody into a room; without a room, out of all of them. */
export const moved = (rooms: Room[], guest: number, to: string | undefined): Room[] =>
  rooms.map((room) => {
    const others = room.guests.filter((each) => each !== guest)
    return { ...room, guests: room.key === to ? [...others, guest] : others }
  })

export const withoutRoom = (rooms: Room[], guests: Map<number, Guest>) =>
  [...guests.values()].filter(({ traveler_id }) => !rooms.some((room) => room.guests.includes(traveler_id)))

/** Rooms needed and rooms held, by type. */
export const totalsOf = (rooms: Room[], held: PlannedTripRoom['held']) =>
  (Object.keys(beds) as RoomType[]).flatMap((type) => {
    const used = rooms.filter((room) => room.type === type && room.guests.length > 0).length
    const kept = held.find((each) => each.type === type)?.count ?? 0
    return used || kept ? [{ type, used, held: kept }] : []
  })

/** The faults of a room, in words. */
export const faultsOf = (say: Say, room: Room, guests: Map<number, Guest>): string[] => {
  const here = room.guests.flatMap((id) => guests.get(id) ?? [])
  const sleepers = here.filter(({ bed }) => bed)
  const [type, typeEn] = roomTypeWords[room.type]
  const found: string[] = []
  if (sleepers.length > beds[room.type])
    found.push(
      say(
        `${type}有 ${beds[room.type]} 張床，住了 ${sleepers.length} 位`,
        `${plural(sleepers.length, 'person', 'people')} in a ${typeEn} of ${plural(beds[room.type], 'bed')}`,
      ),
    )
  if (here.length === 0) found.push(say('沒有人住', 'Empty room'))
  const adults = sleepers.filter(({ passenger_type }) => passenger_type === 'adult')
  const isMixed = new Set(adults.flatMap(({ gender }) => gender ?? [])).size > 1
  const areStrangers = new Set(adults.map(({ booking_number }) => booking_number)).size > 1
  if (isMixed && areStrangers) found.push(say('不同訂單的男女同房', 'A man and a woman of different bookings'))
  return found
}

/** The faults of the whole stay, in words. */
export const faultsOfStay = (
  say: Say,
  rooms: Room[],
  { held }: PlannedTripRoom,
  guests: Map<number, Guest>,
): string[] => {
  // Children without a bed sleep with their parents, so they need no room of their own.
  const homeless = withoutRoom(rooms, guests).filter(({ bed }) => bed)
  return [
    ...(homeless.length > 0 ? [say(`${homeless.length} 位還沒有房間`, `${homeless.length} without a room`)] : []),
    ...totalsOf(rooms, held)
      .filter(({ used, held: kept }) => used > kept)
      .map(({ type, used, held: kept }) =>
        say(
          `${roomTypeWords[type][0]}需要 ${used} 間，飯店只留 ${kept} 間`,
          `${plural(used, 'room')} of type ${roomTypeWords[type][1]} needed, ${kept} held by the hotel`,
        ),
      ),
  ]
}
