import { roomTypeWords } from 'guidon-sdk/words'
import type { Say } from '../../../kit/words.ts'
import { type Guest, moved, type Room } from './plan.ts'

/**
 * Applies the reader's changes to the rooms that a colleague has saved meanwhile: people whom the reader moved go where the reader
 * put them; all others stay where the colleague put them. A move into a room that the colleague removed is dropped.
 */
export const rebased = (begun: Room[], arranged: Room[], saved: Room[]): Room[] => {
  const [base, mine] = [aligned(begun, saved), aligned(arranged, saved)]
  const added = mine.filter(({ key }) => !isIn(base, key) && !isIn(saved, key)).map((room) => ({ ...room, guests: [] }))
  const [was, is] = [roomOfEach(base), roomOfEach(mine)]
  const rooms = [...was.keys(), ...is.keys()].reduce(
    (next, guest) => {
      const to = is.get(guest)
      const isMoved = to !== was.get(guest) && (to === undefined || isIn(next, to))
      return isMoved ? moved(next, guest, to) : next
    },
    [...saved.map((room) => ({ ...room, ...ownOf(base, mine, room.key) })), ...added],
  )
  return rooms.filter(({ key, guests }) => guests.length > 0 || isIn(mine, key) || !isIn(base, key))
}

/** The changes that a colleague has saved since the reader began, in words. */
export const colleagueMoves = (say: Say, begun: Room[], saved: Room[], guests: Map<number, Guest>): string[] => {
  const base = aligned(begun, saved)
  const [was, is] = [roomOfEach(base), roomOfEach(saved)]
  const room = (rooms: Room[], key: string | undefined) => {
    const number = rooms.findIndex((each) => each.key === key) + 1
    return number ? say(`${number} 號房`, `room ${number}`) : say('沒有房間', 'no room')
  }
  const moves = [...guests.values()].flatMap(({ traveler_id: id, name }) =>
    was.get(id) === is.get(id) ? [] : [`${name}：${room(base, was.get(id))} → ${room(saved, is.get(id))}`],
  )
  const types = saved.flatMap(({ key, type }) => {
    const before = base.find((each) => each.key === key)?.type ?? type
    return before === type
      ? []
      : [`${room(saved, key)}：${say(...roomTypeWords[before])} → ${say(...roomTypeWords[type])}`]
  })
  return [...moves, ...types]
}

// Rooms that were only proposed when the reader began have no id; they are matched by their position.
const aligned = (rooms: Room[], saved: Room[]) =>
  rooms.map((room) => {
    const nth = /^rp(\d+)$/.exec(room.key)?.[1]
    const same = nth === undefined ? undefined : saved[Number(nth) - 1]
    return same ? { ...room, key: same.key } : room
  })

const ownOf = (base: Room[], mine: Room[], key: string): Partial<Room> => {
  const [before, now] = [base, mine].map((rooms) => rooms.find((room) => room.key === key))
  if (!before || !now) return {}
  return {
    ...(before.type !== now.type && { type: now.type }),
    ...(before.notes !== now.notes && { notes: now.notes }),
  }
}

const isIn = (rooms: Room[], key: string) => rooms.some((room) => room.key === key)
const roomOfEach = (rooms: Room[]) => new Map(rooms.flatMap(({ key, guests }) => guests.map((guest) => [guest, key])))
