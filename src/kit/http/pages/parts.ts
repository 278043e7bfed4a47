import { type Locale, say } from '../../words/words.ts'
import { html, type Markup } from './html.ts'
import type { Sent } from './sent.ts'

/** A section with a heading. */
export function card(title: string, body: Markup, { id, className = '' }: { id?: string; className?: string } = {}) {
  return html`
<section class="card ${className}"${id ? html` id="${id}"` : ''}>
<h2>${title}</h2>
${body}
</section>`
}

type Row = readonly [name: string, value: string | Markup | null | undefined]

/** Names with values; rows without a value are left out. */
export function facts(rows: readonly Row[]) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const items = shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<dl class="facts">${items}</dl>`
}

/** A sentence about what was done. */
export function done(words: string) {
  return html`<p class="told" role="status" id="done">${words}</p>`
}

/** A sentence about what was refused. */
export function fault(words: string) {
  return html`<p class="fault" role="alert">${words}</p>`
}

/** A refusal whose form is no longer on the page, because something else happened first, with the text that was written in it. */
export function faultOfGoneForm({ says, fields }: Sent, locale: Locale): Markup {
  const written = longTexts.map((name) => fields[name]).find(Boolean)
  return html`
<section class="card asks">
  ${fault(says)}
  ${written && html`<p class="soft small">${say(['您剛才寫的：', 'What you wrote:'], locale)}</p>`}
  ${written && html`<p class="words">${String(written)}</p>`}
</section>`
}
const longTexts = ['text', 'message', 'response_message', 'detail', 'reason', 'customer_note']

type FormParts = {
  name: string
  sent: Sent | undefined
  body: Markup
  button: string | Markup
  isUpload?: boolean
  kind?: string
}

/** A form that is sent to the address of its page. After a refusal it contains the entered values and the fault. */
export function sending({ name, sent, body, button, isUpload = false, kind = 'main' }: FormParts) {
  const shownButton = typeof button === 'string' ? html`<button class="button ${kind}">${button}</button>` : button
  return html`
<form method="post"${isUpload && html` enctype="multipart/form-data"`}>
  <input type="hidden" name="form" value="${name}">
  ${sent?.form === name ? fault(sent.says) : ''}
  ${body}
  <p class="does">${shownButton}</p>
</form>`
}

type FieldParts = {
  form: string
  sent: Sent | undefined
  name: string
  label: string
  value?: string | null | undefined
  hint?: string | undefined
  /** Takes the place of the hint where the value is taken and yet needs attention. */
  warning?: string | undefined
  /** The word that says beside the label that a value is needed. */
  required?: string | undefined
}
type InputParts = FieldParts & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local' | 'password' | 'number' | 'file'
  attributes?: Markup
}

export function input({ type = 'text', attributes, ...field }: InputParts) {
  const isWritten = type !== 'password' && type !== 'file'
  const more = html`${isWritten && html` value="${typed(field)}"`}${attributes && html` ${attributes}`}`
  return labelled(field, (given) => html`<input class="input" type="${type}" ${given}${more}>`)
}

export function longText({ attributes, ...field }: FieldParts & { attributes?: Markup }) {
  return labelled(
    field,
    (given) =>
      html`<textarea class="input" rows="3" ${given}${attributes && html` ${attributes}`}>${typed(field)}</textarea>`,
  )
}

type ChoiceParts = FieldParts & { of: readonly (readonly [value: string, label: string])[]; none?: string }

/** A choice between several; `none` is the label of the empty choice. */
export function choice({ of, none, ...field }: ChoiceParts) {
  return labelled(field, (given) => {
    const chosen = typed(field)
    const all = none === undefined ? of : [['', none] as const, ...of]
    const options = all.map(
      ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
    )
    return html`<select class="input" ${given}>${options}</select>`
  })
}

const labelled = (field: FieldParts, control: (given: Markup) => Markup) => {
  const { form, name, label, warning, hint = warning, required } = field
  const id = `${form}-${name}`
  const faults = faultsOf(field)
  const about = [...(hint ? [`${id}-hint`] : []), ...(faults.length ? [`${id}-fault`] : [])].join(' ')
  const given = html`
id="${id}" name="${name}"
${about && html` aria-describedby="${about}"`}
${faults.length > 0 && html` aria-invalid="true"`}
${required && html` required`}
${isFirstFault(field) && html` autofocus`}`
  return html`
<div class="field">
  <label for="${id}"${required && html` data-required="${required}"`}>${label}</label>
  ${control(given)}
  ${hint && html`<p class="${warning ? 'hint warn' : 'hint'}" id="${id}-hint">${hint}</p>`}
  ${faults.length > 0 && html`<p class="fault" id="${id}-fault">${faults.join(' ')}</p>`}
</div>`
}

const isOf = ({ sent, form }: FieldParts) => sent?.form === form
const faultsOf = (field: FieldParts) => (isOf(field) && field.sent?.faults[field.name]) || []
const isFirstFault = (field: FieldParts) => isOf(field) && Object.keys(field.sent?.faults ?? {})[0] === field.name
const typed = (field: FieldParts) => {
  const given = isOf(field) ? field.sent?.fields[field.name] : undefined
  return String(given ?? field.value ?? '')
}
