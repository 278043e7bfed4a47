import { from as copyFrom } from 'pg-copy-streams'
import type { pg } from '../db/client.ts'
import type { Show } from './back-up.ts'
import { readCompressed } from './bytes.ts'
import { refuseDamaged } from './damage.ts'
import { type Kept, type Manifest, tableFile } from './manifest.ts'
import { quoted, quotedAll, tablesOf } from './structure.ts'

/** Replaces the rows of all tables by those of a backup. No triggers run, and foreign keys are checked at the end. */
export async function loadTables(client: pg.Client, directory: string, { tables, sequences }: Manifest, show: Show) {
  const here = (await tablesOf(client)).map(({ name }) => name)
  const keys = await dropForeignKeys(client)
  for (const name of here) await client.query(`alter table ${quoted(name)} disable trigger user`)
  if (here.length) await client.query(`truncate ${quotedAll(here)}`)
  for (const table of tables) {
    show(`${table.name} ${table.rows}`)
    await loadTable(client, directory, table)
  }
  for (const name of here) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const { name, value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, is_called])
  for (const { of, name, is } of keys) await client.query(`alter table ${of} add constraint ${quoted(name)} ${is}`)
}

const loadTable = async (client: pg.Client, directory: string, { name, columns, rows, sha256 }: Kept) => {
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${quotedAll(columns)}) from stdin`))
  const { sha256: is } = await readCompressed(tableFile(directory, name), stream)
  if (is !== sha256 || stream.rowCount !== rows) refuseDamaged(tableFile(directory, name))
}

/**
 * Drops all foreign keys, because tables refer to each other in cycles and no order of loading satisfies them. When they are
 * added again, PostgreSQL checks all rows.
 */
const dropForeignKeys = async (client: pg.Client) => {
  const { rows } = await client.query<{ of: string; name: string; is: string }>(`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as is
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  for (const { of, name } of rows) await client.query(`alter table ${of} drop constraint ${quoted(name)}`)
  return rows
}
