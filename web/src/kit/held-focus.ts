import { useEffect, useRef } from 'react'

/** A row that is moved keeps the focus; a button that cannot move it further gives it to its neighbor. */
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
