import { useEffect, useRef, useState } from 'react'
import { isNothingFocused } from './kept-focus.ts'

/** A dialog above the page, with the focus in the field marked `data-first`. However it is closed, what opened it has the focus again. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      if (opener instanceof HTMLElement && isNothingFocused()) opener.focus({ preventScroll: true })
    }
  }, [opener])
  return dialog
}
