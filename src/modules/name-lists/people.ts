import { type TSchema, Type } from 'typebox'
import type { FieldFaults } from '../../kit/errors.ts'
import { defaulted, flag, labelled } from '../../kit/fields.ts'
import type { Words } from '../../kit/words/words.ts'
import { lineReader } from '../imports/parse.ts'
import { columnsOf, customaryWords, type ListKind, PASSPORT_NAME } from './columns.ts'

/** The cells of a line by column, as they were typed; an empty one may be left out. */
export type Cells = Record<string, string | undefined>
type Person = { body: Record<string, unknown>; names: Record<string, readonly string[]>; errors: FieldFaults }

const inWords = (example: string | Words) => (typeof example === 'string' ? example : example[0])

/** The lines of a list as the console sends them: a line names its cells by their columns. */
export function linesOf(kind: ListKind, most: number) {
  const cells = columnsOf[kind]
    .filter(({ refersTo }) => !refersTo)
    .map(({ code, words, example }): [string, TSchema] => [
      code,
      Type.Optional(labelled(Type.String({ maxLength: 2_000, examples: [inWords(example)] }), words)),
    ])
  return labelled(
    Type.Array(Type.Unsafe<Cells>(Type.Object(Object.fromEntries(cells))), { minItems: 1, maxItems: most }),
    ['名單', 'List'],
  )
}
export function dryRun() {
  return defaulted(flag())
}

/** Reads lines into the bodies by which their records are created. The check of a list and its writing both read by it. */
export function personReader(kind: ListKind, zone: string) {
  const columns = columnsOf[kind]
  const read = lineReader(
    columns.map((column, at) => ({ at, column: { ...column, isRequired: false } })),
    zone,
    false,
    customaryWords,
  )
  return (typed: Cells): Person => {
    const cells = divided(typed)
    const { body, names, faults } = read(columns.map(({ code }) => cellOf(cells[code])))
    const { [PASSPORT_NAME]: _divided, ...others } = body
    return { body: others, names, errors: faultsOf(faults, typed) }
  }
}

// Foods are often separated by blanks alone.
const divided = ({ [PASSPORT_NAME]: passportName, food_restrictions, ...cells }: Cells): Cells => ({
  ...(passportName?.trim() && namesIn(passportName)),
  ...(food_restrictions && { food_restrictions: food_restrictions.trim().replace(/\s+/g, '、') }),
  ...cells,
})

/** `WANG, HSIAO-MEI`, `WANG/HSIAO-MEI` and `WANG HSIAO-MEI`: the surname comes first. */
const namesIn = (passportName: string): Cells => {
  const text = passportName.normalize('NFKC').trim()
  const at = text.search(/[,/，]/)
  const end = at < 0 ? text.search(/\s/) : at
  if (end < 0) return { surname_en: text }
  return { surname_en: text.slice(0, end).trim(), given_name_en: text.slice(end + 1).trim() }
}

const cellOf = (text = '') => ({ text, ...(FORMULA_ERROR.test(text.trim()) && { is: 'error' as const }) })
const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/

type Faults = ReturnType<ReturnType<typeof lineReader>>['faults']

// A fault of a divided name stands at the cell in which it was typed.
const faultsOf = (faults: Faults, typed: Cells) => {
  const errors: Record<string, FieldFaults[string][number][]> = {}
  for (const [column, [, message]] of faults) {
    const isDivided = (column === 'surname_en' || column === 'given_name_en') && typed[column] === undefined
    const at = isDivided && typed[PASSPORT_NAME] !== undefined ? PASSPORT_NAME : column
    errors[at] = [...(errors[at] ?? []), message]
  }
  return errors
}
