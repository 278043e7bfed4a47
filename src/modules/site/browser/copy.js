// Copies a value with one press. Without this script there is no button, and a press on the value marks all of it.

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('button[data-copy]'))) {
  const label = /** @type {HTMLElement} */ (button.firstElementChild)
  const words = label.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    const { copy = '', done = '' } = button.dataset
    if (!(await isCopied(copy))) return mark(button.parentElement?.querySelector('.copied'))
    label.textContent = done
    setTimeout(() => {
      label.textContent = words
    }, 2000)
  })
}

/** @param {string} text */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The browser does not let pages copy: the value is marked, so that the own menu of the phone copies it. @param {Element | null | undefined} value */
function mark(value) {
  if (value) getSelection()?.selectAllChildren(value)
}
