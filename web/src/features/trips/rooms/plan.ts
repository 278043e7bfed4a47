import type { PlannedTripRoom, PlannedTripRoomTraveler } from 'guidon-sdk'
import { roomTypeWords } from 'guidon-sdk/words/room-type'
import { plural, type Say } from '../../../kit/words.ts'
import type { RoomType } from './room-type.ts'

export type Guest = PlannedTripRoomTraveler
/** A room as it is being arranged: who sleeps there by their ids. `key` stays the same while it is moved about. */
export type Room = { key: string; id?: number; type: RoomType; notes: string | null; guests: number[] }

const beds: Record<RoomType, number> = { single: 1, twin: 2, double: 2, triple: 3, quad: 4, suite: 20 }

export const roomsOf = (stay: PlannedTripRoom): Room[] =>
  stay.rooms.map(({ id, number, type, notes, travelers }) => ({
    key: `r${id ?? `p${number}`}`,
    ...(id !== null && { id }),
    type,
    notes,
    guests: travelers.map(({ traveler_id }) => traveler_id),
  }))

/** Everybody of the stay, by id. */
export const guestsOf = (stay: PlannedTripRoom) =>
  new Map(
    [...stay.rooms.flatMap(({ travelers }) => travelers), ...stay.without_room].map((each) => [each.traveler_id, each]),
  )

/** Moves somebody into a room; without a room, out of all of them. */
export const moved = (rooms: Room[], guest: number, to: string | undefined): Room[] =>
  rooms.map((room) => {
    const others = room.guests.filter((each) => each !== guest)
    return { ...room, guests: room.key === to ? [...others, guest] : others }
  })

export const withoutRoom = (rooms: Room[], guests: Map<number, Guest>) =>
  [...guests.values()].filter(({ traveler_id }) => !rooms.some((room) => room.guests.includes(traveler_id)))

/** Everybody without a room gets one: two of a booking share, a third sleeps alone. */
export const filled = (rooms: Room[], guests: Map<number, Guest>, key: () => string): Room[] => {
  const sleepers = withoutRoom(rooms, guests).filter(({ bed }) => bed)
  const parties = [...Map.groupBy(sleepers, ({ booking_number }) => booking_number).values()]
  const pairs = parties.flatMap((party) =>
    party.flatMap((_one, place) => (place % 2 === 0 ? [party.slice(place, place + 2)] : [])),
  )
  const added = pairs.map(
    (pair): Room => ({
      key: key(),
      type: pair.length === 1 ? 'single' : 'twin',
      notes: null,
      guests: pair.map(({ traveler_id }) => traveler_id),
    }),
  )
  return [...rooms, ...added]
}

/** Rooms needed and rooms held, by type. */
export const totalsOf = (rooms: Room[], held: PlannedTripRoom['held']) =>
  (Object.keys(beds) as RoomType[]).flatMap((type) => {
    const used = rooms.filter((room) => room.type === type && room.guests.length > 0).length
    const kept = held.find((each) => each.type === type)?.count ?? 0
    return used || kept ? [{ type, used, held: kept }] : []
  })

/** What is wrong with a room, in words. */
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
  if (here.length === 0) found.push(say('沒有人住', 'Nobody sleeps here'))
  const adults = sleepers.filter(({ passenger_type }) => passenger_type === 'adult')
  const isMixed = new Set(adults.flatMap(({ gender }) => gender ?? [])).size > 1
  const areStrangers = new Set(adults.map(({ booking_number }) => booking_number)).size > 1
  if (isMixed && areStrangers) found.push(say('不同訂單的男女同房', 'A man and a woman of different bookings'))
  return found
}

/** What is wrong over the whole stay, in words. */
export const faultsOfStay = (
  say: Say,
  rooms: Room[],
  { held }: PlannedTripRoom,
  guests: Map<number, Guest>,
): string[] => {
  // Children without a bed sleep with their parents; nobody has to place them.
  const homeless = withoutRoom(rooms, guests).filter(({ bed }) => bed)
  return [
    ...(homeless.length > 0 ? [say(`${homeless.length} 位還沒有房間`, `${homeless.length} without a room`)] : []),
    ...totalsOf(rooms, held)
      .filter(({ used, held: kept }) => used > kept)
      .map(({ type, used, held: kept }) =>
        say(
          `${roomTypeWords[type][0]}需要 ${used} 間，飯店只留 ${kept} 間`,
          `${used} rooms of type ${roomTypeWords[type][1]} needed, ${kept} held by the hotel`,
        ),
      ),
  ]
}
