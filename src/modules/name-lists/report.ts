import { type Static, Type } from 'typebox'
import type { FieldFaults } from '../../kit/errors.ts'
import { flag, nullable, oneOf, ref, shown, whole } from '../../kit/fields.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { type Check, checkNames } from '../travelers/words.ts'

/** What became of a line. `filled`: who was there already got what was missing. */
const results = ['created', 'filled', 'unchanged', 'refused'] as const

const ShownLine = Type.Object({
  line: whole(1),
  name: Type.String(),
  result: oneOf(results),
  traveler_id: nullable(ref()),
  checks: Type.Array(oneOf(checkNames)),
  errors: Type.Unsafe<Record<string, string[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    examples: [{ birth_date: ['須為真實日期。'] }],
  }),
})

/** What a list became, or would become: all of its lines are written, or none. */
export const ListReport = shown(Type.Object({ imported: flag(), lines: Type.Array(ShownLine) }))

export type Outcome =
  | { result: 'created' | 'filled'; traveler_id: number | null; checks: readonly Check[] }
  | { result: 'unchanged' }
  | { result: 'refused'; errors: FieldFaults }
export type LineReport = Outcome & { line: number; name: string }

/** Lines in the language of a reader. The ids of what was taken back again are not told. */
export function shownLines(reports: readonly LineReport[], isKept: boolean, locale: Locale) {
  return reports.map((report): Static<typeof ShownLine> => {
    const { line, name, result } = report
    const isWritten = result === 'created' || result === 'filled'
    return {
      line,
      name,
      result,
      traveler_id: isWritten && isKept ? report.traveler_id : null,
      checks: isWritten ? [...report.checks] : [],
      errors: result === 'refused' ? inWords(report.errors, locale) : {},
    }
  })
}

const inWords = (errors: FieldFaults, locale: Locale) =>
  Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]))
