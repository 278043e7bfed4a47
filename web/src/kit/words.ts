import { choice } from './store.ts'

export type Words = readonly [zh: string, en: string]

const browserLocale = navigator.language.startsWith('en') ? 'en' : 'zh-TW'

export const locale = choice('guidon.locale', browserLocale, ['zh-TW', 'en'], (value) => {
  document.documentElement.lang = value === 'en' ? 'en' : 'zh-Hant-TW'
})

/** `light dark` follows the system. */
export const theme = choice('guidon.theme', 'light dark', ['light', 'dark', 'light dark'], (value) => {
  document.documentElement.style.colorScheme = value
})

export type Say = (zh: string, en: string) => string

/** Both languages are written side by side where they are used: `say('儲存', 'Save')`. */
export const useSay = (): Say => {
  const isEnglish = locale.use() === 'en'
  return (zh, en) => (isEnglish ? en : zh)
}

/** The same outside of components. */
export const sayNow: Say = (zh, en) => (locale.now() === 'en' ? en : zh)

/** A count with its noun in English: `1 day`, `2 days`. */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** A remark after a text, in the brackets of the language. */
export const bracketed = (say: Say, text: string) => say(`（${text}）`, ` (${text})`)

/** The name of a record in the reader's language. */
export const nameOf = (say: Say, { name, name_en }: { name: string; name_en?: string | null }) =>
  say(name, name_en ?? name)
