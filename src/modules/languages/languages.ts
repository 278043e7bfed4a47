import type { Locale } from '../../kit/words/words.ts'
import { en } from './en.ts'
import type { Language } from './language.ts'
import { zhTW } from './zh-TW.ts'

/** The words of every language. */
export const languages: Readonly<Record<Locale, Language>> = { 'zh-TW': zhTW, en }

export type Params = Readonly<Record<string, string | number | null>>

/** A sentence with its parameters. What a parameter contains is never read as a placeholder. The function `in_words` of the database does the same. */
export const inPlaces = (template: string, params: Params) =>
  template
    .split(/[{}]/)
    .map((part, n) => (n % 2 ? (params[part] ?? '') : part))
    .join('')
