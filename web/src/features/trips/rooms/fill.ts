import type { PlannedTripRoom } from 'guidon-sdk'
import type { Guest, Room } from './plan.ts'

type Given = {
  rooms: Room[]
  people: Guest[]
  held: PlannedTripRoom['held']
  leader: number
  key: () => string
  pairsStrangers: boolean
}

/**
 * Assigns rooms to everybody without one. A booking stays together: its groups as it requested, otherwise two by two, and three if
 * one is left over and the hotel has triples. A single person then shares with somebody of the same sex, if strangers are paired at all.
 * Those who pay for a single room have one, and so does the leader.
 */
export const filled = ({ rooms, people, held, leader, key, pairsStrangers }: Given): Room[] => {
  const sleepers = people.filter(({ bed }) => bed)
  const alone = sleepers.filter(({ traveler_id, bed_type }) => traveler_id === leader || bed_type === 'single')
  const parties = Map.groupBy(
    sleepers.filter((each) => !alone.includes(each)),
    ({ booking_number }) => booking_number,
  )
  const triples = { left: held.length === 0 ? Number.POSITIVE_INFINITY : triplesLeft(rooms, held) }
  const shared = [...parties.values()].map((party) => sharedBy(party, triples))
  const singles = shared.flatMap(({ single }) => single ?? [])
  const groups = [
    ...shared.flatMap((each) => each.groups),
    ...(pairsStrangers ? pairsOf(singles) : singles.map((each) => [each])),
    ...alone.map((each) => [each]),
  ]
  const added = groups.map(
    (group): Room => ({
      key: key(),
      type: typeFor(group),
      notes: null,
      guests: group.map(({ traveler_id }) => traveler_id),
    }),
  )
  return withChildren([...rooms, ...added], people, groups, rooms.length)
}

/** Whether people of different bookings sleep in a room, who have to be asked first; the leader is no stranger. */
export const hasStrangers = ({ guests: ids }: Room, guests: Map<number, Guest>, leader: number) =>
  new Set(ids.flatMap((id) => (id === leader ? [] : (guests.get(id)?.booking_number ?? [])))).size > 1

const triplesLeft = (rooms: Room[], held: PlannedTripRoom['held']) => {
  const has = held.find(({ type }) => type === 'triple')?.count ?? 0
  return Math.max(0, has - rooms.filter(({ type, guests }) => type === 'triple' && guests.length > 0).length)
}

/** The rooms of a booking, and the people who are left over. */
const sharedBy = (party: Guest[], triples: { left: number }): { groups: Guest[][]; single: Guest | undefined } => {
  const requested = [...Map.groupBy(party, ({ roommate_group }) => roommate_group)]
    .filter(([group, those]) => group !== null && those.length > 1 && those.length <= 4)
    .map(([, those]) => those)
  const rest = party.filter((each) => !requested.some((group) => group.includes(each)))
  const isOdd = rest.length % 2 === 1
  if (isOdd && rest.length > 1 && triples.left > 0) {
    triples.left -= 1
    return { groups: [...requested, ...twoByTwo(rest.slice(0, -3)), rest.slice(-3)], single: undefined }
  }
  // If somebody is left over, an adult, because a child must not share with a stranger.
  const single = isOdd ? (rest.findLast(isAdult) ?? rest.at(-1)) : undefined
  return { groups: [...requested, ...twoByTwo(rest.filter((each) => each !== single))], single }
}

const isAdult = ({ passenger_type }: Guest) => passenger_type !== 'child' && passenger_type !== 'infant'

const twoByTwo = (people: Guest[]) => people.flatMap((_one, nth) => (nth % 2 === 0 ? [people.slice(nth, nth + 2)] : []))

/** Adults of the same sex share. One who is left over, a child, and somebody whose sex is unknown sleep alone. */
const pairsOf = (singles: Guest[]) => {
  const bySex = Map.groupBy(singles, (guest) => (isAdult(guest) && guest.gender) || 'unknown')
  return [...bySex].flatMap(([sex, those]) => (sex === 'unknown' ? those.map((each) => [each]) : twoByTwo(those)))
}

const typeFor = (group: Guest[]): Room['type'] => {
  if (group.length === 2) return group.every(({ bed_type }) => bed_type === 'double') ? 'double' : 'twin'
  return ({ 1: 'single', 3: 'triple' } as const)[group.length] ?? 'quad'
}

/** Children without a bed share the room of somebody of their booking who was assigned one now. */
const withChildren = (rooms: Room[], people: Guest[], groups: Guest[][], before: number) => {
  const children = people.filter(({ bed }) => !bed)
  return rooms.map((room, nth) => {
    const group = groups[nth - before]
    const own = children.filter((child) => group && group === roomOf(groups, child))
    return own.length ? { ...room, guests: [...room.guests, ...own.map(({ traveler_id }) => traveler_id)] } : room
  })
}

const roomOf = (groups: Guest[][], { booking_number }: Guest) =>
  groups.find((group) => group.some((each) => each.booking_number === booking_number))
