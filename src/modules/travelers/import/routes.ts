import { Type } from 'typebox'
import { flag, labelled, nullable, oneOf, ref, shown, text, whole } from '../../../kit/fields.ts'
import { readCsv } from '../../../kit/files/csv.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { type Locale, say } from '../../../kit/words/words.ts'
import { readerOf } from '../../users/reader.ts'
import { checkNames } from '../labels.ts'
import { staffEditors } from '../rules.ts'
import { importTravelers, type Report } from './actions.ts'

const File = Type.Object({
  csv: labelled(text(500_000, 'name,birth_date\n王小美,1988-05-06\n'), ['名單內容', 'List']),
  booking_id: Type.Optional(ref()),
  dry_run: Type.Optional(flag()),
})
/** So many travelers are written well within the time of a request. */
const MOST_LINES = 500

const Imported = shown(
  Type.Object({
    imported: flag(),
    lines: Type.Array(
      Type.Object({
        line: whole(1),
        name: Type.String(),
        result: oneOf(['created', 'unchanged', 'refused']),
        traveler_id: nullable(ref()),
        checks: Type.Array(oneOf(checkNames)),
        errors: Type.Unsafe<object>({ type: 'object', examples: [{ birth_date: ['須為真實日期。'] }] }),
      }),
    ),
  }),
)

/** Imports travelers from a spreadsheet. */
export default routes((on, { keys, zone }) => {
  on.post(
    '/import',
    {
      name: 'importTravelers',
      access: staffEditors,
      summary:
        'Import travelers from a CSV file, for one booking or by booking number: all or none, with a report for every line. A file has at most 500 lines',
      body: File,
      returns: Imported,
      etag: 'none',
    },
    async ({ tx, actor, body: { csv, ...options }, locale }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles, keys }
      const { imported, reports } = await importTravelers(tx, by, await readCsv(Buffer.from(csv), MOST_LINES), {
        ...options,
        zone,
      })
      return { imported, lines: reports.map((report) => told(report, imported, locale)) }
    },
  )
})

const told = (report: Report, isKept: boolean, locale: Locale) => ({
  line: report.line,
  name: report.name,
  result: report.result,
  traveler_id: report.result === 'created' && isKept ? report.traveler_id : null,
  checks: report.result === 'created' ? report.checks : [],
  errors:
    report.result === 'refused'
      ? Object.fromEntries(
          Object.entries(report.errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]),
        )
      : {},
})
