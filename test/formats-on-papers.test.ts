import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { amountIn, dayAndMonth, localMoment, plainDay, shortDay, span } from 'guidon-design/formats'
import { shopWith } from '../src/kit/papers/papers.ts'
import { PrintFault, printer } from '../src/kit/papers/printer.ts'
import { type Locale, locales } from '../src/kit/words/words.ts'

// A paper that writes each value with the functions of house.typ, and fails with those that differ from what is expected.
const template = `
#import "house.typ": *
#let write(kind, given) = {
  if kind == "amount" { money(given.at(1), currency: given.at(0)) }
  else if kind == "day" { day(given) }
  else if kind == "short day" { short-day(given) }
  else if kind == "plain day" { month-day(given) }
  else if kind == "span" { span(..given) }
  else if kind == "moment" { moment(given) }
}
#let wrong = paper.cases.map(((kind, given, expected)) => (write(kind, given), expected)).filter(((written, expected)) => written != expected)
#if wrong.len() > 0 { panic(wrong) }
`
const templates = await mkdtemp(join(tmpdir(), 'guidon-formats-'))
await writeFile(join(templates, 'formats.typ'), template)
const { make, retire } = printer(shopWith([templates]))
after(async () => {
  retire()
  await rm(templates, { recursive: true })
})

type Case = [kind: string, given: unknown, expected: string]
const print = (locale: Locale, cases: Case[]) =>
  make({
    template: 'formats',
    facts: JSON.stringify({ locale, currency: 'TWD', house: { accent: '#1f2a30' }, words: {}, cases }),
    pictures: {},
  })

// Papers say every year, as if they were read in another one.
const another = '1970-01-01'
const days = ['2026-12-19', '2027-01-06', '2028-02-29', '2026-11-30', '2027-03-10']
const casesIn = (locale: Locale): Case[] => [
  ...Intl.supportedValuesOf('currency').flatMap((currency) =>
    [0, 80, 49_900, -24_000, 1200.5, -1_234_567.05].map(
      // The fonts of papers lack the sign of the baht.
      (amount): Case => ['amount', [currency, amount], amountIn(currency, amount).replace('฿', 'THB ')],
    ),
  ),
  ...days.flatMap((day): Case[] => [
    ['day', day, shortDay(day, locale, another)],
    ['short day', day, dayAndMonth(day, locale)],
    ['plain day', day, plainDay(day, locale, day)],
    ['moment', `${day}T09:05`, localMoment(`${day} 09:05`, locale, another)],
    ...days.filter((to) => to >= day).map((to): Case => ['span', [day, to], span(day, to, locale, another)]),
  ]),
]

test('papers write amounts, days, spans and moments as pages and mails do', async () => {
  for (const locale of locales) await print(locale, casesIn(locale))
  await print('zh-TW', [
    ['amount', ['TWD', -24_000], '−NT$24,000'],
    ['day', '2027-01-06', '2027/1/6（三）'],
    ['span', ['2026-12-19', '2026-12-24'], '2026/12/19（六）– 12/24（四）'],
    ['moment', '2026-12-02T09:41', '2026/12/2 09:41'],
  ])
  await print('en', [
    ['amount', ['USD', 1200.5], 'US$1,200.50'],
    ['day', '2027-01-06', 'Wed 6 Jan 2027'],
    ['span', ['2026-12-28', '2027-01-03'], 'Mon 28 Dec 2026 – Sun 3 Jan 2027'],
    ['moment', '2026-12-02T09:41', '2 Dec 2026 09:41'],
  ])
})

test('a value that differs is reported', async () => {
  await assert.rejects(print('en', [['day', '2027-01-06', '6 January']]), (fault) => {
    assert.ok(fault instanceof PrintFault)
    assert.match(fault.message, /Wed 6 Jan 2027/)
    return true
  })
})
