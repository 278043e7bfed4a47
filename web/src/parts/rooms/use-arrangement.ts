import type { PlannedTripRoom } from 'guidon-sdk'
import { useDraft } from '../../kit/drafts.ts'
import { guestsOf, type Room, roomsOf } from './bench.ts'

/** The rooms as the reader arranges them; they survive a reload, until they are saved or undone. */
export const useArrangement = (plan: PlannedTripRoom) => {
  const [draft, keep] = useDraft(`rooms.${plan.id}`)
  const drafted: Room[] = draft ? JSON.parse(draft) : roomsOf(plan)
  // Who has cancelled since the draft was made has no room any more.
  const known = guestsOf(plan)
  const rooms = drafted.map((room) => ({ ...room, guests: room.guests.filter((id) => known.has(id)) }))
  return {
    rooms,
    isChanged: draft !== '',
    change: (next: Room[]) => keep(JSON.stringify(next)),
    forget: () => keep(''),
  }
}
