import type { Say } from './words.ts'

/** The browser knows the names of languages and countries, so that their tables need not be loaded. */
export const languageName = (say: Say, code: string) =>
  new Intl.DisplayNames(say('zh-TW', 'en'), { type: 'language' }).of(code) ?? code

const inChinese = new Intl.DisplayNames('zh-TW', { type: 'region', style: 'short' })
const inEnglish = new Intl.DisplayNames('en', { type: 'region' })

/** As the service names it: in Chinese the short form, 香港 instead of 中國香港特別行政區. */
export const countryName = (say: Say, code: string) => say(inChinese.of(code) ?? code, inEnglish.of(code) ?? code)
