import { codeWord } from '../../kit/words/code-words.ts'
import type { Locale } from '../../kit/words/words.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'
import { isNotice, type NoticeName, type Param } from './samples.ts'
import { zhTW } from './zh-TW.ts'

/** The words of every language. */
export const languages: Readonly<Record<Locale, Language>> = { 'zh-TW': zhTW, en }

export type Params = Readonly<Record<string, Param>>

/** A sentence with its parameters. What a parameter contains is never read as a placeholder. The function `in_words` of the database does the same. */
export const inPlaces = (template: string, params: Params) => replaced(template, (name) => String(params[name] ?? ''))

/** A notice in a language: its title, which is also the subject of its mail, and its text. */
export const inWords = (name: NoticeName, params: Params, locale: Locale) => {
  const [title, body] = languages[locale].notices[name]
  return { title: worded(title, params, locale), body: worded(body, params, locale) }
}

/** A stored notice; one of an earlier or a later release keeps its text. */
export const storedInWords = ({ sentence, params, title, body }: Stored, locale: Locale) =>
  sentence !== null && params !== null && isNotice(sentence) ? inWords(sentence, params, locale) : { title, body }
type Stored = { sentence: string | null; params: Params | null; title: string; body: string }

const replaced = (template: string, value: (name: string) => string) =>
  template
    .split(/[{}]/)
    .map((part, n) => (n % 2 ? value(part) : part))
    .join('')

const parametersIn = (template: string) => template.split(/[{}]/).filter((_, n) => n % 2 === 1)

const worded = (template: string, params: Params, locale: Locale) => {
  const given = (placeholder: string) => params[placeholder.split(':')[0] ?? ''] ?? null
  return template
    .split('\n')
    .filter((line) => parametersIn(line).every((placeholder) => given(placeholder) !== null))
    .map((line) => replaced(line, (placeholder) => shown(given(placeholder), placeholder.split(':')[1], locale)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const shown = (value: Param, list: string | undefined, locale: Locale) =>
  (Array.isArray(value) ? value : [value])
    .map((each) => (list === undefined ? `${each ?? ''}` : codeWord(list, `${each ?? ''}`, locale)))
    .join(languages[locale].comma)
