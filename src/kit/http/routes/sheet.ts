import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Db, Tx } from '../../db/tables.ts'
import { type RefusalCode, refuseField } from '../../errors.ts'
import { line, oneOf } from '../../fields.ts'
import { type Locale, locales } from '../../words/words.ts'
import { chosenColumns, columnsParameter, onlyInFiles } from '../export/columns.ts'
import { logFile } from '../export/log.ts'
import { onBehalfOf } from '../server/deadline.ts'
import type { Access, Actor } from '../server/guard.ts'
import { answerOf, send } from './answer.ts'
import type { On } from './routes.ts'
import { type Columns, mediaOf, type Sheet, writeSheet } from './sheet-formats.ts'

type Spec = {
  name?: string
  access: Exclude<Access, 'public'>
  summary: string
  returns: TSchema
  /** The template that prints the sheet; without it there is no PDF. */
  paper?: string
  refuses?: readonly RefusalCode[]
}
type Asked = { actor: Actor; id: number; locale: Locale; request: FastifyRequest }

const written = ['json', 'csv', 'xlsx'] as const
export const locale = Type.Optional(oneOf(locales))

/** A list of people that also goes out as CSV, as a workbook, and as a paper if it has one: `?format=`. Whoever takes a file is logged. */
export function sheet<Own extends TProperties = Record<never, never>>(
  on: On,
  path: string,
  { paper, query: own, ...spec }: Spec & { query?: Own },
  read: (asked: Asked & { db: Db; query: Static<TObject<Own>> }) => Promise<Sheet>,
) {
  const query = Type.Object(
    { ...own, format: Type.Optional(formatsOf(paper)), columns: columnsParameter, locale },
    { additionalProperties: false },
  )
  const otherMedia = mediaOf(paper)
  on.raw('GET', path, { ...spec, query, otherMedia }, async (request, reply) => {
    const { slowDb: db } = request.server.database
    const { format, locale } = choiceOf(request.query, request)
    const { columns: names, format: _, locale: __, ...query } = request.query as Query<Own>
    if (names && format !== 'csv' && format !== 'xlsx') refuseField('columns', onlyInFiles)
    const told = await read({ db, ...askedOf(request), locale, query: query as Static<TObject<Own>> })
    const columns = names ? chosen(told.columns, names) : told.columns
    if (format !== 'json' && request.method === 'GET')
      await logFile(request, {
        filter: { ...query, format },
        columns: Object.keys(columns),
        row_count: told.rows.length,
      })
    return answer(request, reply, paper, { format, locale }, { ...told, columns })
  })
}

type Query<Own extends TProperties> = Static<TObject<Own>> & { columns?: string[]; format?: Format; locale?: Locale }

const chosen = (columns: Columns, names: string[]): Columns =>
  Object.fromEntries(
    chosenColumns(
      Object.entries(columns).map(([name, words]) => ({ name, words })),
      names,
    ).map(({ name, words }) => [name, words]),
  )

/** A sheet with personal data in clear: the call gives a reason, each reading is logged, and nothing is stored. */
export function revealedSheet(
  on: On,
  path: string,
  { paper, refuses = [], ...spec }: Spec,
  read: (asked: Asked & { tx: Tx; reason: string }) => Promise<Sheet>,
) {
  const body = Type.Object({ reason: line(500, '送交航空公司'), format: Type.Optional(formatsOf(paper)), locale })
  const declared = { ...spec, body, refuses: [...refuses, 'step_not_possible'], noReplay: true } as const
  on.raw('POST', path, { ...declared, otherMedia: mediaOf(paper) }, async (request, reply) => {
    const choice = choiceOf(request.body, request)
    const { reason } = request.body as { reason: string }
    const given = { ...askedOf(request), locale: choice.locale, reason }
    const told = await request.server.database.transaction(onBehalfOf(request), (tx) => read({ tx, ...given }))
    return answer(request, reply, paper, choice, told)
  })
}

const formatsOf = (paper: string | undefined) => oneOf(paper === undefined ? written : [...written, 'pdf'])

// Casts, because the schemas have already been validated.
const choiceOf = (given: unknown, request: FastifyRequest) => {
  const { format = 'json', locale = request.locale } = given as { format?: Format; locale?: Locale }
  return { format, locale }
}
type Format = (typeof written)[number] | 'pdf'

const askedOf = (request: FastifyRequest) => {
  const { actor } = request
  if (!actor) throw new Error('a sheet is not for strangers')
  return { actor, id: (request.params as { id: number }).id, request }
}

const answer = async (
  request: FastifyRequest,
  reply: FastifyReply,
  template: string | undefined,
  { format, locale }: { format: Format; locale: Locale },
  told: Sheet,
) => {
  if (format === 'json') return send(request, reply, answerOf(200, told.data), 'none')
  const { actor } = askedOf(request)
  const { type, name, bytes } = await writeSheet(request.server.papers, format, told, { template, locale, actor })
  return sendBytes(reply, type, name, bytes)
}

/** Sends a file that is made for this caller and kept by nobody. */
export function sendBytes(reply: FastifyReply, type: string, name: string, bytes: Buffer) {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `${type === 'application/pdf' ? 'inline' : 'attachment'}; filename="${name}"`)
    .type(type)
    .send(bytes)
}
