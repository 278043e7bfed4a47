import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { locales } from '../src/kit/words/words.ts'
import { inWords, languages } from '../src/modules/languages/languages.ts'
import { isNotice, samples } from '../src/modules/languages/samples.ts'
import '../src/wiring.ts'
import { sources } from './sources.ts'

const names = Object.keys(samples).filter(isNotice)
const placeholders = (template: string) =>
  template.split(/[{}]/).flatMap((part, n) => (n % 2 ? [part.split(':')[0] ?? ''] : []))

test('every notice has words in every language, and they use its parameters and no others', () => {
  assert.ok(names.length > 80, `only ${names.length} were found`)
  const wrong = names.flatMap((name) =>
    locales.flatMap((locale) =>
      languages[locale].notices[name]
        .flatMap(placeholders)
        .filter((placeholder) => !(placeholder in samples[name]))
        .map((placeholder) => `${locale} ${name}: {${placeholder}}`),
    ),
  )
  assert.deepEqual(wrong, [])
  const silent = names.filter((name) => locales.some((locale) => !inWords(name, samples[name], locale).title))
  assert.deepEqual(silent, [])
})

test('every parameter is used in at least one language', () => {
  const unsaid = names.flatMap((name) => {
    const said = locales.flatMap((locale) => languages[locale].notices[name].flatMap(placeholders))
    return Object.keys(samples[name])
      .filter((param) => !said.includes(param) && !commonParams.includes(param))
      .map((param) => `${name}: ${param}`)
  })
  assert.deepEqual(unsaid, [])
})
// Parameters of all notices about the same record, which some notices do not use.
const commonParams = [
  'price',
  'words',
  'serial',
  'traveler',
  'type',
  'type_en',
  'contact',
  'reason',
  'starts',
  'ends',
  'link',
  'payment_id',
]

test('no sentence contains a code: people read names', () => {
  const found = names.flatMap((name) =>
    locales.flatMap((locale) => {
      const { title, body } = inWords(name, samples[name], locale)
      const code = /\b[a-z]+_[a-z_]+\b|\[[A-Z]-|\^\[|\{|\}/.exec(`${title}\n${body}`)
      return code ? [`${locale} ${name}: ${code[0]}`] : []
    }),
  )
  assert.deepEqual(found, [])
})

test('a line with a missing parameter is left out, and text inside a parameter is not read as a placeholder', () => {
  const given = { ...samples['addon-request.message'], price: null, words: '要{serial}嗎？' }
  assert.deepEqual(inWords('addon-request.message', given, 'zh-TW'), {
    title: 'AR0000042 新的訊息',
    body: 'KIX270310A 王小美：座位升等\n\n要{serial}嗎？',
  })
})

test('a language is one file, listed in two places, and no other source depends on a certain language', () => {
  const others = ['README.md', 'examples.ts', 'language.ts', 'languages.ts', 'samples.ts']
  const files = readdirSync(new URL('../src/modules/languages', import.meta.url)).filter(
    (name) => !others.includes(name),
  )
  assert.deepEqual(files.map((name) => name.replace('.ts', '')).sort(), [...locales].sort())
  assert.deepEqual(Object.keys(languages).sort(), [...locales].sort())
  const asks = /[!=]== '(?:zh-TW|en)'|'zh%'|'zh-TW' \| 'en'/
  const found = sources
    .filter(({ path, text }) => path !== 'src/kit/words/words.ts' && asks.test(text))
    .map(({ path }) => path)
  assert.deepEqual(found, [])
})
