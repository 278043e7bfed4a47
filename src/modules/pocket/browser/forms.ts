import { html } from '../../../kit/http/pages/html.ts'
import { type EntryKind, type Refused, type Shown, timeThere } from '../view/shown.ts'

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

/** Fills in when something happened, in the time of the place, and the people whom it may concern. */
export function fillIncident(form: HTMLFormElement, { trip, now }: Shown, { happened_at, traveler_ids }: Values) {
  const at = timeThere(trip, String(happened_at ?? now))
  const field = form.elements.namedItem('happened_at')
  if (isField(field)) field.value = `${at.day}T${at.clock}`
  const concerned = (traveler_ids ?? []) as number[]
  const people = trip.people.map(
    ({ id, name }) => html`
<label class="choice"><input type="checkbox" name="traveler_ids" value="${id}"${concerned.includes(id) && html` checked`}> ${name}</label>`,
  )
  const list = form.querySelector('.concerned')
  if (list) list.innerHTML = html`${people}`.markup
}

/** The instant of a local time at the place where a trip is. */
function instantThere(trip: Shown['trip'], local: string) {
  const asUtc = Date.parse(`${local}Z`)
  const there = timeThere(trip, new Date(asUtc).toISOString())
  return new Date(2 * asUtc - Date.parse(`${there.day}T${there.clock}Z`)).toISOString()
}

/** A new expense begins with the currency of the last one. */
export function usualCurrency({ trip, settings, onPhone }: Shown) {
  const waiting = onPhone?.entries.findLast(({ kind }) => kind === 'expenses')
  return waiting?.body.currency ?? trip.expenses.at(-1)?.currency ?? settings.currency
}

/** What was written in a form, as the service takes it, and the photographs. */
export function writtenIn(form: HTMLFormElement, trip: Shown['trip']): { body: Values; photographs: File[] } {
  const data = new FormData(form)
  const photographs = data.getAll('photos').filter((each): each is File => each instanceof File && each.size > 0)
  const people = data.getAll('traveler_ids').map(Number)
  for (const name of ['photos', 'traveler_ids']) data.delete(name)
  const texts = [...data].map(([name, text]) => [name, String(text).trim()] as const)
  const body: Values = Object.fromEntries(texts.map(([name, text]) => [name, text === '' ? null : text]))
  if (body.amount) body.amount = Number(body.amount)
  if (body.happened_at)
    Object.assign(body, { happened_at: instantThere(trip, String(body.happened_at)), traveler_ids: people })
  return { body, photographs }
}
