import type { Say } from '../../kit/words.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The faults of the controls of a form, by name, in whole sentences. The browser's own messages are in its language and cover the
 * form.
 */
export const faultsOf = (form: HTMLFormElement, say: Say): Record<string, string[]> =>
  Object.fromEntries(
    [...form.elements]
      .filter(isControl)
      .filter(({ validity, willValidate }) => willValidate && !validity.valid)
      .map((control) => [control.name || control.id, [sentenceFor(control, say)]]),
  )

const isControl = (each: Element): each is Control =>
  each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement || each instanceof HTMLSelectElement

const sentenceFor = (control: Control, say: Say) => {
  const { validity, type } = control
  const name = labelOf(control)?.textContent?.trim() || control.ariaLabel || say('這個欄位', 'this field')
  if (validity.valueMissing) {
    if (type === 'checkbox') return say(`請勾選「${name}」。`, `Tick “${name}”.`)
    const isChosen = control instanceof HTMLSelectElement || type === 'radio' || type === 'file'
    return isChosen ? say(`請選擇${name}。`, `Choose ${name}.`) : say(`請填寫${name}。`, `Fill in ${name}.`)
  }
  if (type === 'email')
    return say(
      `${name}須為電子郵件，例如 name@example.com。`,
      `${name} must be an email address, such as name@example.com.`,
    )
  if (type === 'url')
    return say(
      `${name}須為網址，例如 https://example.com。`,
      `${name} must be an address, such as https://example.com.`,
    )
  if (validity.tooShort && 'minLength' in control)
    return say(
      `${name}至少要 ${control.minLength} 個字元。`,
      `${name} must have at least ${control.minLength} characters.`,
    )
  return say(`請檢查${name}的內容。`, `Check ${name}.`)
}

/** A radio button is labelled by its answer, and its group by the legend. */
const labelOf = (control: Control) =>
  control.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : control.labels?.[0]

/** Scrolls to the first field with a fault, or to the refusal of the whole form, and focuses it. */
export const goToFirstFault = (form: HTMLFormElement) => {
  const [field] = [...form.querySelectorAll<HTMLElement>('[aria-invalid=true], :invalid:not(fieldset)')].filter(
    (each) => each.checkVisibility(),
  )
  const target = field ?? form.querySelector<HTMLElement>('[role=alert]')
  target?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
