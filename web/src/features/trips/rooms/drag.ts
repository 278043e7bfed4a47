import { type DragEvent, useEffect, useState } from 'react'
import type { Guest } from './plan.ts'

/** The person who is picked up, by a click or by dragging. `room` is undefined for people without a room. */
export type Held = {
  guest: number | undefined
  /** While somebody is dragged, the layout does not change, because moving targets are hard to hit. */
  isDragged: boolean
  take: (guest: number | undefined, isDragged?: boolean) => void
  putDown: (room: string | undefined) => void
}

export const useHeld = (move: (guest: number, room: string | undefined) => void): Held => {
  const [guest, setGuest] = useState<number>()
  const [isDragged, setDragged] = useState(false)
  const take: Held['take'] = (next, isByDragging = false) => {
    setGuest(next)
    setDragged(isByDragging)
  }
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setGuest(undefined)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const putDown = (room: string | undefined) => {
    if (guest === undefined) return
    move(guest, room)
    take(undefined)
    // The element moves to another place of the page; it keeps the focus.
    requestAnimationFrame(() => document.getElementById(`guest-${guest}`)?.focus())
  }
  return { guest, isDragged, take, putDown }
}

/** Event handlers for a person who can be dragged. */
export const draggable = (held: Held, { traveler_id, name }: Pick<Guest, 'traveler_id' | 'name'>) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData('text/plain', name)
    held.take(traveler_id, true)
  },
  onDragEnd: () => held.take(undefined),
})

/** Event handlers for a room where the person may be dropped, and whether the pointer is over it. */
export const useDropInto = (held: Held, room: string | undefined, isHere: boolean) => {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (held.guest === undefined || isHere) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        held.putDown(room)
      },
    },
  }
}
