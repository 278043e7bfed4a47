import type { PlannedTripRoom } from 'guidon-sdk'
import { useDraft } from '../../../kit/text-draft.ts'
import { rebased } from './colleague-moves.ts'
import { guestsOf, type Room, roomsOf } from './plan.ts'

/** The draft of the rooms, and the rooms that it was started from. */
type Draft = { version: number; begun: Room[]; rooms: Room[] }

/** The rooms as the reader arranges them. They survive a reload, until they are saved or discarded. */
export const useArrangement = (plan: PlannedTripRoom) => {
  const [text, keep] = useDraft(`arrangement.${plan.id}`)
  const draft: Draft | undefined = text ? JSON.parse(text) : undefined
  const saved = roomsOf(plan)
  const { version, begun } = draft ?? { version: plan.version, begun: saved }
  // Travelers who were cancelled since the draft was made are removed from their rooms.
  const known = guestsOf(plan)
  const rooms = (draft?.rooms ?? saved).map((room) => ({ ...room, guests: room.guests.filter((id) => known.has(id)) }))
  const write = (next: Draft) => keep(JSON.stringify(next))
  return {
    rooms,
    version,
    begun,
    isChanged: draft !== undefined,
    /** Whether a colleague has saved the rooms since the reader began. */
    isBehind: version < plan.version,
    change: (next: Room[]) => write({ version, begun, rooms: next }),
    rebase: () => write({ version: plan.version, begun: saved, rooms: rebased(begun, rooms, saved) }),
    /** After saving, the draft stays on the screen until the rooms are read again. */
    settle: (saved: number) => write({ version: saved, begun, rooms }),
    forget: () => keep(''),
  }
}
export type Arrangement = ReturnType<typeof useArrangement>
