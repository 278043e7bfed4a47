import { html } from '../../../kit/http/pages/html.ts'
import { callLink } from '../view/people.ts'
import { ring } from '../view/roll-call.ts'
import { type OpenCall, type Shown, translator } from '../view/shown.ts'

/** Fills the sheet of a roll call: a press says that somebody is there, and a missing person can be called. */
export function fillCall(form: HTMLFormElement, { trip, settings }: Shown, present: readonly number[]) {
  const t = translator(settings)
  const rows = trip.people.map((person) => {
    const isHere = String(present.includes(person.id))
    return html`
<li>
  <button type="button" data-person="${person.id}" aria-pressed="${isHere}"><b>${person.name}</b></button>
  ${callLink(person, t)}
</li>`
  })
  const list = form.querySelector('.roll')
  if (list) list.innerHTML = html`${rows}`.markup
  drawRing(form)
}

/** Marks somebody as there, or not. */
export function press(button: HTMLElement, form: HTMLFormElement) {
  button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
  drawRing(form)
}

const drawRing = (form: HTMLFormElement) => {
  const place = form.querySelector('#ring')
  const all = form.querySelectorAll('[data-person]').length
  if (place) place.innerHTML = ring(callIn(form).present.length, all).markup
}

/** The open roll call as the sheet stands now. */
export function callIn(form: HTMLFormElement): OpenCall {
  const data = new FormData(form)
  const here = form.querySelectorAll<HTMLElement>('[data-person][aria-pressed="true"]')
  return {
    name: String(data.get('name')).trim(),
    place: String(data.get('place')).trim(),
    present: [...here].map(({ dataset }) => Number(dataset.person)),
  }
}
