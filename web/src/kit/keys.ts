import type { KeyboardEvent as PressedKey } from 'react'

const fields = 'input, textarea, select, [contenteditable]'

export const isTyping = ({ target }: Event) => target instanceof HTMLElement && target.matches(fields)

/**
 * Whether a key press belongs to an input method. In Safari only its old key code tells this for the Enter that ends a composition.
 */
export const isComposing = ({ nativeEvent }: PressedKey) => nativeEvent.isComposing || nativeEvent.keyCode === 229

/** `j` and `k` move along the rows of a page, as in mail programs; Enter opens a row. */
export const walkRows = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  if ((key !== 'j' && key !== 'k') || ctrlKey || metaKey || altKey || isTyping(event)) return
  const rows = [...document.querySelectorAll<HTMLElement>('a.row-link')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[Math.max(0, Math.min(rows.length - 1, at + (key === 'j' ? 1 : -1)))]?.focus()
}

/** Ctrl+Enter sends the form of the focused field, like its button. */
export const sendOnCtrlEnter = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, isComposing, defaultPrevented, target } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing || defaultPrevented || !isTyping(event)) return
  const button = (target as Element).closest('form')?.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button) return
  event.preventDefault()
  // A disabled button ignores the click, so nothing is sent twice.
  button.click()
}
