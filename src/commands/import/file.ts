import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { refuseField } from '../../kit/errors.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { sealingKeys } from '../../master-keys.ts'
import { parseFile, rehearse } from '../../modules/imports/check.ts'
import { beginImport } from '../../modules/imports/record.ts'
import { totalOf } from '../../modules/imports/report.ts'
import { endAbandoned, importSheets } from '../../modules/imports/run.ts'
import type { Report } from '../../modules/imports/schema.ts'
import type { Arguments } from '../command.ts'
import { byCommand, withMigrated } from '../installation.ts'
import { answer, type Io, progress } from '../io.ts'

const encodings = ['auto', 'utf-8', 'big5'] as const

/** Imports all lines of a file or none, as the routes of imports do. A dry run writes everything and takes it back. */
export function importFile(io: Io, { file, kind, encoding: said = 'auto', dryRun = false, json }: Arguments) {
  const encoding = encodings.find((one) => one === said)
  if (!encoding) return refuseField('encoding', ['須為 auto、utf-8 或 big5。', 'Must be auto, utf-8 or big5.'])
  return withMigrated(io, async ({ config, database }) => {
    const { show, done } = progress(io)
    const { zone, serialPattern } = config
    const by = { actor_id: undefined, keys: await sealingKeys(config, database), zone, serialPattern }
    const options = { encoding }
    const name = basename(file)
    const given = { name, bytes: await readFile(file), kind, options }
    const { sheets, unknown } = await parseFile(database.db, given, zone)
    const [strange] = unknown
    if (strange) refuseField('file', strange.problem.message)
    const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
    let at = 0
    const shown = async (lines: number) => {
      at += lines
      show(`${name}: ${at} / ${rows}`)
    }
    await database.transaction(byCommand, (tx) => endAbandoned(tx, serialPattern))
    const report = dryRun
      ? await database.transaction(byCommand, (tx) => rehearse(tx, by, sheets, 'skip', shown))
      : await database
          .transaction(byCommand, (tx) => beginImport(tx, { name, kind, options }))
          .then((run) => importSheets(database, by, sheets, { ...run, onExisting: 'skip', progress: shown }))
    done()
    const isFine = totalOf(report).refused === 0
    answer(
      io,
      json,
      { imported: isFine && !dryRun, dry_run: dryRun, ...inWords(report, io.locale) },
      textOf(report, dryRun, io.locale),
    )
    return isFine
  })
}

const inWords = ({ sheets, problems, more }: Report, locale: Locale) => ({
  sheets,
  problems: problems.map(({ message, ...problem }) => ({ ...problem, message: say(message, locale) })),
  more_problems: more,
})

const textOf = (report: Report, dryRun: boolean, locale: Locale) => {
  const { created, unchanged, refused } = totalOf(report)
  const lines = report.problems.map(({ sheet, line, column, message }) =>
    [sheet, `line ${line}`, column ?? '', say(message, locale)].filter((part) => part !== '').join('  '),
  )
  const counts = report.sheets.map(
    ({ sheet, ...count }) =>
      `${sheet.padEnd(20)} ${count.created} created, ${count.unchanged} unchanged, ${count.refused} refused`,
  )
  return [...lines, ...counts, say(summary({ created, unchanged, refused }, dryRun), locale)].join('\n')
}

type Total = { created: number; unchanged: number; refused: number }
const summary = ({ created, unchanged, refused }: Total, dryRun: boolean) => {
  if (refused) return [`未匯入任何資料：${refused} 筆有誤。`, `Nothing was imported; ${refused} refused.`] as const
  if (dryRun)
    return [
      `試跑：將新增 ${created} 筆，${unchanged} 筆不變。`,
      `A rehearsal: ${created} would be created, ${unchanged} unchanged.`,
    ] as const
  return [`新增 ${created} 筆，${unchanged} 筆不變。`, `${created} created, ${unchanged} unchanged.`] as const
}
