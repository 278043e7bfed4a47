import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Query } from './database.ts'

/** Every row of every table in every schema as text, including bytes: the content of a backup. */
export const dumpOf = async (query: Query) => {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'`,
  )
  const parts: { name: string; text: string }[] = []
  for (const { name } of tables) {
    const rows = await query<{ line: string }>(`select t::text as line from ${name} t`)
    parts.push({ name, text: rows.map(({ line }) => line).join('\n') })
  }
  return parts
}

/** Every file below a directory. */
export const filesUnder = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ name: path, text: readFileSync(path, 'latin1') }))

/** The forms in which a text may appear in a row: plain, hexadecimal, base64. */
export const spellingsOf = (text: string) => [
  text,
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
]
