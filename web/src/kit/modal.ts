import { useEffect, useRef, useState } from 'react'
import { isNothingFocused } from './kept-focus.ts'

/**
 * A dialog above the page, with the focus in the field marked `data-first`, else in its first field. However it is closed, the
 * element that opened it gets the focus back.
 */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    const stop = dialog.current ? openAtFirstField(dialog.current) : () => {}
    return () => {
      stop()
      if (opener instanceof HTMLElement && isNothingFocused()) opener.focus({ preventScroll: true })
    }
  }, [opener])
  return dialog
}

/** The first field may be loaded later; wait for it, unless the focus was moved meanwhile. */
const openAtFirstField = (dialog: HTMLDialogElement) => {
  dialog.showModal()
  const start = document.activeElement
  const observer = new MutationObserver(() => look())
  const look = () => {
    const isMoved = document.activeElement !== start && !isNothingFocused()
    const first = isMoved ? undefined : firstFieldIn(dialog)
    first?.focus()
    if (isMoved || first) observer.disconnect()
  }
  observer.observe(dialog, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}

const fields = 'input:enabled:not([type=hidden]), select:enabled, textarea:enabled'

const firstFieldIn = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('[data-first]') ??
  [...dialog.querySelectorAll<HTMLElement>(fields)].find((field) => field.checkVisibility({ visibilityProperty: true }))
