import { sql } from 'kysely'
import { type TProperties, type TSchema, Type } from 'typebox'
import { columnList } from '../db/fragments.ts'
import { lockRow, touch } from '../db/rows.ts'
import { theRow } from '../db/statement.ts'
import { list, ref, shown } from '../fields.ts'
import { guardVersion } from '../http/routes/answer.ts'
import type { On } from '../http/routes/routes.ts'
import type { Access, Role } from '../http/server/guard.ts'
import { type Link, writeLinkRows } from './links.ts'

type Declaration = {
  of: string
  /** The last part of the path, and the field of the body. */
  name: string
  summary: string
  link: Link
  /** The fields of each link. A missing field in the body gets the schema's `default`, or null. */
  carries: TProperties
  access: { read: Access; write: readonly Role[] }
  /** The field that stores the order of the links in the body, unless they contain it. */
  ordered?: string
}

/** Routes for links that have fields of their own: GET of the list, and PUT that replaces all of them. */
export function linkRoutes(on: On, { of, name, summary, link, carries, access, ordered }: Declaration) {
  const Item = Type.Object({ [link.to]: ref(), ...carries })
  const Body = Type.Object({ [name]: list(Item, 300) })
  const returns = Type.Array(shown(Item))
  const carried = Object.keys(carries)
  const missing = Object.fromEntries(Object.entries(carries).map(([field, schema]) => [field, otherwise(schema)]))
  const read = linkStatement(of, link, carried, ordered ?? link.to)

  on.get(`/:id/${name}`, { access: access.read, summary, returns }, ({ db, params }) => read(db, params))

  on.put(
    `/:id/${name}`,
    { access: access.write, summary: `Replace: ${summary}`, body: Body, returns, refuses: ['stale'] },
    async ({ tx, params, body, expected }) => {
      guardVersion(await lockRow(tx, of, params.id), expected)
      const rows = (body[name] ?? []).map((row, i) => ({ ...missing, ...(ordered && { [ordered]: i }), ...row }))
      await writeLinkRows(tx, params.id, name, link, rows, carried)
      await touch(tx, of, params.id)
      return read(tx, params)
    },
  )
}

const otherwise = (schema: TSchema) => ('default' in schema ? schema.default : null)

const linkStatement = (of: string, { table, from, to }: Link, carried: string[], order: string) => {
  const columns = columnList([to, ...carried])
  const parent = sql.ref(`${of}.id`)
  return theRow(
    (_db, { id }: { id: number }) =>
      sql<{ json: string; version: number }>`
        select version, (select coalesce(json_agg(item), '[]')::text
                           from (select ${columns} from ${sql.table(table)} where ${sql.ref(from)} = ${parent}
                                  order by ${sql.ref(order)}, ${sql.ref(to)}) item) as json
          from ${sql.table(of)} where ${parent} = ${id}`,
  )
}
