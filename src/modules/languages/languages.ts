import { dayWithYear, localMoment, shortDay, span } from 'guidon-design/formats'
import { codeWord } from '../../kit/words/code-words.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'
import { isNotice, type NoticeName, type Param } from './samples.ts'
import { zhTW } from './zh-TW.ts'

/** The sentences of all languages. */
export const languages: Readonly<Record<Locale, Language>> = { 'zh-TW': zhTW, en }

export type Params = Readonly<Record<string, Param>>

/**
 * Fills parameters into a sentence. Text inside a parameter is never taken for a placeholder. The database function `in_words` does
 * the same.
 */
export function withParams(template: string, params: Params) {
  return linesOf(template)
    .map((line) => filled(line, ({ name }) => String(params[name] ?? '')))
    .join('\n')
}

/** A notice in a language: its title, which is also the subject of its mail, and its text. */
export function inWords(name: NoticeName, params: Params, locale: Locale) {
  const [title, body] = languages[locale].notices[name]
  return { title: linesInWords(title, params, locale), body: linesInWords(body, params, locale) }
}

/**
 * A stored notice. It is empty if its record was erased; one of the next release, which may run beside this one, says only that it
 * exists.
 */
export function storedInWords({ sentence, params }: Stored, locale: Locale) {
  if (sentence === null || params === null) return { title: '•••', body: '•••' }
  return isNotice(sentence) ? inWords(sentence, params, locale) : { title: say(notice, locale), body: '' }
}
type Stored = { sentence: string | null; params: Params | null }
const notice = ['新的通知', 'A new notice'] as const

/** Fills parameters into a template. A line with a missing parameter is left out. */
export function linesInWords(template: string, params: Params, locale: Locale) {
  return linesOf(template)
    .filter((line) => line.every((part) => typeof part === 'string' || isGiven(part, params)))
    .map((line) => filled(line, (placeholder) => shown(given(placeholder, params), placeholder.list, locale)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** `{name}`, `{name:list}`, or `{name:span:last}`, whose last day is a parameter of its own. */
type Placeholder = { name: string; list: string | undefined; last: string | undefined }
type Line = readonly (string | Placeholder)[]

// Parsed once: there are about a hundred templates, and most are used often.
const linesOf = (template: string) => {
  const known = taken.get(template)
  if (known) return known
  const lines = template.split('\n').map(partsOf)
  taken.set(template, lines)
  return lines
}
const taken = new Map<string, readonly Line[]>()

const partsOf = (line: string): Line =>
  line.split(/[{}]/).map((part, n) => {
    const [name = '', list, last] = part.split(':')
    return n % 2 ? { name, list, last } : part
  })

const filled = (line: Line, value: (placeholder: Placeholder) => string) => {
  let text = ''
  for (const part of line) text += typeof part === 'string' ? part : value(part)
  return text
}

const isGiven = ({ name, last }: Placeholder, params: Params) =>
  [name, last ?? name].every((each) => (params[each] ?? null) !== null)

const given = ({ name, last }: Placeholder, params: Params): Param =>
  last === undefined ? (params[name] ?? null) : `${params[name]} – ${params[last]}`

const shown = (value: Param, list: string | undefined, locale: Locale): string => {
  if (Array.isArray(value)) return value.map((each) => shown(each, list, locale)).join(languages[locale].comma)
  const text = `${value ?? ''}`
  if (list === undefined) return text
  // Hours that are not known yet are a code.
  return DAY.test(text) && times[list] ? times[list](text, locale) : codeWord(list, text, locale)
}
const DAY = /^\d{4}-\d\d-\d\d/

/** The kinds of parameters that tell a time. They are stored as days and local times, and written in the reader's language. */
const times: Readonly<Record<string, (text: string, locale: Locale) => string>> = {
  day: (day, locale) => shortDay(day, locale),
  date: (day, locale) => dayWithYear(day, locale),
  span: (days, locale) => span(days.slice(0, 10), days.slice(-10), locale),
  moment: (local, locale) => localMoment(local, locale),
  hours: (hours, locale) => localMoment(hours, locale),
}
