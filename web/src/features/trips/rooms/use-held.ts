import { useEffect, useState } from 'react'

/** Whom the reader has in the hand, by a press or by dragging; `room` undefined is the place of those without a room. */
export type Held = {
  guest: number | undefined
  /** While somebody is dragged, the page keeps its shape: what moves is hard to hit. */
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
    // The name moves to another place of the page; the focus goes with it.
    requestAnimationFrame(() => document.getElementById(`guest-${guest}`)?.focus())
  }
  return { guest, isDragged, take, putDown }
}
