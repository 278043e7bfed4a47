import type { DragEvent } from 'react'
import { queryClient } from '../../kit/api.ts'
import { store } from '../../kit/store.ts'
import { candidatesOf } from './shared/candidates.ts'

/** The dragged trip, the leader whose line it was on, and the leader whose line it is over or was dropped on. */
export type Dragged = { trip: number; from: number | undefined; leader: number | undefined }

// Outside of React's state, so that moving over hundreds of lines renders none of them again.
const dragged = store<Dragged | undefined>(undefined)
export const useDragged = dragged.use

const numberAt = ({ target }: DragEvent, name: 'trip' | 'leader') => {
  const found = target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`) : null
  return Number(found?.dataset[name]) || undefined
}

/** Event handlers for the list of all lines, which also receive the events of its blocks and lines. */
export const draggingOver = (drop: (dropped: Dragged) => void) => ({
  onDragStart: (event: DragEvent) => {
    const trip = numberAt(event, 'trip')
    if (!trip) return
    event.dataTransfer.effectAllowed = 'move'
    dragged.set({ trip, from: numberAt(event, 'leader'), leader: undefined })
    // So that the candidates are loaded before the drop.
    queryClient.prefetchQuery(candidatesOf(trip))
  },
  onDragOver: (event: DragEvent) => {
    const now = dragged.now()
    const leader = numberAt(event, 'leader')
    if (!now) return
    if (leader && leader !== now.from) event.preventDefault()
    if (leader !== now.leader) dragged.set({ ...now, leader })
  },
  onDrop: (event: DragEvent) => {
    const now = dragged.now()
    if (!now?.leader) return
    event.preventDefault()
    drop(now)
  },
  onDragEnd: () => dragged.set(undefined),
})
