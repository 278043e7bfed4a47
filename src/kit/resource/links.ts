import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { columnList } from '../db/fragments.ts'
import type { Tx } from '../db/tables.ts'
import { refuseField } from '../errors.ts'
import { defaulted, ref, refs } from '../fields.ts'

/** A list of ids in a join table: `country_ids: { table, from, to }`. */
export type Link = { table: string; from: string; to: string }
export type Links = Record<string, Link>

/** The fields of links in bodies (`takenLinks`) and in answers (`shownLinks`). */
export function takenLinks(links: Links): TProperties {
  return Object.fromEntries(Object.keys(links).map((name) => [name, defaulted(refs())]))
}
export function shownLinks(links: Links): TProperties {
  return Object.fromEntries(Object.keys(links).map((name) => [name, Type.Array(ref())]))
}

/** The linked ids of each row, as a column. */
export function linkColumns(of: string, links: Links) {
  return Object.entries(links).map(([name, { table, from, to }]) =>
    sql`(select coalesce(json_agg(${sql.ref(to)} order by ${sql.ref(to)}), '[]') from ${sql.table(table)} where ${sql.ref(from)} = ${sql.ref(`${of}.id`)})`.as(
      name,
    ),
  )
}

/** Replaces the links of a record by those of the body. Links that stay are not written. */
export async function writeLinks(tx: Tx, id: number, links: Links, body: Record<string, unknown>) {
  for (const [name, link] of Object.entries(links)) {
    const ids = body[name]
    if (!Array.isArray(ids)) continue
    const rows = ids.map((linked) => ({ [link.to]: linked }))
    await writeLinkRows(tx, id, name, link, rows, [])
  }
}

/** Like `writeLinks`, for links with further columns. */
export async function writeLinkRows(
  tx: Tx,
  id: number,
  name: string,
  { table, from, to }: Link,
  rows: Record<string, unknown>[],
  carried: string[],
) {
  const ids = rows.map((row) => row[to])
  if (new Set(ids).size < ids.length) refuseField(name, ['同一項只能出現一次。', 'Each may stand here only once.'])
  const [link, parent, linked] = [sql.table(table), sql.ref(from), sql.ref(to)]
  const columns = columnList([to, ...carried])
  await sql`delete from ${link} where ${parent} = ${id} and ${linked} <> all (${ids}::integer[])`.execute(tx)
  await sql`insert into ${link} (${parent}, ${columns})
    select ${id}, ${columns} from jsonb_populate_recordset(null::${link}, ${JSON.stringify(rows)})
    on conflict (${parent}, ${linked}) do ${changed(carried)}`
    .execute(tx)
    .catch((error) => refuseMissing(name, error))
}

const changed = (carried: string[]) => {
  const sets = carried.map((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`)
  return carried.length ? sql`update set ${sql.join(sets)}` : sql`nothing`
}

const refuseMissing = (name: string, error: { code?: string }) => {
  if (error.code !== '23503') throw error
  return refuseField(name, ['其中有不存在的資料。', 'One of them does not exist.'])
}
