import { wordsOf } from '../../../kit/words/code-words.ts'
import { languageLevels } from '../../tour-leaders/schema.ts'
import { asWord } from '../cells.ts'

// Languages that people speak, by their names.

const codes =
  'ja en ko zh yue nan hak th vi id ms tl my km lo fr de es it pt nl ru tr ar hi mn cs pl hu sv da nb fi el he'
const inLanguages = ['zh-TW', 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'language' }))
const customary: Record<string, string> = {
  日語: 'ja',
  英語: 'en',
  韓語: 'ko',
  國語: 'zh',
  華語: 'zh',
  台語: 'nan',
  廣東話: 'yue',
}
const byName = new Map([
  ...codes.split(' ').flatMap((code) => inLanguages.map((names) => [asWord(names.of(code) ?? code), code] as const)),
  ...Object.entries(customary),
])

/** The code of a language that is called so; what is not known stays, and is refused unless it is a code. */
export function languageCalled(name: string) {
  return byName.get(asWord(name)) ?? name.trim()
}

/** `日文：母語、英文：流利`, `Japanese: native, English: fluent` and `ja:native en:fluent` are two languages with their levels. */
export function languagesIn(text: string) {
  const pairs = text.replace(/ ?[:：] ?/g, ':').trim()
  return pairs.split(/[、,，;；\n]/.test(pairs) ? /[、,，;；\n]/ : /\s/).flatMap((pair) => {
    const [name = '', level = 'basic'] = pair.trim().split(':')
    return name === '' ? [] : [{ code: languageCalled(name), level: levelCalled(level) }]
  })
}

const levelCalled = (said: string) =>
  languageLevels.find((code) =>
    [code, ...(wordsOf('language_level', code) ?? [])].some((word) => asWord(word) === asWord(said)),
  ) ?? said
