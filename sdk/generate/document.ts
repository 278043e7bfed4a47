import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { about } from '../../src/about.ts'
import { buildApp } from '../../src/app.ts'
import { openStore } from '../../src/kit/files/store.ts'
import { headingsOf } from '../../src/kit/http/export/columns.ts'
import { documentOf } from '../../src/kit/http/openapi/document.ts'
import type { Schema } from '../../src/kit/http/openapi/schema.ts'
import { mailer } from '../../src/kit/mail/mail.ts'
import { outbound } from '../../src/kit/outbound/outbound.ts'
import { keysFrom } from '../../src/kit/secrets/keys.ts'
import { fieldLabels } from '../../src/modules/words/field-labels.ts'
import { papersOf } from '../../src/papers.ts'
import { openDatabase } from '../../src/wiring.ts'
import type { ListColumn } from '../src/list-column.ts'
import type { Words } from '../src/words.ts'

export type { Schema }

/** What the generator reads of the OpenAPI document, the labels of all fields, and the columns of the files of lists by path. */
export type OpenApi = {
  labels: Record<string, Words>
  columns: Record<string, ListColumn[]>
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, { content?: Content }> }
}
export type Content = Record<string, { schema: Schema }>
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  'x-alias-of'?: string
  'x-roles': string[]
  parameters: { name?: string; in?: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}

/** The OpenAPI document of the routes as they are registered. Nothing is started: no database is asked and no port opened. */
export const currentDocument = async (): Promise<OpenApi> => {
  const database = openDatabase({ host: '127.0.0.1', port: 1 })
  const log = pino({ level: 'silent' })
  const files = await openStore({ directory: tmpdir() })
  const app = buildApp({
    database,
    keys: keysFrom(Buffer.alloc(32)),
    files,
    papers: papersOf({ papersDir: undefined }, { database, files, log }),
    log,
    zone: 'Asia/Taipei',
    publicUrl: undefined,
    corsOrigins: [],
    trustProxy: 0,
    serialPattern: '{package}{yymmdd}{letter}',
    outbound: outbound([]),
    machine: { dataDir: tmpdir(), mailer: mailer({ from: '', outbox: tmpdir() }), isMailServerSet: false },
    secondFactorRoles: [],
  })
  await app.ready()
  const document = JSON.parse(JSON.stringify(await documentOf(about, app.catalogue)))
  const labels = fieldLabels(app)
  const columns = columnsOf(app)
  await app.close()
  await database.end()
  return { ...document, labels, columns }
}

const offered = (columns: FastifyInstance['catalogue'][number]['columns']): ListColumn[] => {
  const headings = headingsOf(columns)
  return columns
    .filter(({ isInner }) => !isInner)
    .map(({ name, isStandard }) => ({
      name,
      words: headings.get(name) ?? [name, name],
      ...(isStandard && { isStandard: true as const }),
    }))
}

/** Of lists that do not belong to a record: the columns that people choose from. */
const columnsOf = ({ catalogue }: Pick<FastifyInstance, 'catalogue'>): Record<string, ListColumn[]> =>
  Object.fromEntries(
    catalogue
      .filter(({ path, columns }) => columns.length > 0 && !path.includes('{'))
      .map(({ path, columns }) => [path, offered(columns)]),
  )
