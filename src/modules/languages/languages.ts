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
export function inPlaces(template: string, params: Params) {
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
    .filter((line) => line.every((part) => typeof part === 'string' || (params[part.name] ?? null) !== null))
    .map((line) => filled(line, ({ name, list }) => shown(params[name] ?? null, list, locale)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

type Place = { name: string; list: string | undefined }
type Line = readonly (string | Place)[]

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
    const [name = '', list] = part.split(':')
    return n % 2 ? { name, list } : part
  })

const filled = (line: Line, value: (place: Place) => string) => {
  let text = ''
  for (const part of line) text += typeof part === 'string' ? part : value(part)
  return text
}

const shown = (value: Param, list: string | undefined, locale: Locale): string => {
  if (Array.isArray(value)) return value.map((each) => shown(each, list, locale)).join(languages[locale].comma)
  return list === undefined ? `${value ?? ''}` : codeWord(list, `${value ?? ''}`, locale)
}
