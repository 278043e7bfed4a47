import { html } from '../../../kit/http/pages/html.ts'
import type { EntryKind, Refused, Shown } from '../view/shown.ts'

/** What stands in a form when it opens, by field. */
export type Values = Record<string, unknown>

/** Opens a form in the sheet, filled in. What was refused is said at its field. */
export function openForm(
  sheet: HTMLDialogElement,
  kind: EntryKind,
  values: Values,
  refused?: Refused,
): HTMLFormElement {
  const template = document.getElementById(`form-${kind}`) as HTMLTemplateElement
  sheet.replaceChildren(template.content.cloneNode(true))
  const form = sheet.querySelector('form') as HTMLFormElement
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (isField(field) && field.type !== 'file') field.value = String(value ?? '')
  }
  if (refused) tell(form, refused)
  if (!sheet.open) sheet.showModal()
  return form
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const isField = (element: unknown): element is Field => element instanceof HTMLElement && 'value' in element

const tell = (form: HTMLFormElement, { says, faults }: Refused) => {
  for (const [name, words] of Object.entries(faults)) {
    const field = form.elements.namedItem(name)
    if (!isField(field)) continue
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', `${field.id}-fault`)
    field.insertAdjacentHTML('afterend', html`<p class="fault" id="${field.id}-fault">${words.join(' ')}</p>`.markup)
  }
  tellAbove(form, says)
}

/** Says above a form why it was not taken. */
export function tellAbove(form: HTMLFormElement, words: string) {
  form.querySelector('.fault[role]')?.remove()
  form.insertAdjacentHTML('afterbegin', html`<p class="fault" role="alert">${words}</p>`.markup)
}

/** A new expense begins with the currency of the last one. */
export function usualCurrency({ trip, settings, onPhone }: Shown) {
  const waiting = onPhone?.entries.findLast(({ kind }) => kind === 'expenses')
  return waiting?.body.currency ?? trip.expenses.at(-1)?.currency ?? settings.currency
}

/** What was written in a form, as the service takes it, and the photographs. */
export function writtenIn(form: HTMLFormElement): { body: Values; photographs: File[] } {
  const data = new FormData(form)
  const photographs = data.getAll('photos').filter((each): each is File => each instanceof File && each.size > 0)
  data.delete('photos')
  const body = Object.fromEntries([...data].map(([name, text]) => [name, valueIn(name, String(text).trim())]))
  return { body, photographs }
}

const valueIn = (name: string, text: string) => (text === '' ? null : name === 'amount' ? Number(text) : text)
