import type { FieldFaults } from '../../kit/errors.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'

/** What became of a line of a file, in one language. */
export type Told = {
  line: number
  result: 'created' | 'unchanged' | 'refused'
  errors: Record<string, string[]>
  /** What else is to be said of it. */
  notes: string[]
}

export const sentences = (errors: FieldFaults, locale: Locale) =>
  Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]))

/** The report as a person reads it: a line for a line, and how many of each. */
export const reportOf = (lines: readonly (Told & { called: string })[], dryRun: boolean, locale: Locale) =>
  [...lines.map(lineOf), say(summary(lines, dryRun), locale)].join('\n')

const lineOf = ({ line, called, result, errors, notes }: Told & { called: string }) => {
  const why = Object.entries(errors).flatMap(([field, all]) => all.map((sentence) => `${field}: ${sentence}`))
  return [`line ${line}`.padEnd(9), called.padEnd(30), result, ...why, ...notes].join('  ')
}

const summary = (lines: readonly Told[], dryRun: boolean): Words => {
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
