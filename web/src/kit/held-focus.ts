import { useEffect, useRef } from 'react'

/** Keeps the focus on a row that is moved. If its button becomes disabled at an end of the list, the other button gets the focus. */
export const useHeldFocus = () => {
  const held = useRef<Element | null>(null)
  useEffect(() => {
    const element = held.current
    held.current = null
    if (!(element instanceof HTMLElement)) return
    const isOut = element instanceof HTMLButtonElement && element.disabled
    const target = isOut ? element.parentElement?.querySelector<HTMLElement>('button:enabled') : element
    target?.focus()
  })
  return () => {
    held.current = document.activeElement
  }
}
