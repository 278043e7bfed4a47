import type { PlannedTripRoom } from 'guidon-sdk'
import { useDraft } from '../../../kit/drafts.ts'
import { rebased } from './colleague-moves.ts'
import { guestsOf, type Room, roomsOf } from './plan.ts'

/** What the reader arranges, and what it began with. */
type Draft = { version: number; begun: Room[]; rooms: Room[] }

/** The rooms as the reader arranges them; they survive a reload, until they are saved or undone. */
export const useArrangement = (plan: PlannedTripRoom) => {
  const [text, keep] = useDraft(`arrangement.${plan.id}`)
  const draft: Draft | undefined = text ? JSON.parse(text) : undefined
  const saved = roomsOf(plan)
  const { version, begun } = draft ?? { version: plan.version, begun: saved }
  // Who has cancelled since the draft was made has no room any more.
  const known = guestsOf(plan)
  const rooms = (draft?.rooms ?? saved).map((room) => ({ ...room, guests: room.guests.filter((id) => known.has(id)) }))
  const write = (next: Draft) => keep(JSON.stringify(next))
  return {
    rooms,
    version,
    begun,
    isChanged: draft !== undefined,
    /** A colleague has saved the rooms since the reader began. */
    isBehind: version < plan.version,
    change: (next: Room[]) => write({ version, begun, rooms: next }),
    rebase: () => write({ version: plan.version, begun: saved, rooms: rebased(begun, rooms, saved) }),
    /** Saved: the draft stays on the screen until the rooms are read again. */
    settle: (saved: number) => write({ version: saved, begun, rooms }),
    forget: () => keep(''),
  }
}
export type Arrangement = ReturnType<typeof useArrangement>
