import { readFile } from 'node:fs/promises'
import type { FieldFaults } from '../kit/errors.ts'
import { type Locale, say, type Words } from '../kit/words.ts'
import { importTypes, type Report } from '../modules/addon-requests/types/import.ts'
import { readCsv } from './csv.ts'
import { byCommand, inReadyHouse } from './house.ts'
import { answer, type Io, progress } from './io.ts'
import type { Given } from './table.ts'

/** All lines or none: where one is refused, and in a rehearsal, everything is taken back. */
export const importTypesFrom = (io: Io, { file, dryRun = false, json }: Given) =>
  inReadyHouse(io, async ({ config, database }) => {
    const { tell, done } = progress(io)
    const types = readCsv(await readFile(file))
    tell(`${file}: ${types.lines.length}`)
    const report = await database
      .transaction(byCommand, async (tx) => {
        const report = await importTypes(tx, types, config.zone)
        if (dryRun || report.some(isRefused)) throw new TakenBack(report)
        return report
      })
      .catch(reportOf)
    done()
    const isFine = !report.some(isRefused)
    const lines = report.map((line) => inWords(line, io.locale))
    const told = [...lines.map(lineOf), say(summary(report, dryRun), io.locale)]
    answer(io, json, { imported: isFine && !dryRun, dry_run: dryRun, lines }, told.join('\n'))
    return isFine
  })

class TakenBack extends Error {
  readonly report: Report[]
  constructor(report: Report[]) {
    super('taken back')
    this.report = report
  }
}
const reportOf = (error: unknown) => {
  if (error instanceof TakenBack) return error.report
  throw error
}

const isRefused = ({ result }: Report) => result === 'refused'

const inWords = (report: Report, locale: Locale) => {
  const { line, type_code, result } = report
  const warnings = result === 'created' ? report.warnings.map((words) => say(words, locale)) : []
  return { line, type_code, result, errors: result === 'refused' ? sentences(report.errors, locale) : {}, warnings }
}

const sentences = (errors: FieldFaults, locale: Locale) =>
  Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]))

const lineOf = ({ line, type_code, result, errors, warnings }: ReturnType<typeof inWords>) => {
  const why = Object.entries(errors).flatMap(([field, all]) => all.map((sentence) => `${field}: ${sentence}`))
  return [`line ${line}`.padEnd(9), type_code.padEnd(30), result, ...why, ...warnings].join('  ')
}

const summary = (report: Report[], dryRun: boolean): Words => {
  const [created, unchanged, refused] = ['created', 'unchanged', 'refused'].map(
    (is) => report.filter(({ result }) => result === is).length,
  )
  if (refused) return [`未匯入任何資料：${refused} 筆有誤。`, `Nothing was imported; ${refused} refused.`]
  if (dryRun)
    return [
      `試跑：將新增 ${created} 筆，${unchanged} 筆不變。`,
      `A rehearsal: ${created} would be created, ${unchanged} unchanged.`,
    ]
  return [`新增 ${created} 筆，${unchanged} 筆不變。`, `${created} created, ${unchanged} unchanged.`]
}
