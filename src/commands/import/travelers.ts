import { readFile } from 'node:fs/promises'
import { type Locale, say } from '../../kit/words/words.ts'
import { sealingKeys } from '../../master-keys.ts'
import { importTravelers, linesOfCsv } from '../../modules/name-lists/into-booking.ts'
import type { LineReport } from '../../modules/name-lists/report.ts'
import { checkTable } from '../../modules/travelers/words.ts'
import { seesAll } from '../../modules/users/reader.ts'
import type { Arguments } from '../command.ts'
import { byCommand, withMigrated } from '../installation.ts'
import { answer, type Io, progress } from '../io.ts'
import { reportOf, sentences } from './report.ts'

/** Imports all lines or none: if one is refused, and in a dry run, everything is rolled back. */
export function importTravelersFrom(io: Io, { file, dryRun = false, json }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    const { show, done } = progress(io)
    const people = await linesOfCsv(await readFile(file), false)
    show(`${file}: ${people.length}`)
    const keys = await sealingKeys(config, database)
    const by = { reader: seesAll, actor_id: undefined, roles: ['admin'] as const, keys }
    const { imported, reports } = await database.transaction(byCommand, (tx) =>
      importTravelers(tx, by, people, { dry_run: dryRun, zone: config.zone }),
    )
    done()
    const lines = reports.map((report) => inWords(report, io.locale))
    const told = lines.map((line) => ({ ...line, called: line.name }))
    answer(io, json, { imported, dry_run: dryRun, lines }, reportOf(told, dryRun, io.locale))
    return reports.every(({ result }) => result !== 'refused')
  })
}

const inWords = (report: LineReport, locale: Locale) => {
  const { line, name, result } = report
  const notes =
    result === 'created' || result === 'filled' ? report.checks.map((check) => say(checkTable[check][1], locale)) : []
  return { line, name, result, errors: result === 'refused' ? sentences(report.errors, locale) : {}, notes }
}
