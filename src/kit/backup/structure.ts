import { pg } from '../db/client.ts'
import { refuse } from '../errors.ts'

/** The structure that a backup records: migrations, tables with their columns, sequences. Migrations create everything else. */
export type Structure = {
  migrations: { name: string; checksum: string }[]
  tables: { name: string; columns: string[] }[]
  sequences: { name: string; value: string; is_called: boolean }[]
}

export async function structureOf(client: pg.Client): Promise<Structure> {
  const { rows } = await client.query(`select to_regclass('public.migrations') is not null as is`)
  if (!rows[0].is) return refuseNothing()
  const migrations = await client.query('select name, checksum from migrations order by name')
  return { migrations: migrations.rows, tables: await tablesOf(client), sequences: await sequencesOf(client) }
}

const refuseNothing = () =>
  refuse('step_not_possible', {
    detail: ['資料庫中還沒有資料。', 'There is nothing in the database yet.'],
    also: { possible: [] },
  })

/** All tables with their columns, without generated columns, which PostgreSQL computes again. */
export async function tablesOf(client: pg.Client): Promise<Structure['tables']> {
  const { rows } = await client.query(`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
     group by c.relname order by c.relname`)
  return rows
}

const sequencesOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const sequences: Structure['sequences'] = []
  for (const { name } of rows) {
    const { rows: is } = await client.query(`select last_value::text as value, is_called from ${quoted(name)}`)
    sequences.push({ name, ...is[0] })
  }
  return sequences
}

export function quoted(name: string) {
  return pg.escapeIdentifier(name)
}
export function quotedAll(names: string[]) {
  return names.map(quoted).join(', ')
}
