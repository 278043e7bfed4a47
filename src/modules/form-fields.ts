import type { TObject } from 'typebox'
import { phone } from '../kit/fields.ts'
import type { Schema } from '../kit/http/openapi/schema.ts'
import { html, type Markup } from '../kit/http/pages/html.ts'
import { choice, input, longText } from '../kit/http/pages/parts.ts'
import type { Sent } from '../kit/http/pages/sent.ts'
import { codeWord, listWith } from '../kit/words/code-words.ts'
import { type Locale, say, type Words } from '../kit/words/words.ts'
import { labelOf } from './words/field-labels.ts'

/** What a page says of a field in its own way. */
type Own = {
  label?: Words
  hint?: string | undefined
  /** Takes the place of the hint where the value is taken and yet needs attention. */
  warning?: string | undefined
  /** The label of the empty choice. */
  none?: Words
  /** The choices that are offered, where these are not all. */
  only?: readonly string[]
  isRequired?: boolean
}

type OnForm<Name extends string> = {
  form: string
  sent: Sent | undefined
  locale: Locale
  values?: Readonly<Partial<Record<Name, string | null>>>
  /** What is shown of values that are on file. The input stands behind "change"; left empty, it keeps the value. */
  masked?: Readonly<Partial<Record<Name, string | null | undefined>>>
  own?: Readonly<Partial<Record<NoInfer<Name>, Own>>>
  /** Two fields side by side. */
  pairs?: boolean
}

/**
 * The fields of a form, made from their schema: label, type, limits, choices with their words, whether a value is needed, the masked
 * value, and what was wrong when the form was sent.
 */
export function fields<Name extends string>(
  { properties, required }: TObject,
  names: readonly Name[],
  on: OnForm<Name>,
): Markup {
  const schemas = names.map((name) => [name, (properties[name] ?? {}) as Schema] as const)
  const made = schemas.map(([name, schema]) => ({
    isLong: isLongText(schema),
    markup: fieldOf(name, schema, required?.includes(name) === true, on),
  }))
  const [country] = schemas.filter(([, schema]) => isCountry(schema))
  const countries = country && listOfCountries(country[0], country[1], on.locale)
  return html`${on.pairs ? inPairs(made) : made.map(({ markup }) => markup)}${countries}`
}

type Made = { isLong: boolean; markup: Markup }

// A long text has the whole width.
const inPairs = (made: readonly Made[]) => {
  const rows: Made[][] = []
  for (const each of made) {
    const last = rows.at(-1)
    if (last?.length === 1 && !last[0]?.isLong && !each.isLong) last.push(each)
    else rows.push([each])
  }
  return rows.map((row) => {
    const markup = row.map((each) => each.markup)
    return markup.length === 1 ? html`${markup}` : html`<div class="pair">${markup}</div>`
  })
}

const fieldOf = <Name extends string>(name: Name, schema: Schema, isNeeded: boolean, on: OnForm<Name>): Markup => {
  const { form, sent, locale, values, masked, own } = on
  const { label = labelOf(name, schema) ?? [name, name], isRequired = isNeeded, ...said } = own?.[name] ?? {}
  const value = values?.[name]
  const field = {
    ...{ form, sent, name, value, label: say(label, locale), hint: said.hint, warning: said.warning },
    required: isRequired ? say(needed, locale) : undefined,
  }
  const control = controlOf(field, schema, { none: say(said.none ?? unset, locale), only: said.only }, locale)
  const mask = masked?.[name]
  const isTyped = sent?.form === form && sent.fields[name] !== undefined
  return mask ? kept(field.label, mask, control, isTyped, locale) : control
}
const needed: Words = ['必填', 'required']
const unset: Words = ['請選擇', 'Please choose']

type Field = Parameters<typeof input>[0]

type Offered = { none: string; only: readonly string[] | undefined }

const controlOf = (field: Field, schema: Schema, { none, only }: Offered, locale: Locale) => {
  const attributes = attributesOf(field.name, schema)
  if (isLongText(schema)) return longText({ ...field, attributes })
  const of = choicesOf(field.name, schema, locale)
  if (isCountry(schema)) {
    const chosen = of.find(([code]) => code === field.value)?.[1] ?? field.value
    return input({ ...field, value: chosen, attributes: html`list="${COUNTRIES}" ${attributes}` })
  }
  if (of.length) return choice({ ...field, of: only ? of.filter(([code]) => only.includes(code)) : of, none })
  return input({ ...field, type: typeOf(schema), attributes })
}

const isLongText = ({ format }: Schema) => format === 'text'

const typeOf = ({ type, format, pattern }: Schema) => {
  if (format === 'day') return 'date'
  if (pattern === ofPhone.pattern) return 'tel'
  return [type].flat().some((each) => each === 'integer' || each === 'number') ? 'number' : 'text'
}

const ofPhone = phone() as object as Schema

const codesOf = (schema: Schema) => (schema.enum ?? []).filter((code) => code !== null).map(String)

const choicesOf = (name: string, schema: Schema, locale: Locale) => {
  const codes = codesOf(schema)
  const list = codes.length ? listWith(codes, name) : undefined
  return codes.map((code) => [code, codeWord(list ?? name, code, locale)] as const)
}

// Nobody finds one of 249 countries in a select. Its name is typed, and the browser helps.
const isCountry = (schema: Schema) => codesOf(schema).length > MOST_IN_SELECT
const MOST_IN_SELECT = 60
const COUNTRIES = 'countries'
const listOfCountries = (name: string, schema: Schema, locale: Locale) =>
  html`<datalist id="${COUNTRIES}">${choicesOf(name, schema, locale).map(([, word]) => html`<option value="${word}"></option>`)}</datalist>`

const attributesOf = (name: string, { format, maxLength, minLength, minimum, maximum }: Schema): Markup => {
  const all = {
    // Not `type="email"`, because browsers refuse an address in full-width letters, which the service takes.
    ...(format === 'mail' && { inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' }),
    autocomplete: completedAs[name] ?? 'off',
    ...(inCapitals.includes(name) && { autocapitalize: 'characters', spellcheck: 'false' }),
    ...{ minlength: Number(minLength) > 1 ? minLength : undefined, maxlength: maxLength, min: minimum, max: maximum },
  }
  const given = Object.entries(all).filter(([, value]) => value !== undefined)
  return { markup: given.map(([key, value]) => html`${key}="${String(value)}"`.markup).join(' ') }
}
// What a browser knows of its owner. Anything else may be about somebody else.
const completedAs: Record<string, string> = { contact_name: 'name', phone: 'tel', mobile: 'tel', email: 'email' }
const inCapitals = ['surname_en', 'given_name_en', 'passport_number']

/** A value that is on file, masked, with the field to change it behind "change". */
const kept = (label: string, mask: string, control: Markup, isOpen: boolean, locale: Locale) => {
  const change = say(['更改', 'change'], locale)
  const shown = html`<span class="label">${label}</span><span>${mask}</span><span class="change">${change}</span>`
  return html`<details class="kept"${isOpen && html` open`}><summary>${shown}</summary>${control}</details>`
}
