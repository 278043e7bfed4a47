import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { oneOf } from '../../fields.ts'
import { type Locale, say, type Words } from '../../words/words.ts'
import type { Access, Actor } from '../server/access.ts'
import { answerOf, send } from './answer.ts'
import type { On } from './routes.ts'

/** The columns of a table in their order, with their headings. */
export type Columns = Readonly<Record<string, Words>>
/** `data` is answered as JSON; `rows` are the part of it that is written to the CSV file. */
export type Sheet = { file: string; data: object; rows: object[]; columns: Columns }
type Spec = { name?: string; access: Exclude<Access, 'public'>; says: string; gives: TSchema }
type Asked = { db: Db; actor: Actor; id: number; locale: Locale }

const query = Type.Object({ format: Type.Optional(oneOf(['json', 'csv'])) }, { additionalProperties: false })

/** A read of one record that is also available as a CSV file for spreadsheets: `?format=csv`. */
export const spreadsheet = (on: On, path: string, spec: Spec, read: (asked: Asked) => Promise<Sheet>) =>
  on.byHand('GET', path, { ...spec, query, otherMedia: 'text/csv' }, async (request, reply) => {
    const { id, format } = inputOf(request)
    const { actor, locale, server } = request
    if (!actor) throw new Error('a sheet is not for strangers')
    const { file, data, rows, columns } = await read({ db: server.database.db, actor, id, locale })
    if (format !== 'csv') return send(request, reply, answerOf(200, data), 'none')
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${file.replace(/[^\w.-]/g, '_')}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(await csvOf(columns, rows, locale))
  })

// The byte order mark tells spreadsheets that the file is Unicode. Cells that look like a formula are escaped.
const csvOf = async (columns: Columns, rows: object[], locale: Locale) => {
  const { stringify } = await import('csv-stringify/sync')
  return Buffer.from(
    stringify(rows, {
      bom: true,
      header: true,
      columns: Object.entries(columns).map(([key, words]) => ({ key, header: say(words, locale) })),
      escape_formulas: true,
      record_delimiter: 'windows',
    }),
  )
}

// Casts, because the schemas have already been validated.
const inputOf = ({ params, query: given }: FastifyRequest) => {
  const { id } = params as { id: number }
  const { format } = given as { format?: 'json' | 'csv' }
  return { id, format }
}
