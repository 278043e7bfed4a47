import type { Cell } from '../../files/table.ts'
import { wordsOf } from '../../words/code-words.ts'
import { type Locale, localTime, say, type Words } from '../../words/words.ts'
import { type Column, wordListOf } from './columns.ts'

export type Row = Record<string, unknown>

const yes: Words = ['是', 'Yes']
const no: Words = ['否', 'No']

/** Turns rows of a list into cells: codes in words, moments on the clock of the installation, texts that are no formulas. */
export function cellsOf(columns: readonly Column[], locale: Locale, zone: string) {
  const readers = columns.map((column) => {
    const path = column.name.split('.')
    const list = wordListOf(column)
    return (row: Row) => cellOf(valueAt(row, path), column, { list, locale, zone })
  })
  return (row: Row): Cell[] => readers.map((read) => read(row))
}

const valueAt = (row: unknown, path: string[]) =>
  path.reduce<unknown>((inside, name) => (inside as Row | null | undefined)?.[name], row)

type Said = { list: string; locale: Locale; zone: string }

const cellOf = (value: unknown, { kind }: Column, { list, locale, zone }: Said): Cell => {
  if (value === null || value === undefined) return null
  const inWords = (code: unknown) => {
    const words = wordsOf(list, `${code}`)
    return words ? say(words, locale) : textOf(code)
  }
  if (kind === 'number') return Number(value)
  if (kind === 'flag') return say(value ? yes : no, locale)
  if (kind === 'day') return `${value}`
  if (kind === 'moment') return localTime(`${value}`, zone)
  return harmless(
    [value]
      .flat()
      .map(inWords)
      .join(say(['、', ', '], locale)),
  )
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : `${value}`)

// A spreadsheet takes such a text for a formula. An import takes the apostrophe off again.
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
