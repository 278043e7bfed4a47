import type { FieldFaults } from '../../kit/errors.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'

/** The result of importing one line of a file, in one language. */
export type ImportedLine = {
  line: number
  result: 'created' | 'filled' | 'unchanged' | 'refused'
  errors: Record<string, string[]>
  /** Further remarks. */
  notes: string[]
}

export function sentences(errors: FieldFaults, locale: Locale) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]),
  )
}

/** The report as text: one line for each line of the file, and a summary. */
export function reportOf(lines: readonly (ImportedLine & { called: string })[], dryRun: boolean, locale: Locale) {
  return [...lines.map(lineOf), say(summary(lines, dryRun), locale)].join('\n')
}

const lineOf = ({ line, called, result, errors, notes }: ImportedLine & { called: string }) => {
  const why = Object.entries(errors).flatMap(([field, all]) => all.map((sentence) => `${field}: ${sentence}`))
  return [`line ${line}`.padEnd(9), called.padEnd(30), result, ...why, ...notes].join('  ')
}

const summary = (lines: readonly ImportedLine[], dryRun: boolean): Words => {
  const [created, unchanged, refused] = ['created', 'unchanged', 'refused'].map(
    (is) => lines.filter(({ result }) => result === is).length,
  )
  if (refused) return [`未匯入任何資料：${refused} 筆有誤。`, `Nothing was imported; ${refused} refused.`]
  if (dryRun)
    return [
      `試跑：將新增 ${created} 筆，${unchanged} 筆不變。`,
      `A rehearsal: ${created} would be created, ${unchanged} unchanged.`,
    ]
  return [`新增 ${created} 筆，${unchanged} 筆不變。`, `${created} created, ${unchanged} unchanged.`]
}
