import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { anyText, arrival, labelled, line, oneOf, whole } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { closed, validators } from '../../kit/http/routes/validators.ts'
import { onBehalfOf } from '../../kit/http/server/deadline.ts'
import { IMPORT_MB } from '../../kit/sizes.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { checkFile, mapImport } from './check.ts'
import { exampleIn } from './choices.ts'
import { countWaiting, inviteImported } from './invite.ts'
import { kindCodes, kinds } from './kinds.ts'
import { LAST_HEADING_ROW, SheetMapping } from './mapping.ts'
import { countsOf, importList, importPage, oneImport } from './read.ts'
import { startImport } from './run.ts'
import { ListedImport, Options, ShownImport } from './schema.ts'
import { logDownload, openedFile } from './sealed-file.ts'
import { problemsAsCsv, refusedLines } from './sheets.ts'
import { ShownSheet, shownMapping } from './shown-mapping.ts'
import { templateOf, templateOfAll } from './templates.ts'
import { undoImport } from './undo.ts'

const access = ['admin'] as const
const kindCode = oneOf(kindCodes)

const ShownKind = Type.Object({
  code: kindCode,
  label: anyText('領隊'),
  label_en: anyText('Tour leaders'),
  /** How many records of the kind there are. */
  count: whole(),
  /** How many people with imported accounts were not invited yet; of other kinds 0. */
  to_invite: whole(),
  columns: Type.Array(
    Type.Object({
      code: anyText('name'),
      label: anyText('姓名'),
      label_en: anyText('Name'),
      is_required: Type.Boolean(),
      example: anyText('陳志明'),
    }),
  ),
})

const NewImport = Type.Object({
  kind: Type.Optional(kindCode),
  file: arrival(IMPORT_MB),
  /** JSON: `{"encoding": "auto", "on_existing": "skip", "mapping": {"團名": "name"}}`. */
  options: labelled(Type.Optional(line(8_000, '{"encoding":"auto"}')), ['選項', 'Options']),
})

/** `/api/imports`: what the house had before comes in from spreadsheets. */
export default routes((on, app) => {
  kindRoutes(on, app)
  reads(on, app)
  uploads(on, app)
  mappings(on, app)
  steps(on, app)
})

const kindRoutes = (on: On, { papers, database: { db } }: FastifyInstance) => {
  on.get(
    '/kinds',
    {
      name: 'listImportKinds',
      access,
      summary: 'What can be imported, in its order, with the columns of each kind and the number of its records',
      returns: Type.Array(ShownKind),
      etag: 'content',
    },
    async ({ db, locale }) => {
      const [counts, waiting] = await Promise.all([countsOf(db), countWaiting(db)])
      return kinds.map(({ code, noun: [label, label_en], of, columns }) => ({
        code,
        label,
        label_en,
        count: counts.get(of) ?? 0,
        to_invite: code === 'accounts' ? waiting : 0,
        columns: columns.map((column) => ({
          code: column.code,
          label: column.words[0],
          label_en: column.words[1],
          is_required: column.isRequired,
          example: exampleIn(column, locale),
        })),
      }))
    },
  )

  const query = Type.Object(
    { format: Type.Optional(oneOf(['xlsx', 'csv'])), locale: Type.Optional(oneOf(locales)) },
    { additionalProperties: false },
  )
  const params = Type.Object({ kind: kindCode })
  on.raw(
    'GET',
    '/kinds/:kind/template',
    {
      name: 'getImportTemplate',
      access,
      summary: 'An empty spreadsheet of a kind: its headings, and an example in words that is not imported',
      params,
      query,
      returns: bytes,
      media: XLSX,
      otherMedia: ['text/csv'],
    },
    async (request, reply) => {
      // Casts, because the schemas have already been validated.
      const { kind: code } = request.params as { kind: string }
      const { format = 'xlsx', locale = request.locale } = request.query as { format?: 'xlsx' | 'csv'; locale?: Locale }
      const kind = found(kinds.find((one) => one.code === code))
      const file = await templateOf(kind, format, { db, papers, locale })
      return sendBytes(reply, file.type, file.name, file.bytes)
    },
  )
  on.raw(
    'GET',
    '/template',
    {
      name: 'getImportTemplates',
      access,
      summary:
        'One empty workbook for all that can be imported: a sheet for each kind in its order, with choices in its cells, and examples that are not imported',
      query: Type.Object({ locale: Type.Optional(oneOf(locales)) }, { additionalProperties: false }),
      returns: bytes,
      media: XLSX,
    },
    async (request, reply) => {
      const { locale = request.locale } = request.query as { locale?: Locale }
      const file = await templateOfAll({ db, papers, locale })
      return sendBytes(reply, file.type, file.name, file.bytes)
    },
  )
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const bytes = Type.Unsafe({ type: 'string', format: 'binary' })

const reads = (on: On, app: FastifyInstance) => {
  on.get(
    '',
    { access, summary: 'List: imports, latest first', ...importList.of(ListedImport), etag: 'content' },
    ({ db, query }) => importPage(db, {}, query),
  )
  on.get(
    '/:id',
    { access, summary: 'One import with its report and its progress', returns: ShownImport, etag: 'content' },
    ({ db, params, locale }) => oneImport(db, params.id, locale),
  )

  const query = Type.Object(
    { format: Type.Optional(oneOf(['csv'])), lines: labelled(Type.Optional(oneOf(['refused'])), ['列', 'Lines']) },
    { additionalProperties: false },
  )
  on.raw(
    'GET',
    '/:id/report',
    {
      name: 'getImportReport',
      access,
      summary:
        'The report of an import as CSV: its problems, or with `lines=refused`, until it is run, the refused lines as they were uploaded with their reasons',
      query,
      returns: Type.String(),
      media: 'text/csv',
      refuses: ['step_not_possible'],
    },
    async (request, reply) => {
      const { id } = request.params as { id: number }
      const { lines } = request.query as { lines?: 'refused' }
      const kept = await openedFile(app.database.db, app.keys, id)
      const { file, report, ...row } = kept
      if (!report) return refuse('not_found')
      if (lines && !file) refuse('step_not_possible', { detail: fileIsGone, also: { possible: [] } })
      if (!lines || !file) {
        const sheet = await problemsAsCsv(report, request.locale)
        return sendBytes(reply, sheet.type, sheet.name, sheet.bytes)
      }
      const sheet = await refusedLines({ ...row, report, bytes: file }, request.locale)
      // These are cells of the file, which may say what is personal: the log of reads names who had them.
      const read = { import_id: id, actor_id: found(request.actor).id, rows: sheet.rows, request_id: request.id }
      await app.database.transaction(onBehalfOf(request), (tx) => logDownload(tx, read))
      return sendBytes(reply, sheet.type, sheet.name, sheet.bytes)
    },
  )
}
const fileIsGone = [
  '檔案已在執行後刪除，只剩報告。',
  'The file was deleted after the run; the report is left.',
] as const

const uploads = (on: On, { keys, zone, serialPattern }: FastifyInstance) => {
  const check = validators(zone).body(closed(Options))
  on.upload(
    '',
    {
      name: 'createImport',
      access,
      summary: `Check a file, XLSX, CSV, or ZIP of documents of people, of at most ${IMPORT_MB} MB: what would become of each line. Nothing is written yet`,
      body: NewImport,
      returns: ShownImport,
      etag: 'content',
      refuses: ['step_not_possible', 'too_large', 'unsupported_media_type'],
    },
    async ({ tx, actor, body: { file, kind, options }, locale }) => {
      const read = optionsIn(options, check)
      const by = { actor_id: actor.id, keys, zone, serialPattern }
      const id = await checkFile(tx, by, { name: file.name, bytes: file.bytes, kind, options: read })
      return oneImport(tx, id, locale)
    },
  )
}

const optionsIn = (text: string | undefined, check: (given: unknown) => boolean): Options => {
  if (text === undefined) return {}
  try {
    const options = JSON.parse(text)
    // A cast, because the schema has validated it.
    if (check(options)) return options as Options
  } catch {
    // Refused below.
  }
  return refuseField('options', notOptions)
}
const notOptions = [
  '須為 JSON，例如 {"encoding":"big5","mapping":{"團名":"name"}}。',
  'Must be JSON such as {"encoding":"big5","mapping":{"團名":"name"}}.',
] as const

const Mapping = Type.Object({
  sheets: labelled(Type.Array(SheetMapping, { maxItems: 100 }), ['工作表', 'Sheets']),
})

const mappings = (on: On, app: FastifyInstance) => {
  const { keys, zone, serialPattern } = app
  const query = Type.Object(
    {
      sheet: labelled(Type.Optional(Type.String({ maxLength: 255 })), ['工作表', 'Sheet']),
      kind: labelled(Type.Optional(kindCode), ['種類', 'Kind']),
      heading_row: labelled(Type.Optional(whole(1, LAST_HEADING_ROW)), ['標題列', 'Row of headings']),
    },
    { additionalProperties: false },
  )
  on.get(
    '/:id/mapping',
    {
      name: 'getImportMapping',
      access,
      summary:
        'How each sheet of a file is read, or what is proposed: its kind, the row of its headings, their columns, and the words that are not known',
      query,
      returns: Type.Object({ sheets: Type.Array(ShownSheet) }),
      etag: 'content',
      refuses: ['step_not_possible'],
    },
    async ({ db, params: { id }, query, locale, request, actor }) => {
      const { file, ...kept } = await openedFile(db, keys, id)
      if (!file) return refuse('step_not_possible', { detail: fileIsGone, also: { possible: [] } })
      const { sheets, rows } = await shownMapping(db, { ...kept, bytes: file }, query, { locale, zone })
      // These are cells of the file as well: whoever has not uploaded it is logged.
      const read = { import_id: id, actor_id: actor.id, rows, request_id: request.id }
      if (kept.imported_by !== actor.id)
        await app.database.transaction(onBehalfOf(request), (tx) => logDownload(tx, read))
      return { sheets }
    },
  )
  on.accept(
    '/:id/mapping',
    {
      name: 'mapImport',
      access,
      summary:
        'Say how the sheets of a file are read, and check it again; files of the same form are then read so by themselves',
      body: Mapping,
      returns: ShownImport,
      etag: 'content',
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params: { id }, body: { sheets }, locale }) => {
      await mapImport(tx, { actor_id: actor.id, keys, zone, serialPattern }, id, sheets)
      return oneImport(tx, id, locale)
    },
  )
}

const steps = (on: On, { serialPattern }: FastifyInstance) => {
  const alike = { access, returns: ShownImport, etag: 'content', refuses: ['step_not_possible'] } as const
  on.accept(
    '/:id/run',
    { ...alike, name: 'runImport', summary: 'Import a file that was checked: all of its lines or none, by a job' },
    async ({ tx, params, locale }) => {
      const refusal = await startImport(tx, params.id, serialPattern)
      return refusal ?? oneImport(tx, params.id, locale)
    },
  )
  on.accept(
    '/:id/undo',
    {
      ...alike,
      name: 'undoImport',
      summary: `Remove what an import has written, within ${terms.undoImport.en} and while nobody has changed it, by a job`,
    },
    async ({ tx, params, locale }) => {
      await undoImport(tx, params.id, serialPattern)
      return oneImport(tx, params.id, locale)
    },
  )
  on.post(
    '/invite',
    {
      name: 'inviteImported',
      access,
      summary: 'Invite everybody whose account was imported and who was not invited yet, by mail',
      returns: Type.Object({ invited: whole() }),
    },
    ({ tx }) => inviteImported(tx),
  )
}
