import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import type { Tx } from '../db/tables.ts'
import { defaulted, ref, refs } from '../fields.ts'

/** A list of ids kept in a table between two others: `country_ids: { table, from, to }`. */
export type Link = { table: string; from: string; to: string }
export type Links = Record<string, Link>

/** What a body may hold of them, and what an answer shows. */
export const takenLinks = (links: Links): TProperties =>
  Object.fromEntries(Object.keys(links).map((name) => [name, defaulted(refs())]))
export const shownLinks = (links: Links): TProperties =>
  Object.fromEntries(Object.keys(links).map((name) => [name, Type.Array(ref())]))

/** The linked ids of each row, as a column. */
export const linkColumns = (of: string, links: Links) =>
  Object.entries(links).map(([name, { table, from, to }]) =>
    sql`(select coalesce(json_agg(${sql.ref(to)} order by ${sql.ref(to)}), '[]') from ${sql.table(table)} where ${sql.ref(from)} = ${sql.ref(`${of}.id`)})`.as(
      name,
    ),
  )

/** Makes the links what the body says; those that stay are not touched. */
export const writeLinks = async (tx: Tx, id: number, links: Links, body: Record<string, unknown>) => {
  for (const [name, { table, from, to }] of Object.entries(links)) {
    const ids = body[name]
    if (!Array.isArray(ids)) continue
    const [link, parent, linked] = [sql.table(table), sql.ref(from), sql.ref(to)]
    await sql`delete from ${link} where ${parent} = ${id} and ${linked} <> all (${ids})`.execute(tx)
    await sql`insert into ${link} (${parent}, ${linked}) select ${id}, unnest(${ids}::integer[]) on conflict do nothing`.execute(
      tx,
    )
  }
}
