import { sql } from 'kysely'
import type { Tables, Tx } from '../kit/db/tables.ts'
import { forgetFields } from './audit/actions.ts'

/** What stands where a name was. It is no longer than the shortest name. */
const GONE = '••'

type Written = { table: keyof Tables & string; fields: readonly string[]; trip: number }

/**
 * Takes the names of an erased person out of what was written about a trip, and of the history of these texts. A name is found as it is
 * written in its record, in either order and however its letters are cased; what people call somebody otherwise is not.
 */
export async function forgetNames(tx: Tx, names: readonly string[], { table, fields, trip }: Written) {
  const pattern = patternOf(names)
  if (pattern === undefined) return []
  const columns = fields.map((field) => sql.ref(field))
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set ${sql.join(columns.map((column) => sql`${column} = regexp_replace(${column}, ${pattern}, ${GONE}, 'gi')`))}
     where planned_trip_id = ${trip} and (${sql.join(
       columns.map((column) => sql`${column} ~* ${pattern}`),
       sql` or `,
     )})
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await forgetFields(tx, table, ids, fields)
  return ids
}

/** The names of a person as texts have them: 王小美, WANG/HSIAOMEI, Hsiaomei Wang. */
export function patternOf(names: readonly string[]) {
  const whole = names.map((name) => name.trim()).filter((name) => name.length >= GONE.length)
  return whole.length
    ? whole
        .toSorted((a, b) => b.length - a.length)
        .map(escaped)
        .join('|')
    : undefined
}
const escaped = (name: string) => name.replace(/[^\p{L}\p{N}\s]/gu, '\\$&').replace(/\s+/g, '\\s+')

/** The ways in which a name of a passport is written. */
export function passportNames(surname: string | null, given: string | null) {
  return surname && given
    ? [`${surname} ${given}`, `${surname}/${given}`, `${given} ${surname}`, `${surname}, ${given}`]
    : []
}
