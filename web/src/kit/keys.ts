import type { KeyboardEvent as PressedKey } from 'react'

const fields = 'input, textarea, select, [contenteditable]'

export const isTyping = ({ target }: Event) => target instanceof HTMLElement && target.matches(fields)

/** Whether a key belongs to the composition of characters. Safari says so of the Enter that ends it by its old code alone. */
export const isComposing = ({ nativeEvent }: PressedKey) => nativeEvent.isComposing || nativeEvent.keyCode === 229

/** `j` and `k` walk along the rows of a page, as in mail programs; Enter opens. */
export const walkRows = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  if ((key !== 'j' && key !== 'k') || ctrlKey || metaKey || altKey || isTyping(event)) return
  const rows = [...document.querySelectorAll<HTMLElement>('a.row-link')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[Math.max(0, Math.min(rows.length - 1, at + (key === 'j' ? 1 : -1)))]?.focus()
}
