import { readFile } from 'node:fs/promises'
import { readCsv } from '../../kit/files/csv.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { importTypes, type Report } from '../../modules/addon-requests/import-types.ts'
import type { Arguments } from '../command.ts'
import { byCommand, withMigrated } from '../installation.ts'
import { answer, type Io, progress } from '../io.ts'
import { reportOf, sentences } from './report.ts'

/** Imports all lines or none: if one is refused, and in a dry run, everything is rolled back. */
export function importTypesFrom(io: Io, { file, dryRun = false, json }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    const { show, done } = progress(io)
    const types = await readCsv(await readFile(file))
    show(`${file}: ${types.lines.length}`)
    const report = await database
      .transaction(byCommand, async (tx) => {
        const report = await importTypes(tx, types, config.zone)
        if (dryRun || report.some(isRefused)) throw new RolledBack(report)
        return report
      })
      .catch(reportsOf)
    done()
    const isFine = !report.some(isRefused)
    const lines = report.map((line) => inWords(line, io.locale))
    const told = lines.map((line) => ({ ...line, called: line.type_code, notes: line.warnings }))
    answer(io, json, { imported: isFine && !dryRun, dry_run: dryRun, lines }, reportOf(told, dryRun, io.locale))
    return isFine
  })
}

class RolledBack extends Error {
  readonly report: Report[]
  constructor(report: Report[]) {
    super('rolled back')
    this.report = report
  }
}
const reportsOf = (error: unknown) => {
  if (error instanceof RolledBack) return error.report
  throw error
}

const isRefused = ({ result }: Report) => result === 'refused'

const inWords = (report: Report, locale: Locale) => {
  const { line, type_code, result } = report
  const warnings = result === 'created' ? report.warnings.map((words) => say(words, locale)) : []
  return { line, type_code, result, errors: result === 'refused' ? sentences(report.errors, locale) : {}, warnings }
}
