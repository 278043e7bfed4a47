import assert from 'node:assert/strict'
import { test } from 'node:test'
import './no-browser.ts'
import { filesIn } from '../../test/sources.ts'
import { numberIn, plainOf } from '../src/kit/typed.ts'
import { readTyped } from '../src/kit/typed-days.ts'

const TODAY = '2026-11-23'

const amounts = [
  ['45000', '45000'],
  ['45,000', '45000'],
  ['NT$ 45,000', '45000'],
  ['NT$45,000', '45000'],
  ['US$1,200.50', '1200.50'],
  ['NT$45,000 元', '45000'],
  ['TWD 45000', '45000'],
  ['HK$45,000', '45000'],
  ['₩45,000', '45000'],
  ['$1,234,567.50', '1234567.50'],
  ['４５，０００', '45000'],
  ['ＮＴ＄　４５，０００', '45000'],
  ['45 000', '45000'],
  ['20 %', '20'],
  ['-1,200', '-1200'],
  ['012345', '012345'],
  // The meaning of these is unclear, so the service refuses them at their field.
  ['45,00', '45,00'],
  ['USD 45', 'USD 45'],
  ['四萬五', '四萬五'],
  ['', ''],
] as const
for (const [text, plain] of amounts)
  test(`an amount typed as "${text}"`, () => assert.equal(plainOf('amount', text, TODAY), plain))

const times = [
  ['06:30', '06:30'],
  ['6:30', '06:30'],
  ['630', '06:30'],
  ['0630', '06:30'],
  ['６：３０', '06:30'],
  ['6點半', '06:30'],
  ['6時5分', '06:05'],
  ['18點', '18:00'],
  ['下午 6:30', '18:30'],
  ['6:30 pm', '18:30'],
  ['12:05 am', '00:05'],
  ['24:00', '24:00'],
  ['6:75', '6:75'],
  ['morning', 'morning'],
] as const
for (const [text, plain] of times)
  test(`a time typed as "${text}"`, () => assert.equal(plainOf('time', text, TODAY), plain))

test('dates and birth dates in text fields', () => {
  assert.equal(plainOf('birth', ' 民國69/5/21 ', TODAY), '1980-05-21')
  assert.equal(plainOf('day', '2031/5/21', TODAY), '2031-05-21')
  assert.equal(plainOf('day', 'soon', TODAY), 'soon')
  assert.equal(plainOf(undefined, ' 45,000 ', TODAY), '45,000')
})

test('a number is sent as meant, an empty field as none, and words as they were typed', () => {
  assert.equal(numberIn('１,２００'), 1200)
  assert.equal(numberIn(''), null)
  assert.equal(numberIn('兩位'), '兩位')
})

test('every format in which the console prints a date is parsed again, in both languages', async () => {
  const days = await import('../src/kit/days.ts')
  const { locale } = await import('../src/kit/words.ts')
  const near = days.today()
  const shown = [near, days.addDays(near, 40), days.addDays(near, 400), days.addDays(near, -500)]
  for (const language of ['zh-TW', 'en'] as const) {
    locale.set(language)
    for (const day of shown) {
      const { plainDay, shortDay, longDay, dayWithYear, dayAndTime } = days
      for (const print of [plainDay, shortDay, longDay, dayWithYear])
        assert.equal(readTyped('day', print(day), near), day, print(day))
      const moment = dayAndTime(`${day}T10:05:00Z`)
      assert.equal(readTyped('moment', moment, near), `${day}T18:05`, moment)
      assert.equal(plainDay(day).includes(day.slice(0, 4)), day.slice(0, 4) !== near.slice(0, 4), plainDay(day))
    }
  }
})

/** Input types that the browser would parse in its own way. */
const ofTheBrowser = /type="(?:number|date|time|datetime-local)"/
/** A text field with a time or a date as its placeholder. */
const example = /placeholder(?:=\{?|: )["'](\d\d:\d\d|\d{4}-\d\d-\d\d)["']/g
/** Code that parses a typed number without the shared parser. */
const ownNumber = /Number\((?:typed|text\(|target\.value)|parseFloat\(|parseInt\(/

test('no form has its own parser for amounts, times and dates', () => {
  const forms = filesIn('web/src').filter(({ path }) => !path.includes('/kit/'))
  const found = forms.flatMap(({ path, text }) => [
    ...(ofTheBrowser.test(text) ? [`${path}: a type of the browser`] : []),
    ...(ownNumber.test(text) && !/choose\(Number\(target\.value\)/.test(text) ? [`${path}: a number of its own`] : []),
    ...[...text.matchAll(example)]
      .filter(({ index }) => !/typed|birth_date/.test(text.slice(index - 120, index + 120)))
      .map(([, shown]) => `${path}: ${shown}`),
  ])
  assert.deepEqual(found, [])
})

test('every amount of a form has the keyboard by which its parser recognizes it', () => {
  const money =
    /\b(?:amount|deposit|final_price|quoted_price|official_fees|proven_costs|daily_fee|unit_price|cost|estimated|actual|rate)\b/
  const fields = filesIn('web/src').flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:Field|input)\b[\s\S]*?\/>/g)].map(([field]) => ({ path, field })),
  )
  const found = fields.filter(({ field }) => {
    const [, id = ''] = /\b(?:id|name)="([^"]+)"/.exec(field) ?? []
    return (
      money.test(id) &&
      !/inputMode="(?:decimal|numeric)"/.test(field) &&
      !/type="(?:checkbox|radio|hidden)"/.test(field)
    )
  })
  assert.deepEqual(found, [])
  assert.ok(fields.length > 100, `only ${fields.length} fields were found`)
})
