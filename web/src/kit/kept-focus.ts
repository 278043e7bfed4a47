/**
 * A control that is disabled while something is sent loses the focus; it gets the focus back when it is enabled again. Without this,
 * a person at the keyboard begins anew at the top of the page after each tick.
 */
export const keepFocusOfDisabled = () => {
  let last: HTMLElement | undefined
  const look = ({ target }: MutationRecord) => {
    if (!(target instanceof HTMLElement)) return
    // A disabled element stays the active one until the page is drawn.
    if (target.matches(':disabled')) last = target === document.activeElement ? target : last
    else if (target === last && isNothingFocused()) target.focus({ preventScroll: true })
  }
  new MutationObserver((records) => records.forEach(look)).observe(document, {
    attributeFilter: ['disabled'],
    subtree: true,
  })
}

export const isNothingFocused = () => document.activeElement?.matches('body, dialog') ?? true
