import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { keyedLimiter } from '../../async/limiter.ts'
import type { Db } from '../../db/tables.ts'
import { kindOf, refuseField } from '../../errors.ts'
import type { Cell } from '../../files/table.ts'
import { MOST_EXPORTED } from '../../sizes.ts'
import { localTime } from '../../words/words.ts'
import { dataOf } from '../routes/answer.ts'
import { answerRead, provenCaller, type ReadHandler } from '../routes/handlers.ts'
import { fileNamed, fileOfTable, mediaOf, mediaType } from '../routes/sheet-formats.ts'
import type { Spec } from '../routes/spec.ts'
import { callerFingerprint } from '../server/caller.ts'
import { stopClock } from '../server/deadline.ts'
import {
  type Column,
  cellsOf,
  chosenColumns,
  columnsParameter,
  fileColumns,
  listColumns,
  onlyInFiles,
  type Row,
} from './columns.ts'
import { listName, logFile } from './log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    exportInTurn: ReturnType<typeof exportTurns>
  }
}

/** Whether a route answers a list of records. The options of a form and words are none. */
export function isRecordList({ returns, noFile }: Spec) {
  const { items } = returns as { items?: { properties?: object } }
  return !noFile && !!items?.properties && !('value' in items.properties && 'label' in items.properties)
}

const formats = ['json', 'csv', 'xlsx'] as const
type Format = (typeof formats)[number]

const fileQuery = {
  format: Type.Optional(
    Type.Unsafe<Format>({
      type: 'string',
      enum: [...formats],
      description: '檔案格式。`csv`, `xlsx`: all rows as a file.',
    }),
  ),
  columns: columnsParameter,
}

/** The declaration of a list, with the parameters and media types of its file. */
export function withFile(spec: Spec): Spec {
  const query = Type.Object({ ...spec.query?.properties, ...fileQuery }, { additionalProperties: false })
  return { ...spec, query, otherMedia: mediaOf(undefined) }
}

/** The columns of a list. */
export function columnsOf({ returns, columns, summary }: Spec) {
  const { items } = returns as { items?: TSchema }
  const possible = listColumns(items ?? {}, columns)
  if (!possible.length) throw new Error(`the rows of “${summary}” have no columns; are they records?`)
  return possible
}

/** Answers a list as JSON, or with `?format=` as a file of all its rows. */
export function answerList(app: FastifyInstance, spec: Spec, read: ReadHandler) {
  const answerJson = answerRead(app, spec, read)
  const possible = columnsOf(spec)
  const standard = possible.filter(({ isStandard }) => isStandard)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    // A cast, because the schema of the query has been applied.
    const { format = 'json', columns: names, ...query } = request.query as Asked
    request.query = query
    if (format === 'json') {
      if (names) refuseField('columns', onlyInFiles)
      return answerJson(request, reply)
    }
    for (const name of ['page', 'per_page', 'cursor']) if (query[name] !== undefined) refuseField(name, noPages)
    const columns = names ? chosenColumns(possible, names) : standard
    const actor = await provenCaller(request)
    return app.exportInTurn(actor ? `${actor.id}` : callerFingerprint(app.keys, request.ip), () =>
      sendFile(request, reply, { spec, format, columns, possible, read }),
    )
  }
}

type Asked = { format?: Format; columns?: string[] } & Record<string, unknown>

const noPages = ['檔案包含全部資料，沒有分頁；請移除。', 'A file has all rows and no pages: leave it out.'] as const

/** One file at a time for each caller and three for all, so that most connections stay free for writes. */
export function exportTurns() {
  const limits = { most: 200, timeout: 10_000 }
  const limitEach = keyedLimiter({ concurrency: 1, ...limits })
  const limitAll = keyedLimiter({ concurrency: 3, ...limits })
  return <T>(who: string, work: () => Promise<T>) => limitEach(who, () => limitAll('all', work))
}

type Export = File & { spec: Spec; read: ReadHandler }

/** Reads the first page, so that a refusal is answered as such; the others are read while the client takes the file. */
const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { spec, format, columns, possible, read }: Export,
) => {
  const isPaged = 'cursor' in (spec.query?.properties ?? {})
  const pages = isPaged ? pagesInSnapshot(request, read) : onePage(request, spec, read)
  try {
    const { value: first = noRows } = await pages.next()
    if (first.total > MOST_EXPORTED) refuseField('format', tooMany)
    const name = listName(request)
    if (spec.people && request.method === 'GET')
      await logFile(request, {
        filter: request.query as object,
        columns: columns.map((column) => column.name),
        row_count: first.total,
      })
    stopClock(request)
    const day = localTime(new Date().toISOString(), request.server.zone).slice(0, 10)
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${fileNamed(`${name}-${day}`, format)}"`)
      .type(mediaType(format))
    // Waits until the client has all of it, or is gone.
    await reply.send(
      request.method === 'HEAD'
        ? Readable.from([])
        : await fileOf(request, { name, format, columns, possible }, first, pages),
    )
  } finally {
    await pages.return(noRows)
  }
}

type Page = { rows: Row[]; total: number }
const noRows: Page = { rows: [], total: 0 }

const tooMany = [
  `檔案最多 ${MOST_EXPORTED.toLocaleString('en')} 筆；請縮小篩選範圍。`,
  `A file has at most ${MOST_EXPORTED.toLocaleString('en')} rows: narrow the filters.`,
] as const

/** The pages of a list, all as they were when the first one was read. */
async function* pagesInSnapshot(request: FastifyRequest, read: ReadHandler): AsyncGenerator<Page> {
  const snapshot = await request.server.database.snapshot()
  try {
    let total = 0
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, meta } = dataOf(await read(given(request, snapshot.db, { cursor, exporting: true })))
      // A cast, because `meta` is that of a list read with a cursor.
      const { next_cursor, total: counted = total } = meta as { next_cursor: string | null; total?: number }
      total = counted
      cursor = next_cursor
      yield { rows: data as Row[], total }
    }
  } finally {
    await snapshot.end()
  }
}

/** A list without pages is bounded by the record that it belongs to; one whose pages have numbers alone is read in one piece. */
async function* onePage(request: FastifyRequest, { slow, query }: Spec, read: ReadHandler): AsyncGenerator<Page> {
  const { db, slowDb } = request.server.database
  const isPaged = 'per_page' in (query?.properties ?? {})
  const { data } = dataOf(await read(given(request, slow ? slowDb : db, isPaged ? { exporting: true } : {})))
  const rows = data as Row[]
  yield { rows, total: rows.length }
}

const given = (request: FastifyRequest, db: Db, asked: object) => {
  const { actor, params, query, locale } = request
  return { db, actor, params, query: { ...(query as object), ...asked }, locale, request }
}

/** Columns among those that the list could have. */
type File = { format: 'csv' | 'xlsx'; columns: Column[]; possible: Column[] }

const fileOf = async (
  request: FastifyRequest,
  { name, format, columns, possible }: File & { name: string },
  first: Page,
  rest: AsyncGenerator<Page>,
) => {
  const { locale, server, id: request_id } = request
  const cells = cellsOf(columns, { format, locale, zone: server.zone })
  async function* pages(): AsyncGenerator<Cell[][]> {
    yield first.rows.map(cells)
    try {
      for await (const { rows } of rest) yield rows.map(cells)
    } catch (error) {
      // The answer has begun, so that the client sees only that it breaks off.
      server.journal.error({ fault: kindOf(error), request_id, list: name }, 'a file of a list broke off')
      throw error
    }
  }
  const table = { name, columns: fileColumns(columns, possible, locale), pages: pages() }
  return Readable.from(await fileOfTable(server.papers, format, table))
}
