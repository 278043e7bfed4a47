import { useEffect, useState } from 'react'

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
