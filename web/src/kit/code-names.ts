import type { Say } from './words.ts'

/** The names of languages and countries are known to the browser. */
const named = (type: 'language' | 'region') => (say: Say, code: string) =>
  new Intl.DisplayNames(say('zh-TW', 'en'), { type }).of(code) ?? code

export const languageName = named('language')
export const countryName = named('region')
