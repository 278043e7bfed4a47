/**
 * A control that is disabled while something is sent loses the focus; this gives it back when the control is enabled again.
 * Otherwise keyboard users would start at the top of the page after each tick.
 */
export const keepFocusOfDisabled = () => {
  let last: HTMLElement | undefined
  const look = ({ target }: MutationRecord) => {
    if (!(target instanceof HTMLElement)) return
    // A disabled element remains `document.activeElement` until the next frame.
    if (target.matches(':disabled')) last = target === document.activeElement ? target : last
    else if (target === last && isNothingFocused()) target.focus({ preventScroll: true })
  }
  new MutationObserver((records) => records.forEach(look)).observe(document, {
    attributeFilter: ['disabled'],
    subtree: true,
  })
}

/**
 * If a focused control is removed, such as the button of a step that was taken, its section gets the focus, so that the next Tab
 * continues there. A dialog gives the focus back to the element that opened it.
 */
export const keepFocusOfRemoved = () => {
  let last: Element | undefined
  let around: HTMLElement[] = []
  document.addEventListener('focusin', ({ target }) => {
    const isOnPage = target instanceof Element && target.closest('main') && !target.closest('dialog')
    last = isOnPage ? target : undefined
    around = isOnPage ? partsAround(target) : []
  })
  new MutationObserver(() => {
    if (!last || last.isConnected) return
    last = undefined
    if (!isNothingFocused()) return
    const part = around.find(({ isConnected }) => isConnected)
    if (part && !part.hasAttribute('tabindex')) part.tabIndex = -1
    part?.focus({ preventScroll: true })
  }).observe(document, { childList: true, subtree: true })
}

const partsAround = (element: Element) => {
  const parts: HTMLElement[] = []
  for (
    let part = element.closest<HTMLElement>(PART);
    part;
    part = part.parentElement?.closest<HTMLElement>(PART) ?? null
  )
    parts.push(part)
  return parts
}
const PART = 'section, form, main'

export const isNothingFocused = () => document.activeElement?.matches('body, dialog, main') ?? true
