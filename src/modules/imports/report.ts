import { Refusal } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import { addToCauses } from './causes.ts'
import type { Problem } from './kind.ts'
import { kinds } from './kinds.ts'
import type { UnknownSheet } from './mapping.ts'
import type { ParsedSheet } from './parse.ts'
import { problemsOf } from './problems.ts'
import type { Report, SheetCounts } from './schema.ts'

// What is told of an import: the counts of each sheet, and the problems of its lines.

/** Problems that a report keeps. */
const MOST_PROBLEMS = 1_000
/** Is told how many lines more are done. */
export type Progress = (lines: number) => Promise<unknown>

export function newReport(): Report {
  return { sheets: [], problems: [], more: 0, doubles: 0, causes: [], repairs: [] }
}

export function inOrder(sheets: readonly ParsedSheet[]) {
  return [...sheets].sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}

/** The counts of a sheet in a report, with the problems that its lines have before anything is written. */
export function countOf(parsed: ParsedSheet, report: Report): SheetCounts {
  const { kind, sheet, rows, refused, problems, repairs, isUnread } = parsed
  const counted = { kind: kind.code, sheet, rows, created: 0, unchanged: 0, refused, waiting: 0 }
  report.sheets.push(counted)
  report.repairs?.push(...repairs.map((repair) => ({ sheet, ...repair })))
  if (isUnread) report.is_unmapped = true
  for (const problem of problems) addProblem(report, problem)
  return counted
}

/** A sheet of which nobody has said what it holds. */
export function addUnknown(report: Report, { sheet, rows, problem }: UnknownSheet) {
  report.sheets.push({ kind: null, sheet, rows, created: 0, unchanged: 0, refused: Math.max(rows, 1), waiting: 0 })
  report.is_unmapped = true
  addProblem(report, problem)
}

export function addProblem(report: Report, problem: Problem) {
  const { way: _way, word: _word, ...kept } = problem
  if (report.problems.length < MOST_PROBLEMS) report.problems.push(kept)
  else report.more += 1
  addToCauses(report, problem)
}

type Total = Pick<SheetCounts, 'rows' | 'created' | 'unchanged' | 'refused'>
export function totalOf({ sheets }: Report): Total {
  const sum = (of: keyof Total) => sheets.reduce((total, sheet) => total + sheet[of], 0)
  return { rows: sum('rows'), created: sum('created'), unchanged: sum('unchanged'), refused: sum('refused') }
}

/** Thrown with the report of lines that were all written and are taken back. */
export class TakenBack extends Error {
  readonly report: Report
  constructor(report: Report) {
    super('taken back')
    this.report = report
  }
}

export function reportOfTakenBack(error: unknown) {
  if (error instanceof TakenBack) return error.report
  throw error
}

/** The report of an import that broke off. */
export function reportOfFault(error: unknown): Report {
  const [kind] = kinds
  const said = error instanceof Refusal && kind ? problemsOf(error, kind) : [{ code: 'failed', message: failed }]
  const problems = said.map(({ code, message }) => ({ sheet: '', line: 0, column: null, code, message }))
  return { ...newReport(), problems }
}
const failed: Words = [
  '匯入中斷，未寫入任何資料；請再上傳一次。',
  'The import broke off and nothing was written: upload the file again.',
]
